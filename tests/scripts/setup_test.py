"""Tests of scripts/setup and its reader of apt sources, on fixture files; apt itself is never called."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CLASSIC = HERE / "apt/classic"
DEB822 = HERE / "apt/deb822"


def bash(script, *args, env=None):
    """Runs script with scripts/setup sourced; returns (exit code, stdout lines, stderr)."""
    done = subprocess.run(
        ["bash", "-c", f'source "{ROOT}/scripts/setup"; set +e; {script}', "bash", *map(str, args)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    return done.returncode, done.stdout.splitlines(), done.stderr


class AptSources(unittest.TestCase):
    def test_one_line_format(self):
        _, lines, _ = bash('apt_list_entries "$1"', CLASSIC / "sources.list")
        self.assertEqual(lines, [
            "http://mirror.example/debian|bookworm|main contrib|/usr/share/keyrings/a.gpg /usr/share/keyrings/b.gpg|",
            "https://mirror.example/security|bookworm-security|main||",
        ])

    def test_deb822_format_multiplies_uris_and_suites(self):
        key = r"\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQINBFfake\n -----END PGP PUBLIC KEY BLOCK-----"
        _, lines, _ = bash('apt_deb822_entries "$1"', DEB822 / "sources.list.d/debian.sources")
        self.assertEqual(lines, [
            f"http://{mirror}.example/debian|{suite}|main|{key}|"
            for mirror in ("first", "second") for suite in ("bookworm", "bookworm-updates")
        ])

    def test_no_files_print_nothing(self):
        with tempfile.TemporaryDirectory() as empty:
            self.assertEqual(bash('apt_entries "$1"', empty), (0, [], ""))

    def test_backports_without_main_or_disabled_are_not_enabled(self):
        for folder in (CLASSIC, DEB822):
            self.assertEqual(bash('suite_enabled "$1" bookworm-backports', folder)[0], 1, folder)

    def test_backports_in_any_file_are_enabled(self):
        forms = {
            "a.list": "deb http://m.example/debian bookworm-backports main\n",
            "b.sources": "Types: deb\nURIs: http://m.example/d\nSuites: sid bookworm-backports\nComponents: contrib main",
        }
        for name, text in forms.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                target = pathlib.Path(folder, "sources.list.d", name)
                target.parent.mkdir()
                target.write_text(text)
                self.assertEqual(bash('suite_enabled "$1" bookworm-backports', folder)[0], 0)

    def test_base_entry_is_the_releases_own(self):
        self.assertEqual(bash('base_entry "$1" bookworm', CLASSIC)[1][0].split("|")[0], "http://mirror.example/debian")
        self.assertEqual(bash('base_entry "$1" bookworm', DEB822)[1][0].split("|")[0], "http://first.example/debian")

    def test_base_entry_falls_back_to_an_alias_and_fails_without_one(self):
        self.assertEqual(bash('base_entry "$1" trixie', DEB822)[1][0].split("|")[0], "http://alias.example/debian")
        self.assertEqual(bash('base_entry "$1" trixie', CLASSIC)[0], 1)

    def test_stanza_keeps_mirror_and_an_embedded_key(self):
        _, lines, _ = bash('backports_stanza "$(base_entry "$1" bookworm)" bookworm', DEB822)
        self.assertEqual(lines[1:], [
            "Types: deb", "URIs: http://first.example/debian", "Suites: bookworm-backports", "Components: main",
            "Signed-By: ", " -----BEGIN PGP PUBLIC KEY BLOCK-----", " .", " mQINBFfake",
            " -----END PGP PUBLIC KEY BLOCK-----",
        ])

    def test_stanza_is_read_back_as_enabled(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "sources.list.d").mkdir()
            code, _, err = bash(
                'backports_stanza "$(base_entry "$1" bookworm)" bookworm >"$2/sources.list.d/k.sources"; '
                'suite_enabled "$2" bookworm-backports', CLASSIC, folder)
            self.assertEqual((code, err), (0, ""))


class Requirements(unittest.TestCase):
    def test_installed_versions_and_alternatives(self):
        cases = [
            ("exact", "[cmake]=3.25.1", "cmake 3.25", 0),
            ("too old", "[cmake]=3.22.1", "cmake 3.25", 1),
            ("epoch counts", "[g++]=4:12.2.0", "g++ 4:12", 0),
            ("any version", "[ninja-build]=1", "ninja-build -", 0),
            ("absent", "[other]=1", "ninja-build -", 1),
            ("alternative", "[pkgconf]=1.8", "pkg-config - pkgconf", 0),
            ("catch2 of Debian 12", "[catch2]=2.13.10-1", "catch2 3 libcatch2-dev", 1),
            ("only the new name", "[libcatch2-dev]=3.7.1", "catch2 3 libcatch2-dev", 0),
            ("boost 1.74 is too old", "[libboost-dev]=1.74.0.3 [libboost1.74-dev]=1.74.0", "boost 1.81", 1),
            ("versioned boost", "[libboost1.81-dev]=1.81.0-5", "boost 1.81", 0),
            ("newer plain boost", "[libboost-dev]=1.83.0.2", "boost 1.81", 0),
        ]
        for name, have, need, expected in cases:
            with self.subTest(name):
                self.assertEqual(bash(f"declare -A installed=({have}); is_installed {need}")[0], expected)

    def test_every_package_that_cmake_names_is_installed(self):
        text = (ROOT / "scripts/cmake/Dependencies.cmake").read_text()
        named = set(re.findall(r"\b(?:lib[a-z0-9.+-]+|nlohmann-json3)-dev\b|\bcatch2\b", text))
        self.assertGreaterEqual(len(named), 10)
        listed = {line.split()[0] for line in bash("requirements all")[1]}
        self.assertEqual({n for n in named if not n.startswith("libboost")} - listed, set())
        self.assertIn("boost", listed)


class Plan(unittest.TestCase):
    """What would be installed, with apt's answers replaced by functions."""

    def plan(self, candidates, lists=True, codename="bookworm", wanted=("catch2 3", "boost 1.81", "g++ 4:12")):
        cases = " ".join(f"'{name}') echo '{version}' ;;" for name, version in candidates.items())
        script = (f'candidate() {{ case $1 in {cases} *) ;; esac; }}; have_lists() {{ {"true" if lists else "false"}; }}; '
                  f'codename={codename}; missing=("$@"); plan; echo "${{plain[*]}}"; echo "${{late[*]}}"')
        code, lines, err = bash(script, *wanted)
        self.assertEqual((code, err), (0, ""))
        return lines

    def test_debian_12(self):
        known = {"catch2": "2.13.10-1", "libboost-dev": "1.74.0.3", "libboost1.81-dev": "1.81.0-5", "g++": "4:12.2.0-3"}
        self.assertEqual(self.plan(known), ["libboost1.81-dev g++", "catch2"])

    def test_debian_12_without_package_lists(self):
        self.assertEqual(self.plan({}, lists=False), ["libboost1.81-dev g++", "catch2"])

    def test_debian_13(self):
        known = {"catch2": "3.7.1-0.6", "libboost-dev": "1.83.0.2+b2", "g++": "4:14.2.0-1"}
        self.assertEqual(self.plan(known, codename="trixie"), ["catch2 libboost-dev g++", ""])

    def test_an_old_release_has_nothing_to_offer(self):
        known = {"catch2": "2.13.8-1", "libboost-dev": "1.74.0.3ubuntu7", "g++": "4:11.2.0-1ubuntu1"}
        self.assertEqual(self.plan(known, codename="jammy"), ["", "catch2 libboost1.81-dev g++"])


