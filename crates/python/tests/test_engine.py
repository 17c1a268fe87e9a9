"""What the engine answers, and that it ends with those who asked."""
import gc
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

import manyply
from manyply import Engine, EngineError, EngineTerminatedError, Limit, Score

GAME = ["c2c3", "c5c4"]
LOST = "k4/2Q2/1K3/5/5/5 b - - 0 1"


class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = Engine("minichess", fresh=True)

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def test_an_analysis_agrees_with_itself(self):
        info = self.engine.analyse(moves=GAME, nodes=2000, multipv=3)
        self.assertEqual([line.multipv for line in info.lines], [1, 2, 3])
        self.assertEqual((info.bestmove, info.score, info.pv), (info.pv[0], info.lines[0].score, info.lines[0].pv))
        self.assertEqual((info.to_move, info.result, info.final, info.terminated), ("White", None, True, False))
        again = self.engine.analyse(Limit(nodes=2000), moves=" ".join(GAME), multipv=3)
        self.assertEqual(info, self._but_times(again, info))

    @staticmethod
    def _but_times(info, other):
        return manyply.results.dataclasses.replace(info, seconds=other.seconds, nps=other.nps)

    def test_limits_hold_each_by_itself_and_together(self):
        self.assertEqual(self.engine.analyse(depth=3).depth, 3)
        self.assertLessEqual(self.engine.analyse(Limit(depth=20), nodes=500).nodes, 600)
        started = time.monotonic()
        self.engine.analyse(time=0.1)
        self.assertLess(time.monotonic() - started, 5)

    def test_only_some_moves_are_looked_at(self):
        self.assertEqual(self.engine.analyse(depth=3, root_moves=["a2a3"]).bestmove, "a2a3")

    def test_a_move_is_played(self):
        result = self.engine.play(position=LOST, depth=5)
        self.assertEqual((result.move, result.ponder, result.info.score), ("a6a5", "b4a5", Score(loss=2)))
        over = self.engine.play(position=LOST, moves=["a6a5", "b4a5"], depth=5)
        self.assertEqual((over.move, over.info.result), (None, "White wins"))

    def test_turns_of_a_game_come_in_order(self):
        infos = self.engine.analyse_turns(GAME, nodes=500)
        self.assertEqual([info.turn for info in infos], [0, 1, 2])
        self.assertEqual([info.turn for info in self.engine.analyse_turns(GAME, nodes=500, turns=[2, 0])], [0, 2])

    def test_reports_get_deeper_and_end_with_the_final_one(self):
        with self.engine.analysis(depth=6) as analysis:
            reports = list(analysis)
        self.assertEqual([report.final for report in reports], [False] * (len(reports) - 1) + [True])
        self.assertEqual(sorted(report.depth for report in reports), [report.depth for report in reports])
        self.assertEqual((reports[-1], reports[-1]), (analysis.wait(), analysis.info))
        self.assertEqual(list(analysis), reports[-1:], "whoever comes later gets the end")

    def test_a_search_without_limits_goes_on_until_it_is_stopped(self):
        with self.engine.analysis() as analysis:
            for report in analysis:
                if report.depth >= 4:
                    break
        self.assertTrue(analysis.wait().terminated)
        self.assertEqual(self.engine.analyse(depth=2).depth, 2)

    def test_another_thread_stops_a_search(self):
        analysis = self.engine.analysis()
        threads = [threading.Timer(0.05, analysis.stop) for _ in range(4)]
        for thread in threads:
            thread.start()
        self.assertTrue(analysis.wait().final)
        for thread in threads:
            thread.join()
        analysis.stop()

    def test_many_threads_ask_at_once(self):
        found = []
        ask = lambda nodes: found.append(self.engine.analyse(nodes=nodes).nodes // 100)  # noqa: E731
        threads = [threading.Thread(target=ask, args=(100 * number,)) for number in range(5, 15)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(found), list(range(5, 15)))

    def test_positions_are_shown_and_evaluated(self):
        position = self.engine.show(moves=GAME)
        self.assertIn("d2d3", position.moves)
        evaluation = self.engine.evaluate()
        self.assertEqual(evaluation.sides, ["White", "Black"])
        self.assertEqual(sum(values[0] for values in evaluation.terms.values()), evaluation.total[0])

    def test_lines_of_play_are_counted(self):
        count = self.engine.perft(3, divide=True)
        self.assertEqual((count.nodes, sum(count.branches.values()), len(count.branches)), (452, 452, 7))
        self.assertEqual(self.engine.perft(2, full=True, moves=GAME).mode, "full")

    def test_values_are_proved(self):
        solution = self.engine.solve(position=LOST)
        self.assertEqual((solution.value, solution.plies, solution.line), ("loss", 2, ["a6a5", "b4a5"]))
        self.assertEqual(self.engine.solve(time=0.01).value, "unknown")

    def test_games_are_annotated(self):
        game = self.engine.annotate(GAME, nodes=500)
        self.assertEqual([move.move for move in game.moves], GAME)
        self.assertTrue(0 < game.moves[0].chance < 1 and game.moves[0].score is not None)
        self.assertEqual((game.plies, game.sides), (2, ["White", "Black"]))

    def test_a_batch_is_in_order(self):
        infos = self.engine.batch(["startpos\n", "# no position", "", "c2c3 c5c4", LOST], depth=3)
        self.assertEqual([info.line for info in infos], [1, 4, 5])
        self.assertEqual(infos[2].score, Score(loss=2))

    def test_errors_are_the_texts_of_the_program(self):
        for wrong, text in [
            (lambda: self.engine.analyse(moves=["e2e9"]), "moves: move 1: \"e2e9\""),
            (lambda: self.engine.analyse(position="?"), "position: "),
            (lambda: self.engine.analyse(depth=0), "depth: expected"),
            (lambda: self.engine.analyse(time=-1), "seconds: expected"),
            (lambda: self.engine.batch(["?"], depth=1), "--file: -: line 1: "),
            (lambda: self.engine.batch([], depth=1), "no position"),
            (lambda: self.engine.batch(["startpos"]), "no limit"),
            (lambda: self.engine.perft(-1), "-1"),
            (lambda: self.engine.annotate([]), "no moves"),
            (lambda: Engine("minichss"), 'game: no game is called "minichss"'),
            (lambda: Engine("hop", rules="?"), "rules: "),
            (lambda: Engine("hop", jobs=0), "--jobs"),
            (lambda: Engine("hop", program="/nothing"), "/nothing cannot be started"),
        ]:
            with self.assertRaises(EngineError) as raised:
                wrong()
            self.assertIn(text, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))
        with self.assertRaises(EngineError) as raised:
            self.engine.analyse(depth=0)
        self.assertEqual(raised.exception.field, "depth")
        with self.assertRaises(TypeError):
            self.engine.analyse(nods=1)
        with self.assertRaises(ValueError):
            self.engine.batch(["startpos\nstartpos"], depth=1)

    def test_rules_hold_for_everything(self):
        with Engine("gomoku", rules="size=7") as engine:
            self.assertIn("size=7", engine.show().rules)
            self.assertEqual(engine.perft(1).nodes, 49)
            self.assertIn("size=7", engine.batch(["startpos"], depth=1)[0].rules)


