"""A match against one engine of each bad kind ends with the right verdict, goes on, and leaves no process."""

import tempfile
import time
import unittest

from match_support import LOAD, Outcome, environment, mock, nboard, wait_for_none
from mollett_match.clock import Clock, TimeControl
from mollett_match.process import Process

# mode -> verdict, and a word of what is reported as seen
VERDICTS = {
    "silent": ("hang", "no answer to 'genmove"),
    "deaf": ("hang", "no answer to 'list_commands"),
    "dying": ("crash", "exit code 3; last on stderr: giving up"),
    "killed": ("crash", "SIGKILL"),
    "slow": ("time", "s for a move with 0.200 s left"),
    "illegal": ("illegal", "at ply"),
    "passing": ("illegal", "'pass' at ply"),
    "liar": ("refused", "was answered '? illegal move'"),
    "junk": ("frame", "info depth 3"),
    "no-equals": ("frame", "was answered"),
    "unframed": ("frame", "does not end with an empty line"),
    "word": ("frame", "no move"),
    "wrong-id": ("frame", "no number was due"),
    "twice": ("frame", ""),
    "twice-late": ("frame", ""),
    "flood": ("frame", "endless answer"),
    "flood-line": ("frame", "a line of more than"),
    "error": ("error", "cannot think"),
}
# The slow engine sleeps longer than limit and margin together, however busy the machine.
MARGIN = 150 * LOAD
SLEEP = {"env.MOCK_SLEEP": f"{0.25 + 0.15 * LOAD:.3f}"}
LIMITS = ("--st", "0.2", "--margin", f"{MARGIN:.0f}", "--patience", f"{min(20, 1 + LOAD):.1f}", "--recover", "--each", "load=forgive")


class Verdicts(unittest.TestCase):
    def test_each_kind_of_bad_engine_in_one_gauntlet(self):
        bad = [word for mode in VERDICTS for word in ("--engine", *mock(mode, **SLEEP))]
        outcome = Outcome(mock("random", name="good"), mock("random", 5, 9, name="fair"), *bad, "--tournament", "gauntlet",
                          "--games", 2, "--concurrency", 6, *LIMITS)
        self.assertEqual(outcome.code, 0, outcome.errors)
        self.assertEqual(len(outcome.games), 2 * (len(VERDICTS) + 1))
        for game in outcome.games:
            other = game["white"] if game["black"] == "good" else game["black"]
            if other == "fair":
                self.assertEqual((game["end"], game["fault"]), ("normal", None), game["detail"])
                continue
            kind, word = VERDICTS[other]
            self.assertEqual((game["end"], game["fault"]), (kind, other), game["detail"])
            self.assertIn(word, game["detail"])
            self.assertEqual(game["score"], 0 if game["black"] == other else 1)
            self.assertIsNone(game["margin"])
        for mode, (kind, _) in VERDICTS.items():
            self.assertRegex(outcome.text, rf"(?m)^  {mode}: {kind} 2$")
        self.assertEqual(outcome.left, [])

    def test_unstarted_program(self):
        outcome = Outcome(mock("random", name="good"), ["cmd=/nowhere/engine", "name=bad"], "--games", 2, "--st", 1, "--recover")
        self.assertEqual([game["end"] for game in outcome.games], ["start", "start"])
        self.assertIn("cannot run", outcome.games[0]["detail"])

    def test_without_recover_the_match_stops_at_a_crash(self):
        outcome = Outcome(mock("random", name="good"), mock("dying", name="bad"), "--games", 8, "--st", 1)
        self.assertEqual(outcome.code, 1)
        self.assertEqual(len(outcome.games), 1)
        self.assertIn("bad ended or closed its output in mid-game", outcome.text)

    def test_harmless_oddities_are_no_failures(self):
        for mode, keys in (("stderr-flood", {}), ("edax", {}), ("rhino", {"passes": "implied"}), ("children", {})):
            with self.subTest(mode):
                outcome = Outcome(mock("random", name="good"), mock(mode, 5, 3, name="odd", **keys), "--games", 4, "--st", 2)
                self.assertEqual({(game["end"], game["fault"]) for game in outcome.games}, {("normal", None)}, outcome.text)
                self.assertEqual(outcome.left, [])

    def test_a_rejected_pass_shows_without_the_implied_setting(self):
        outcome = Outcome(mock("random", name="good"), mock("rhino", 5, 3, name="rhino"), "--games", 20, "--st", 2, "--recover")
        ends = {game["end"] for game in outcome.games if game["fault"]}
        self.assertEqual(ends, {"refused"})

    def test_a_busy_machine_excuses_no_engine_that_sleeps(self):
        outcome = Outcome(mock("random", name="good"), mock("slow", name="bad", **SLEEP), "--games", 2, *LIMITS)
        self.assertEqual({game["end"] for game in outcome.games}, {"time"})

    def test_ignored_quit_is_reported_and_cured(self):
        outcome = Outcome(mock("random", name="good"), mock("ignore-quit", name="bad"), "--games", 2, "--st", 2)
        self.assertIn("bad ignored quit and was killed", outcome.errors)
        self.assertEqual({game["end"] for game in outcome.games}, {"normal"})
        self.assertEqual(outcome.left, [])

    def test_resignation_counts_for_the_other(self):
        outcome = Outcome(mock("random", name="good"), mock("losing", name="meek"), "--games", 2, "--st", 2)
        self.assertEqual([(g["end"], g["fault"]) for g in outcome.games], [("resign", None)] * 2)
        self.assertEqual([g["score"] for g in outcome.games], [1 if g["white"] == "meek" else 0 for g in outcome.games])

    def test_numbered_commands_and_lenient_frames(self):
        outcome = Outcome(mock("random", name="good", ids="on"), mock("junk", name="chatty", frames="lenient"), "--games", 2, "--st", 2)
        self.assertEqual({game["end"] for game in outcome.games}, {"normal"}, outcome.text)
        outcome = Outcome(mock("random", name="good"), mock("wrong-id", name="bad", ids="on"), "--games", 2, "--st", 2, "--recover")
        self.assertIn("number", outcome.games[0]["detail"])
        self.assertEqual({game["end"] for game in outcome.games}, {"frame"})


