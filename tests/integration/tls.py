"""Certificates and TLS servers for tests. A certificate signs itself and is for localhost, unless told otherwise."""

import pathlib
import shutil
import ssl
import subprocess

import support


def make_certificate(folder, name="localhost"):
    """Paths of certificate and key."""
    certificate, key = pathlib.Path(folder) / "certificate.pem", pathlib.Path(folder) / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "2", "-subj", "/CN=kilter test", "-addext", f"subjectAltName=DNS:{name}",
                    "-keyout", str(key), "-out", str(certificate)],
                   check=True, timeout=support.LIMIT, stdin=subprocess.DEVNULL, capture_output=True)
    return certificate, key


class TlsTrickster(support.Trickster):
    """A Trickster that speaks TLS, by the name of localhost."""

    def __init__(self, answer, certificate, key):
        super().__init__(answer)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = self.url.replace("http://127.0.0.1", "https://localhost")


def have_openssl():
    return shutil.which("openssl") is not None