class Ends(unittest.TestCase):
    def process(self, engine):
        return engine._service._process

    def test_a_closed_engine_says_so_and_leaves_no_process(self):
        engine = Engine("hop")
        analysis = engine.analysis()
        engine.close()
        engine.quit()
        self.assertIsNotNone(self.process(engine).returncode)
        for ask in (analysis.wait, lambda: list(analysis), engine.analyse):
            with self.assertRaisesRegex(EngineTerminatedError, "closed"):
                ask()

    def test_a_killed_program_is_an_exception(self):
        with Engine("hop") as engine:
            with engine.analysis() as analysis:
                next(iter(analysis))
                self.process(engine).kill()
                for ask in (analysis.wait, engine.analyse):
                    with self.assertRaisesRegex(EngineTerminatedError, "the program (was ended by|ended with)"):
                        ask()

    def test_a_program_that_complains_is_heard(self):
        with tempfile.TemporaryDirectory() as folder:
            liar = pathlib.Path(folder, "liar.py")
            liar.write_text("import sys; input(); print('{\"type\"'); print('no memory', file=sys.stderr); sys.exit(3)")
            script = pathlib.Path(folder, "program")
            script.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{liar}"\n')
            script.chmod(0o755)
            with self.assertRaisesRegex(EngineTerminatedError, "exit code 3: no memory|signal 9"):
                Engine("hop", program=str(script))

    def test_who_forgets_an_engine_ends_it(self):
        engine = Engine("hop")
        process = self.process(engine)
        analysis = engine.analysis()
        del engine
        gc.collect()
        next(iter(analysis))
        del analysis
        gc.collect()
        self.assertIsNotNone(process.returncode)

    def test_the_end_of_python_ends_the_program(self):
        script = """if True:
            import manyply
            engine = manyply.Engine("hop")
            analysis = engine.analysis()
            next(iter(analysis))
            print(engine._service._process.pid)
        """
        pid = int(subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.PIPE, timeout=30).stdout)
        if os.name == "posix":
            with self.assertRaises(ProcessLookupError):
                os.kill(pid, 0)

    @unittest.skipUnless(os.name == "posix", "Windows has no signals to a process of its own")
    def test_ctrl_c_ends_a_search_and_no_engine(self):
        # A shell has its background jobs ignore it.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        with Engine("hop", fresh=True) as engine:
            threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
            with self.assertRaises(KeyboardInterrupt):
                engine.analyse(time=60)
            self.assertEqual(engine.analyse(depth=2).depth, 2)
            threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
            with self.assertRaises(KeyboardInterrupt):
                engine.batch(["startpos"], time=60)