class Releases(unittest.TestCase):
    """The whole dry run on a bare machine of each release, with apt's answers from a table of that release's packages."""

    BASE = ["cmake", "ninja-build", "g++", "pkg-config", "libcurl4-openssl-dev", "nlohmann-json3-dev", "libsqlite3-dev",
            "libyaml-cpp-dev", "libboost-dev", "libcli11-dev", "libfmt-dev", "libssl-dev", "libutf8proc-dev", "libre2-dev",
            "libpugixml-dev", "libzstd-dev", "librapidfuzz-cpp-dev", "python3", "python3-venv", "ca-certificates"]
    TEST = ["catch2", "sqlite3", "json-schema-test-suite", "nghttp2-proxy"]

    def dry_run(self, release, purpose, installed=""):
        """(exit code, lines on stdout)"""
        home = HERE / "apt" / release
        programs = {
            "dpkg-query": f"echo '{installed}'",
            "apt-cache": f"""awk -v name="$2" '$1 == name {{ print name ":"; print "  Installed: (none)"; print "  Candidate: " $2 }}' '{home}/packages'""",
            "apt-get": "echo apt-get was called; exit 1",
            "npm": "exit 0",
        }
        with tempfile.TemporaryDirectory() as folder:
            for name, body in programs.items():
                path = pathlib.Path(folder, name)
                path.write_text("#!/bin/sh\n" + body + "\n")
                path.chmod(0o755)
            script = f'os_release="{home}/os-release"; apt_dir="{folder}"; have_lists() {{ true; }}; main --dry-run --for "$1"'
            code, lines, err = bash(script, purpose, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        self.assertEqual(err, "")
        return code, lines

    def installs(self, lines):
        self.assertTrue(lines[0].startswith("setup: will install "), lines)
        return lines[0].split()[3:]

    def test_debian_13_and_ubuntu_have_all_in_their_own_archive(self):
        for release in ("trixie", "noble"):
            with self.subTest(release):
                code, lines = self.dry_run(release, "test")
                self.assertEqual((code, self.installs(lines)), (0, self.BASE + self.TEST))
                self.assertEqual(lines[1:], ["setup: dry run, nothing was changed"])

    def test_debian_12_takes_a_newer_boost_and_two_backports(self):
        code, lines = self.dry_run("bookworm", "test")
        late = ["librapidfuzz-cpp-dev", "catch2"]
        plain = [name.replace("libboost-dev", "libboost1.81-dev") for name in self.BASE + self.TEST if name not in late]
        self.assertEqual((code, self.installs(lines)), (0, plain + late))
        self.assertIn("setup: will add bookworm-backports to the apt sources (for librapidfuzz-cpp-dev catch2)", lines[1])

    def test_the_fuzzer_is_of_the_releases_own_clang(self):
        for release in ("bookworm", "trixie", "noble"):
            with self.subTest(release):
                names = self.installs(self.dry_run(release, "fuzz")[1])
                self.assertEqual([name for name in names if "clang" in name], ["clang", "libclang-rt-dev"])

    def test_a_versioned_clang_with_its_runtime_serves(self):
        lines = self.dry_run("noble", "fuzz", "clang-18 1:18.1.3-1 installed\nlibclang-rt-18-dev 1:18.1.3-1 installed")[1]
        self.assertNotIn("clang", " ".join(lines))

    def test_ubuntu_has_no_browser_to_install_and_says_so(self):
        code, lines = self.dry_run("noble", "report")
        self.assertEqual(code, 0)
        self.assertIn("as a snap only, which cannot run the browser tests, so they will be SKIPPED", lines[0])
        self.assertIn("KILTER_BROWSER", lines[1])
        self.assertEqual(lines[2], "setup: will install nodejs")
        have = "nodejs 18.19.1+dfsg-6ubuntu5 installed\nnpm 9.2.0 installed"
        self.assertEqual(self.dry_run("noble", "report", have), (0, lines[:2]))
        self.assertEqual(self.dry_run("noble", "report", have + "\ngoogle-chrome-stable 130.0 installed"), (0, []))

    def test_debian_installs_its_browser(self):
        for release in ("bookworm", "trixie"):
            self.assertEqual(self.installs(self.dry_run(release, "report")[1]), ["nodejs", "chromium"], release)

    def test_where_a_name_is_unknown_its_alternative_is_installed(self):
        self.assertEqual(self.installs(self.dry_run("noble", "bench")[1]), ["wrk", "valgrind", "linux-tools-generic"])
        self.assertEqual(self.installs(self.dry_run("trixie", "bench")[1]), ["wrk", "valgrind", "linux-perf"])

    def test_shells_and_packaging(self):
        for release in ("bookworm", "trixie", "noble"):
            self.assertEqual(self.installs(self.dry_run(release, "package")[1]), ["dpkg-dev", "file", "gzip"], release)
            self.assertEqual(self.installs(self.dry_run(release, "shells")[1]), ["zsh", "fish", "mandoc", "groff-base"], release)


class CommandLine(unittest.TestCase):
    def run_setup(self, *args, env=None):
        return subprocess.run([ROOT / "scripts/setup", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, env=env)

    def test_wrong_usage(self):
        for args in (["--for"], ["--for", ""], ["--for", "cake"], ["--for", "test fuzz"], ["--nope"]):
            done = self.run_setup(*args)
            self.assertEqual((done.returncode, done.stdout), (2, ""), args)
            self.assertIn("Usage: scripts/setup", done.stderr)

    def with_dpkg_answer(self, answer, *args):
        """Runs setup where dpkg-query prints the answer and calling apt-get or sudo leaves a mark."""
        with tempfile.TemporaryDirectory() as folder:
            mark = pathlib.Path(folder, "called")
            scripts = {"dpkg-query": f"cat <<'TEXT'\n{answer}\nTEXT\n", "apt-get": f"touch '{mark}'\n", "sudo": f"touch '{mark}'\n",
                       "apt-cache": "exit 0\n"}
            for name, body in scripts.items():
                path = pathlib.Path(folder, name)
                path.write_text("#!/bin/sh\n" + body)
                path.chmod(0o755)
            done = self.run_setup(*args, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
            return done, mark.exists()

    def everything(self):
        return [f"{line.split()[0].replace('boost', 'libboost1.81-dev')} 9:99 installed" for line in bash("requirements all")[1]]

    def test_nothing_missing_is_silent(self):
        done, called = self.with_dpkg_answer("\n".join(self.everything()))
        self.assertEqual((done.returncode, done.stdout, done.stderr, called), (0, "", "", False))

    def test_dry_run_names_what_is_missing_and_calls_nothing(self):
        rows = [row for row in self.everything() if not row.startswith("ninja-build ")]
        done, called = self.with_dpkg_answer("\n".join(rows + ["ninja-build 9:99 config-files"]), "--dry-run")
        self.assertEqual((done.returncode, called), (0, False))
        self.assertIn("will install ninja-build\n", done.stdout)

    def test_quickstart_does_not_ask_for_the_test_library(self):
        rows = [row for row in self.everything() if not row.startswith(("catch2 ", "sqlite3 ", "json-schema-test-suite ", "nghttp2-proxy "))]
        done, called = self.with_dpkg_answer("\n".join(rows), "--for", "quickstart")
        self.assertEqual((done.returncode, done.stdout, called), (0, "", False))

    def test_fuzzing_asks_for_the_compiler_and_not_for_the_test_library(self):
        rows = [row for row in self.everything() if not row.startswith(("catch2 ", "sqlite3 ", "json-schema-test-suite ", "nghttp2-proxy "))]
        done, called = self.with_dpkg_answer("\n".join(rows + ["clang-14 1:14 installed"]), "--for", "fuzz", "--dry-run")
        self.assertEqual((done.returncode, called), (0, False))
        self.assertRegex(done.stdout, "will install libclang-rt-dev\n")

    def test_only_fuzzing_asks_for_a_second_compiler(self):
        for purpose in ("all", "quickstart", "test"):
            self.assertNotIn("clang", " ".join(bash(f"requirements {purpose}")[1]), purpose)


if __name__ == "__main__":
    unittest.main()