class NBoard(unittest.TestCase):
    def test_whole_games_in_both_styles(self):
        for style in ("ntest", "edax"):
            outcome = Outcome(mock("random", name="good"), nboard(style), "--games", 8, "--st", 2)
            self.assertEqual({game["end"] for game in outcome.games}, {"normal"}, outcome.text)
            self.assertTrue(any("pass" in game["moves"] for game in outcome.games) or style == "edax")
            scores = [detail[4] for game in outcome.games for detail in game["details"] if detail[4] is not None]
            self.assertIn({"ntest": -1.63, "edax": 2.0}[style], scores)

    def test_verdicts(self):
        for style, kind in (("illegal", "illegal"), ("dying", "crash")):
            outcome = Outcome(mock("random", name="good"), nboard(style, "bad"), "--games", 2, "--st", 2, "--recover")
            self.assertEqual({(game["end"], game["fault"]) for game in outcome.games}, {(kind, "bad")})
            self.assertEqual(outcome.left, [])


class Clocks(unittest.TestCase):
    def test_fischer(self):
        clock = Clock(TimeControl.parse("1+0.5"))
        self.assertEqual(clock.spend(0.75, 0.1), 0)
        self.assertAlmostEqual(clock.budget(), 0.75)
        self.assertAlmostEqual(clock.spend(0.8, 0.1), 0.05)
        self.assertAlmostEqual(clock.budget(), 0.5)
        self.assertGreater(clock.spend(0.7, 0.1), 0.1)

    def test_canadian(self):
        clock = Clock(TimeControl.parse("2+3/2"))
        self.assertEqual(clock.told(), (2, 0))
        clock.spend(1, 0)
        self.assertEqual(clock.budget(), 4)
        clock.spend(2, 0)  # one second of main time, one of the period
        self.assertEqual(clock.told(), (2, 1))
        clock.spend(1.5, 0)
        self.assertEqual(clock.told(), (3, 2))
        self.assertGreater(clock.spend(3.5, 0), 0)

    def test_bad_words(self):
        for text in ("", "x", "10+", "1+2/0", "0", "-1", "1+nan", "5+3/x"):
            with self.assertRaises(ValueError, msg=text):
                TimeControl.parse(text)
        self.assertEqual(TimeControl.parse("1:30+2"), TimeControl.parse("90+2"))


class ProcessTimes(unittest.TestCase):
    def test_cpu_time_counts_work_not_waiting(self):
        busy = "import time\nt=time.process_time()\nwhile time.process_time()-t<0.3: pass\nprint('x',flush=True)\ntime.sleep(60)"
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write(busy)
            file.flush()
            # A shell in between: the work is done by a child.
            process = Process(f"sh -c 'python3 {file.name}; true'", None, environment())
            self.assertEqual(process.read_line(time.monotonic() + 120), "x")
            self.assertGreater(process.cpu_seconds(), 0.25)
            before = process.cpu_seconds()
            time.sleep(0.2)
            self.assertLess(process.cpu_seconds() - before, 0.1)
            process.kill()
            self.assertEqual(wait_for_none(), [])

    def test_an_answer_is_timed_from_its_own_command(self):
        process = Process("cat", None, environment())
        try:
            for text in ("one", "two"):
                time.sleep(0.2)  # the referee's own time
                began = time.monotonic()
                process.write_line(text, began + 20)
                self.assertEqual(process.read_line(began + 20), text)
                self.assertLessEqual(began, process.sent)
                self.assertLessEqual(process.sent, process.received)
                time.sleep(0.2)
                self.assertLess(process.received, time.monotonic() - 0.15)
        finally:
            process.kill()


if __name__ == "__main__":
    unittest.main()