class Program(unittest.TestCase):
    def test_all_games_begin(self):
        for game in manyply.games():
            with Engine(game.game) as engine:
                self.assertTrue(engine.analyse(nodes=300).bestmove, game.game)
                self.assertTrue(game.summary and game.options)

    def test_what_is_named_is_taken(self):
        with mock.patch.dict(os.environ, {"MANYPLY": "/named"}):
            self.assertEqual(manyply.find_program(), "/named")
        name = "manyply.exe" if os.name == "nt" else "manyply"
        with tempfile.TemporaryDirectory() as beside, tempfile.TemporaryDirectory() as path:
            for folder in (path, beside):
                pathlib.Path(folder, name).touch(0o755)
                with mock.patch.dict(os.environ, {"PATH": path}), mock.patch("sysconfig.get_path", return_value=beside):
                    os.environ.pop("MANYPLY", None)
                    self.assertEqual(manyply.find_program(), str(pathlib.Path(folder, name)))
        with mock.patch.dict(os.environ, {"PATH": ""}), mock.patch("sysconfig.get_path", return_value="/nothing"):
            os.environ.pop("MANYPLY", None)
            self.assertRaisesRegex(EngineError, "PATH", manyply.find_program)


class Scores(unittest.TestCase):
    def test_scores_are_ordered_and_in_words(self):
        scores = [Score(loss=2), Score(loss=8), Score(cp=-300), Score(draw=True), Score(cp=15)]
        scores += [Score(win=9), Score(win=1)]
        self.assertEqual(sorted(scores[::-1]), scores)
        words = ["loss in 2 plies", "loss in 8 plies", "-3.00", "draw", "+0.15", "win in 9 plies", "win in 1 ply"]
        self.assertEqual([str(score) for score in scores], words)
        self.assertEqual([score.is_proven for score in scores], [True, True, False, True, False, True, True])

    def test_tables_have_a_row_each(self):
        with Engine("minichess") as engine:
            infos, game = engine.batch(["startpos", LOST], depth=3), engine.annotate(GAME, nodes=500)
        try:
            import pandas
        except ImportError:
            self.assertRaises(ImportError, infos.to_pandas)
            return
        frame = infos.to_pandas()
        self.assertEqual(list(frame.bestmove), ["c2c3", "a6a5"])
        self.assertEqual((frame.loss[1], frame.cp.isna().tolist()), (2, [False, True]))
        self.assertEqual(list(game.to_pandas().move), GAME)
        self.assertIsInstance(frame, pandas.DataFrame)


if __name__ == "__main__":
    unittest.main()
