"""The picture of time spent by move number."""

import contextlib
import io
import json
import tempfile
import unittest
import xml.etree.ElementTree as tree
from pathlib import Path

from match_support import SCRIPTS  # noqa: F401 - puts the package on the path
from mollett_match.clock_plot import main, mean_times


def game(key: str, limits: list[str], details: list[list]) -> dict:
    return {"type": "game", "key": key, "number": 1, "limits": limits, "details": details}


class ClockPlot(unittest.TestCase):
    def test_times_are_means_by_ply_and_limit(self):
        games = [
            game("a", ["3+1", "60"], [[1, "f5", 0.1, 0, None, None, None], [2, "d6", 0.5, 0, None, None, None]]),
            game("b", ["3+1", "60"], [[1, "f5", 0.3, 0, None, None, None], [3, "c3", 0.2, 0, None, None, None]]),
        ]
        series = mean_times(games)
        self.assertEqual(list(series), ["3+1", "60"])
        self.assertEqual([ply for ply, _ in series["3+1"]], [1, 3])
        self.assertAlmostEqual(series["3+1"][0][1], 200)
        self.assertEqual(series["60"], [(2.0, 500.0)])

    def test_the_picture_is_a_file_complete_in_itself(self):
        with tempfile.TemporaryDirectory() as folder:
            results, picture = Path(folder, "r.jsonl"), Path(folder, "p.svg")
            moves = [[ply, "f5", ply / 100, 0, None, None, None] for ply in range(1, 60)]
            lines = [{"type": "match", "format": 1}, game("a", ["3+0.03", "3+0.03"], moves)]
            results.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            self.assertEqual(main([str(picture), str(results)]), 0)
            root = tree.fromstring(picture.read_text(encoding="utf-8"))
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            self.assertEqual(len(list(root.iter("{http://www.w3.org/2000/svg}polyline"))), 1)

    def test_what_is_no_result_is_named(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()) as said:
            results = Path(folder, "r.jsonl")
            results.write_text("hello\n", encoding="utf-8")
            self.assertEqual(main([str(Path(folder, "p.svg")), str(results)]), 1)
        self.assertIn("line 1: not a line of a match", said.getvalue())


if __name__ == "__main__":
    unittest.main()
