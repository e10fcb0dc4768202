"""`cmake --install` into a prefix of its own, and the program there, far from the checkout.

KILTER_BUILD names the build folder."""

import gzip
import os
import pathlib
import re
import subprocess
import unittest

import shells
import support

BUILD = os.environ.get("KILTER_BUILD", "")


@unittest.skipUnless(BUILD, "KILTER_BUILD must name the build folder")
class Install(support.TestCase):
    def install(self, *more, **env):
        done = subprocess.run(["cmake", "--install", BUILD, *more], cwd=self.folder, timeout=support.LIMIT, capture_output=True,
                              text=True, env={**os.environ, **env})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def run_installed(self, *arguments, env=None, code=0):
        done = subprocess.run([self.prefix / "bin/kilter", *map(str, arguments)], cwd=self.folder, timeout=support.LIMIT,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, env=support.environment(**(env or {})))
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def files(self, folder):
        return {str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*") if path.is_file()}

    def test_into_a_prefix(self):
        self.prefix = self.folder / "prefix"
        self.install("--prefix", str(self.prefix))
        there = self.files(self.prefix)
        man = "share/man/man1/kilter.1"
        for name in ["bin/kilter", "share/kilter/suites/starter/main.yaml", "share/kilter/config/example.yaml",
                     "share/kilter/harness/sim/scenarios/steady.yaml", "share/bash-completion/completions/kilter",
                     "share/zsh/site-functions/_kilter", "share/fish/vendor_completions.d/kilter.fish",
                     "share/doc/kilter/docs/metrics.md", "share/doc/kilter/copyright"]:
            self.assertIn(name, there)
        self.assertEqual([name for name in there if name.endswith((".cpp", ".hpp", "CMakeLists.txt", ".cmake")) or "/." in name], [])
        self.assertEqual([path for path in self.prefix.rglob("*") if path.is_dir() and not any(path.iterdir())], [])
        self.assertTrue({man, man + ".gz"} & there)
        if man + ".gz" in there:
            page = gzip.decompress((self.prefix / (man + ".gz")).read_bytes()).decode()
            self.assertEqual(page, self.run_installed("manual"))
        self.measure()

    def measure(self):
        """A scenario that only the prefix has shows whose data the installed program reads."""
        data = self.prefix / "share/kilter"
        scenarios = data / "harness/sim/scenarios"
        (scenarios / "only-here.yaml").write_bytes((scenarios / "starter.yaml").read_bytes())
        for suite in sorted((data / "suites").glob("*/main.yaml")):
            self.run_installed("suite", "lint", suite)
        self.run_installed("suite", "generate", "--seed", "7", "--lang", "en", "--kind", "main", "-o", "made")
        server = subprocess.Popen([self.prefix / "bin/kilter", "sim", "--scenario", "only-here"], cwd=self.folder,
                                  env=support.environment(), stdout=subprocess.PIPE, text=True)
        try:
            url = server.stdout.readline().strip()
            self.assertTrue(url.startswith("http://127.0.0.1:"), url)
            self.run_installed("run", data / "config/quickstart-simulated.yaml", "--store", "s.db",
                               env={"KILTER_SIM_URL": url})
        finally:
            server.terminate()
            server.wait(support.LIMIT)
            server.stdout.close()
        self.assertIn("sim-racing", self.run_installed("board", "--store", "s.db"))

    def test_into_a_staging_folder(self):
        stage = self.folder / "stage"
        before = self.files(self.folder)
        self.install("--prefix", "/usr", DESTDIR=str(stage))
        self.assertEqual({path.name for path in stage.iterdir()}, {"usr"})
        self.assertEqual(before, self.files(self.folder) - {"stage/" + name for name in self.files(stage)})
        there = self.files(stage / "usr")
        self.assertIn("bin/kilter", there)
        self.assertIn("share/zsh/vendor-completions/_kilter", there)
        self.prefix = stage / "usr"
        self.assertIn("kilter ", self.run_installed("--version"))
        self.run_installed("sim", "--scenario", "no-such", code=2)

    def test_as_a_package(self):
        if shells.missing("dpkg-shlibdeps", "package") or shells.missing("file", "package"):
            return
        done = subprocess.run(["cpack", "--config", pathlib.Path(BUILD, "CPackConfig.cmake"), "-G", "DEB", "-B", self.folder],
                              cwd=self.folder, timeout=600, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        package = next(self.folder.glob("kilter_*.deb"))
        fields = subprocess.run(["dpkg-deb", "--field", package], capture_output=True, text=True, check=True).stdout
        depends = re.search(r"^Depends: (.*)$", fields, re.MULTILINE)[1]
        for library in ("libc6 (>= ", "libsqlite3-0 (>= ", "libcurl4"):
            self.assertIn(library, depends)
        self.assertNotIn("-dev", depends)
        self.assertRegex(fields, r"(?m)^Maintainer: .+ <.+@.+>$")
        names = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True, check=True).stdout
        for name in ["usr/bin/kilter", "usr/share/man/man1/kilter.1.gz", "usr/share/doc/kilter/copyright",
                     "usr/share/doc/kilter/changelog.gz", "usr/share/zsh/vendor-completions/_kilter"]:
            self.assertIn(f" ./{name}\n", names)


if __name__ == "__main__":
    support.main()
