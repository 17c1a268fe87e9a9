"""The engine, as it is asked by one thread or many that wait for their answers."""
from __future__ import annotations

import threading
import weakref
from queue import SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Iterable, Iterator, List, Optional, Sequence, Type, Union

from . import results
from .asking import Ask, Base, Limit, Limits, Moves, Search, Turns, Where
from .errors import EngineError
from .results import AnnotatedGame, Batch, Evaluation, Info, Json, Perft, PlayResult, Position, Solution

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Engine(Base):
    """A running engine for one game. Any thread may ask; use it in ``with``, or ``close`` it."""

    def _check(self) -> None:
        self.show()

    def analyse(self, limit: Optional[Limit] = None, **ask: Unpack[Ask]) -> Info:
        """Searches a position: one second, if no limit is said.

        >>> engine.analyse(moves=["c2c3", "c5c4"], time=1.0, multipv=3)
        """
        return results.read(Info, self._answers(self._search(limit, ask))[0])

    def play(self, limit: Optional[Limit] = None, **ask: Unpack[Ask]) -> PlayResult:
        """The move that the engine would make."""
        return results.play_result(self.analyse(limit, **ask))

    def analysis(self, limit: Optional[Limit] = None, *, every: float = 0.0, **ask: Unpack[Ask]) -> Analysis:
        """Begins a search that reports while it goes on, until it is stopped if no limit is said.

        :param every: at most one report in so many seconds

        >>> with engine.analysis(moves=["c2c3"]) as analysis:
        ...     for info in analysis:
        ...         if info.depth >= 10:
        ...             break
        """
        return Analysis(self, self._reporting(limit, every, ask))

    def analyse_turns(
        self,
        moves: Moves,
        limit: Optional[Limit] = None,
        *,
        turns: Optional[Sequence[int]] = None,
        **ask: Unpack[Turns],
    ) -> Batch:
        """Searches the positions of a game: after each of its moves, or after so many moves as ``turns`` says."""
        return results.in_order(self._answers(self._turns(moves, limit, turns, ask)))

    def batch(self, positions: Iterable[str], limit: Optional[Limit] = None, **search: Unpack[Search]) -> Batch:
        """Searches many positions, ``jobs`` at once, each with an empty table; a limit must be said.

        A position is what a line of the file of ``manyply analyze --file`` is: ``POSITION``, ``POSITION moves m1 m2``,
        or moves from the start. Empty lines and those that begin with ``# `` are passed over.
        """
        return results.batch(self._batch(positions, limit, search).answers())

    def show(self, **where: Unpack[Where]) -> Position:
        """A position in words, with its legal moves."""
        return results.read(Position, self._answers(self._query("show", **where))[0])

    def evaluate(self, **where: Unpack[Where]) -> Evaluation:
        """The static evaluation of a position."""
        return results.read(Evaluation, self._answers(self._query("eval", **where))[0])

    def perft(self, depth: int, *, divide: bool = False, full: bool = False, **where: Unpack[Where]) -> Perft:
        """Counts the lines of play of so many plies.

        :param divide: whether to count for each first move, too
        :param full: whether to make the moves of the last ply
        """
        return results.perft(self._perft(depth, divide, full, where).answers())

    def solve(
        self, *, time: Optional[float] = None, method: Optional[str] = None, **where: Unpack[Where]
    ) -> Solution:
        """The exact value of a position, or ``"unknown"`` once the time is over.

        :param method: the kind of proof to look for, as ``manyply solve --method``
        """
        return results.read(Solution, self._solve(time, method, where).answers()[-1])

    def annotate(
        self,
        moves: Moves,
        limit: Optional[Limit] = None,
        *,
        position: Optional[str] = None,
        **limits: Unpack[Limits],
    ) -> AnnotatedGame:
        """Looks at a game move by move: what each was worth, and what was better; 0.1 s each if no limit is said."""
        where = {"moves": moves, "position": position}
        return results.annotated(self._annotate(limit, limits, where).answers())

    def close(self) -> None:
        """Ends the program; whoever waits for an answer gets an :class:`EngineTerminatedError`."""
        self._close()

    quit = close

    def _answers(self, query: Json) -> List[Json]:
        answers: SimpleQueue[Union[Json, EngineError]] = SimpleQueue()
        name = self._service.ask(query, answers.put)
        found: List[Json] = []
        try:
            for _ in query.get("analyzeTurns", [0]):
                answer = answers.get()
                if isinstance(answer, EngineError):
                    raise answer
                found.append(answer)
        except BaseException:
            # Whoever stops waiting, as by Ctrl-C, wants no more of it.
            self._service.terminate(name)
            raise
        return found

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


class Analysis:
    """A search that goes on: iterate over its reports, the last of which has ``final``; leaving ``with`` stops it."""

    def __init__(self, engine: Engine, query: Json) -> None:
        self._engine = engine  # which lives as long as this
        self._reports: SimpleQueue[Union[Info, EngineError]] = SimpleQueue()
        self._is_done = threading.Event()
        self._error: Optional[EngineError] = None
        self._info: Optional[Info] = None
        # A search that nobody holds any more keeps no engine.
        deliver = weakref.WeakMethod(self._deliver)
        self._name = engine._service.ask(query, lambda answer: (deliver() or _forget)(answer))

    @property
    def info(self) -> Optional[Info]:
        """The last report so far."""
        return self._info

    def stop(self) -> None:
        """Ends the search, from any thread; what it has found is still reported."""
        self._engine._service.terminate(self._name)

    def wait(self) -> Info:
        """The final report, once the search has ended."""
        self._is_done.wait()
        if self._error:
            raise self._error
        assert self._info
        return self._info

    def _deliver(self, answer: Union[Json, EngineError]) -> None:
        if isinstance(answer, EngineError):
            self._error = answer
            self._reports.put(answer)
        else:
            self._info = results.read(Info, answer)
            self._reports.put(self._info)
        if self._error or (self._info and self._info.final):
            self._is_done.set()

    def __iter__(self) -> Iterator[Info]:
        while True:
            report = self._reports.get()
            if isinstance(report, EngineError) or report.final:
                # Whoever comes later gets the end, too.
                self._reports.put(report)
            if isinstance(report, EngineError):
                raise report
            yield report
            if report.final:
                return

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()


def _forget(_: object) -> None:
    """Nobody is there."""
