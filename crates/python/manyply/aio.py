"""The engine for asyncio: the same methods as coroutines."""
from __future__ import annotations

import asyncio
from types import TracebackType
from typing import TYPE_CHECKING, AsyncIterator, Iterable, List, Optional, Sequence, Type, Union

from . import results
from .asking import Ask, Base, Limit, Limits, Moves, Search, Turns, Where
from .errors import EngineError
from .program import Command
from .results import AnnotatedGame, Batch, Evaluation, Info, Json, Perft, PlayResult, Position, Solution

if TYPE_CHECKING:
    from typing_extensions import Unpack


class _Answers:
    """Answers on their way from the thread that reads to a loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Union[Json, EngineError]] = asyncio.Queue()

    def deliver(self, answer: Union[Json, EngineError]) -> None:
        try:
            self._loop.call_soon_threadsafe(self._queue.put_nowait, answer)
        except RuntimeError:
            pass  # The loop is closed, and nobody waits.

    async def next(self) -> Json:
        answer = await self._queue.get()
        if isinstance(answer, EngineError):
            raise answer
        return answer


class AsyncEngine(Base):
    """A running engine for one game: as :class:`manyply.Engine`, whose methods are coroutines here.

    Searches run side by side, as many at once as ``jobs`` says; one that is cancelled is ended.
    """

    async def analyse(self, limit: Optional[Limit] = None, **ask: Unpack[Ask]) -> Info:
        """Searches a position: one second, if no limit is said."""
        return results.read(Info, (await self._answers(self._search(limit, ask)))[0])

    async def play(self, limit: Optional[Limit] = None, **ask: Unpack[Ask]) -> PlayResult:
        """The move that the engine would make."""
        return results.play_result(await self.analyse(limit, **ask))

    def analysis(self, limit: Optional[Limit] = None, *, every: float = 0.0, **ask: Unpack[Ask]) -> AsyncAnalysis:
        """A search that reports while it goes on; it begins with ``async with``.

        >>> async with engine.analysis(moves=["c2c3"]) as analysis:
        ...     async for info in analysis:
        ...         print(info.depth, info.score)
        """
        return AsyncAnalysis(self, self._reporting(limit, every, ask))

    async def analyse_turns(
        self,
        moves: Moves,
        limit: Optional[Limit] = None,
        *,
        turns: Optional[Sequence[int]] = None,
        **ask: Unpack[Turns],
    ) -> Batch:
        """Searches the positions of a game: after each of its moves, or after so many moves as ``turns`` says."""
        return results.in_order(await self._answers(self._turns(moves, limit, turns, ask)))

    async def batch(self, positions: Iterable[str], limit: Optional[Limit] = None, **search: Unpack[Search]) -> Batch:
        """Searches many positions, ``jobs`` at once, each with an empty table; a limit must be said."""
        return results.batch(await self._run(self._batch(positions, limit, search)))

    async def show(self, **where: Unpack[Where]) -> Position:
        """A position in words, with its legal moves."""
        return results.read(Position, (await self._answers(self._query("show", **where)))[0])

    async def evaluate(self, **where: Unpack[Where]) -> Evaluation:
        """The static evaluation of a position."""
        return results.read(Evaluation, (await self._answers(self._query("eval", **where)))[0])

    async def perft(self, depth: int, *, divide: bool = False, full: bool = False, **where: Unpack[Where]) -> Perft:
        """Counts the lines of play of so many plies."""
        return results.perft(await self._run(self._perft(depth, divide, full, where)))

    async def solve(
        self, *, time: Optional[float] = None, method: Optional[str] = None, **where: Unpack[Where]
    ) -> Solution:
        """The exact value of a position, or ``"unknown"`` once the time is over."""
        return results.read(Solution, (await self._run(self._solve(time, method, where)))[-1])

    async def annotate(
        self,
        moves: Moves,
        limit: Optional[Limit] = None,
        *,
        position: Optional[str] = None,
        **limits: Unpack[Limits],
    ) -> AnnotatedGame:
        """Looks at a game move by move: what each was worth, and what was better."""
        where = {"moves": moves, "position": position}
        return results.annotated(await self._run(self._annotate(limit, limits, where)))

    async def close(self) -> None:
        """Ends the program."""
        self._close()

    quit = close

    async def _answers(self, query: Json) -> List[Json]:
        answers = _Answers()
        name = self._service.ask(query, answers.deliver)
        try:
            return [await answers.next() for _ in query.get("analyzeTurns", [0])]
        except BaseException:
            self._service.terminate(name)
            raise

    @staticmethod
    async def _run(command: Command) -> List[Json]:
        try:
            return await asyncio.get_running_loop().run_in_executor(None, command.answers)
        except asyncio.CancelledError:
            command.kill()
            raise

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()


class AsyncAnalysis:
    """A search that goes on: iterate over its reports, the last of which has ``final``."""

    def __init__(self, engine: AsyncEngine, query: Json) -> None:
        self._engine, self._query = engine, query
        self._name = ""
        self._info: Optional[Info] = None

    @property
    def info(self) -> Optional[Info]:
        """The last report that was looked at."""
        return self._info

    def stop(self) -> None:
        """Ends the search; what it has found is still reported."""
        self._engine._service.terminate(self._name)

    async def wait(self) -> Info:
        """The final report, once the search has ended."""
        async for _ in self:
            pass
        assert self._info
        return self._info

    async def __aiter__(self) -> AsyncIterator[Info]:
        while not (self._info and self._info.final):
            self._info = results.read(Info, await self._answers.next())
            yield self._info

    async def __aenter__(self) -> AsyncAnalysis:
        self._answers = _Answers()
        self._name = self._engine._service.ask(self._query, self._answers.deliver)
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()
