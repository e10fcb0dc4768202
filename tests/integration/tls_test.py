"""What a person sees of certificates: one that nobody knows, one for another name, a file that is not there."""

import unittest

import support
import tls

TRUST = ("CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR")


@unittest.skipUnless(tls.have_openssl(), "openssl is not installed")
class Certificates(support.TestCase):
    def setUp(self):
        super().setUp()
        self.write("suite.yaml", support.suite_text(1))

    def serve(self, name="localhost"):
        self.certificate, key = tls.make_certificate(self.folder, name)

        def route(path, headers, body):
            if path.endswith("/chat/completions"):
                return support.http_answer(support.completion(support.code_answer(body)))
            return support.http_answer('{"object": "list", "data": [{"id": "e"}]}')
        server = tls.TlsTrickster(route, self.certificate, key)
        self.addCleanup(server.__exit__)
        self.config({"e": server.url}, runs=1)
        return server

    def run_with(self, code, **variables):
        return self.kilter("run", "--new", code=code, env={name: variables.get(name, "") for name in TRUST})

    def test_a_certificate_that_signs_itself_is_refused_in_one_line_that_helps(self):
        server = self.serve()
        err = self.run_with(4).err
        lines = [line for line in err.splitlines() if "TLS" in line]
        self.assertTrue(all(line.startswith(lines[0]) for line in lines), err)  # at once, and at the end
        self.assertIn(f"cannot reach {server.url.removesuffix('/v1')}: TLS failed: ", lines[0])
        self.assertRegex(lines[0], "self.signed")
        self.assertIn("CURL_CA_BUNDLE or SSL_CERT_FILE names a PEM file", lines[0])
        self.assertEqual(server.requests, [])

    def test_it_is_trusted_once_a_variable_names_it(self):
        self.serve()
        for variable in ("CURL_CA_BUNDLE", "SSL_CERT_FILE"):
            with self.subTest(variable):
                self.run_with(0, **{variable: self.certificate})

    def test_a_certificate_for_another_name(self):
        self.serve("elsewhere.test")
        err = self.run_with(4, SSL_CERT_FILE=self.certificate).err
        self.assertIn("base_url must have the certificate's name", err)

    def test_a_file_of_certificates_that_is_not_there(self):
        self.serve()
        for variable in ("CURL_CA_BUNDLE", "SSL_CERT_FILE"):
            with self.subTest(variable):
                err = self.run_with(4, **{variable: self.folder / "none.pem"}).err
                self.assertIn(f"{variable} names what cannot be read", err)


if __name__ == "__main__":
    support.main()
