"""Good and bad samples for scripts/check_layers.py."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from check_layers import check_file, judge  # noqa: E402

ALLOWED = [
    ("base/json/read.cpp", "base/result.hpp"),
    ("suites/suite.hpp", "base/result.hpp"),
    ("config/load.cpp", "suites/suite.hpp"),
    ("harness/wire/request.cpp", "config/experiment_config.hpp"),
    ("harness/engine/client.cpp", "harness/wire/request.hpp"),
    ("harness/runner/runner.cpp", "harness/store/rows.hpp"),
    ("harness/sim/server.cpp", "harness/wire/outcome.hpp"),
    ("scorers/answer/extract.cpp", "harness/wire/outcome.hpp"),
    ("scorers/fields/date.cpp", "scorers/answer/extract.hpp"),
    ("scorers/gates/gates.hpp", "config/experiment_config.hpp"),
    ("scorers/gates/gates.hpp", "scorers/summary/engine_summary.hpp"),
    ("reports/board.cpp", "scorers/summary/engine_summary.hpp"),
    ("reports/show.cpp", "harness/wire/outcome.hpp"),
    ("cli/commands/sim.cpp", "harness/sim/server.hpp"),
    ("cli/commands/board.cpp", "reports/board.hpp"),
    ("tests/integration/run_test.cpp", "harness/sim/server.hpp"),
    ("tests/unit/cli/board_test.cpp", "cli/analysis/board.hpp"),
]

FORBIDDEN = [
    ("base/result.hpp", "suites/suite.hpp"),
    ("suites/load.cpp", "config/load.hpp"),
    ("config/load.cpp", "harness/wire/request.hpp"),
    ("harness/wire/request.cpp", "harness/engine/engine_client.hpp"),
    ("harness/runner/runner.cpp", "scorers/gates/gates.hpp"),
    ("harness/runner/runner.cpp", "harness/sim/server.hpp"),
    ("harness/engine/client.cpp", "harness/sim/server.hpp"),
    ("scorers/fields/date.cpp", "config/experiment_config.hpp"),
    ("scorers/fields/date.cpp", "harness/store/rows.hpp"),
    ("scorers/gates/gates.cpp", "harness/runner/runner.hpp"),
    ("scorers/lint/lint.cpp", "reports/board.hpp"),
    ("reports/board.cpp", "harness/store/store_reader.hpp"),
    ("reports/board.cpp", "config/experiment_config.hpp"),
    ("reports/board.cpp", "cli/analysis/board.hpp"),
    ("cli/main.cpp", "tests/support/fake.hpp"),
    ("harness/wire/request.cpp", "harness/wireless.hpp"),
]


class Table(unittest.TestCase):
    def test_allowed(self):
        for source, target in ALLOWED:
            self.assertIsNone(judge(source, target), f"{source} -> {target}")

    def test_forbidden(self):
        for source, target in FORBIDDEN:
            self.assertIsNotNone(judge(source, target), f"{source} -> {target}")


class Files(unittest.TestCase):
    def problems(self, path, text, others=()):
        with tempfile.TemporaryDirectory() as root:
            for name in (path, *others):
                file = pathlib.Path(root, name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text if name == path else "")
            return list(check_file(root, pathlib.PurePosixPath(path)))

    def test_line_and_reason(self):
        found = self.problems("base/a.cpp", '#include <vector>\n\n#  include "cli/b.hpp"\n', ["cli/b.hpp"])
        self.assertEqual(found, ["base/a.cpp:3: include of cli/b.hpp: base/ may not include cli/"])

    def test_includes_resolve_from_the_root(self):
        self.assertIn("no such file", self.problems("base/a.cpp", '#include "b.hpp"\n', ["base/b.hpp"])[0])
        self.assertIn("from the root", self.problems("base/x/a.cpp", '#include "../b.hpp"\n', ["base/b.hpp"])[0])
        self.assertEqual(self.problems("base/a.cpp", '#include "base/b.hpp"\n', ["base/b.hpp"]), [])

    def test_comments_do_not_include(self):
        text = '// #include "cli/b.hpp"\n/*\n#include "cli/b.hpp"\n*/\n'
        self.assertEqual(self.problems("base/a.cpp", text), [])

    def test_own_headers_in_angle_brackets(self):
        found = self.problems("base/a.cpp", "#include <cli/b.hpp>\n", ["cli/b.hpp"])
        self.assertIn("in quotes", found[0])

    def test_asio_only_where_a_loop_runs(self):
        for header in ("boost/asio.hpp", "boost/asio/post.hpp", "boost/beast/http.hpp", "boost/beast.hpp"):
            line = f"#include <{header}>\n"
            for bad in ("scorers/a.cpp", "reports/a.cpp", "harness/wire/a.cpp", "base/a.hpp", "harness/other.cpp"):
                self.assertEqual(len(self.problems(bad, line)), 1, bad)
            for good in ("harness/engine/a.cpp", "harness/asio_impl.cpp", "harness/sim/a.hpp", "cli/commands/a.cpp",
                         "tests/integration/a.cpp"):
                self.assertEqual(self.problems(good, line), [], good)
        self.assertEqual(self.problems("scorers/a.cpp", "#include <boost/math/distributions.hpp>\n"), [])


if __name__ == "__main__":
    unittest.main()
