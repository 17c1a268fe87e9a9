"""The engine for asyncio."""
import asyncio
import unittest

from manyply import AsyncEngine, EngineError, EngineTerminatedError, Limit, Score

GAME = ["c2c3", "c5c4"]


class Asyncio(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.engine = AsyncEngine("minichess", jobs=2, fresh=True)

    async def asyncTearDown(self):
        await self.engine.close()

    async def test_everything_is_answered(self):
        engine = self.engine
        self.assertEqual((await engine.analyse(depth=3)).depth, 3)
        self.assertTrue((await engine.play(Limit(nodes=500))).move)
        self.assertEqual([info.turn for info in await engine.analyse_turns(GAME, nodes=500)], [0, 1, 2])
        self.assertEqual(len(await engine.batch(["startpos", "c2c3"], depth=2)), 2)
        self.assertEqual(len((await engine.show()).moves), 7)
        self.assertEqual((await engine.evaluate()).sides, ["White", "Black"])
        self.assertEqual((await engine.perft(3)).nodes, 452)
        self.assertEqual((await engine.solve(time=0.01)).value, "unknown")
        self.assertEqual((await engine.annotate(GAME, nodes=500)).plies, 2)

    async def test_searches_run_side_by_side(self):
        infos = await asyncio.gather(*(self.engine.analyse(depth=depth) for depth in range(1, 8)))
        self.assertEqual([info.depth for info in infos], list(range(1, 8)))

    async def test_a_search_reports_until_it_is_stopped(self):
        async with self.engine.analysis() as analysis:
            async for report in analysis:
                if report.depth >= 4:
                    analysis.stop()
        self.assertTrue(report.final and report.terminated)
        self.assertEqual(await analysis.wait(), report)
        async with self.engine.analysis(depth=3) as analysis:
            self.assertEqual((await analysis.wait()).depth, 3)

    async def test_a_search_that_is_cancelled_ends(self):
        for ask in (self.engine.analyse(time=60), self.engine.batch(["startpos"], time=60), self.engine.solve()):
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(ask, 0.1)
        lost = await self.engine.analyse(position="k4/2Q2/1K3/5/5/5 b - - 0 1", depth=3)
        self.assertEqual(lost.score, Score(loss=2))

    async def test_errors_are_raised(self):
        with self.assertRaisesRegex(EngineError, "e2e9"):
            await self.engine.analyse(moves=["e2e9"])
        with self.assertRaisesRegex(EngineError, "nothing"):
            await AsyncEngine("nothing").analyse()
        await self.engine.close()
        with self.assertRaises(EngineTerminatedError):
            await self.engine.analyse()


if __name__ == "__main__":
    unittest.main()
