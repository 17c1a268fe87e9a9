"""How what a caller wants is said to the program, for both kinds of engines."""
from __future__ import annotations

import dataclasses
import os
import weakref
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, TypedDict, Union

from .program import Command, find_program
from .service import Service

Moves = Union[str, Sequence[str]]
"""Moves from a position: a list, or a text as behind ``--moves``."""
FOREVER = 1e8
"""The longest time of a query, in seconds."""


@dataclass(frozen=True)
class Limit:
    """When a search ends: at the first limit that it reaches."""

    time: Optional[float] = None
    """Seconds."""
    depth: Optional[int] = None
    """Plies."""
    nodes: Optional[int] = None


class Where(TypedDict, total=False):
    """A position: the game's start where nothing else is said, and the moves from there."""

    position: Optional[str]
    moves: Moves


class Limits(TypedDict, total=False):
    """The fields of a :class:`Limit`, as arguments of their own."""

    time: Optional[float]
    depth: Optional[int]
    nodes: Optional[int]


class Search(Limits, total=False):
    """How to search."""

    multipv: Optional[int]
    """How many lines."""
    model: Optional[str]
    """With three sides: what the others are assumed to do."""
    engine: Optional[str]
    """Which search: alphabeta, or mcts, from the rules alone."""


class Turns(Search, total=False):
    """From where a game began, and how to search."""

    position: Optional[str]


class Ask(Where, Search, total=False):
    """What to search, and how."""

    root_moves: Optional[Moves]
    """Consider only these."""
    level: Optional[int]
    """How well to play, from 1, a beginner, to 10."""


class Base:
    """A running program for one game under one set of rules."""

    def __init__(
        self,
        game: str,
        *,
        rules: str = "",
        program: Optional[str] = None,
        jobs: int = 1,
        threads: int = 1,
        hash_mib: int = 64,
        memory_mib: Optional[int] = None,
        fresh: bool = False,
        tables: Optional[Union[str, os.PathLike[str]]] = None,
        network: Optional[Union[str, os.PathLike[str]]] = None,
    ) -> None:
        """Starts the program.

        :param game: its name, as :func:`manyply.games` lists them
        :param rules: as in ``"rule=renju,size=15"``; the default is the game's own
        :param program: its file; the default is :func:`manyply.find_program`
        :param jobs: positions that are searched at once
        :param threads: of each search
        :param hash_mib: the transposition table of each search
        :param memory_mib: of all solvers together; the default is half of what is free
        :param fresh: whether every search begins with an empty table, so that it depends on no other
        :param tables: a folder of endgame tables
        :param network: a file with a network instead of the game's own evaluation
        """
        self.game, self.rules = game, rules
        self._program = program or find_program()
        self._jobs, self._threads = jobs, threads
        # What all commands take.
        self._common = options(tables=tables and os.fspath(tables), network=network and os.fspath(network))
        self._hash = options(hash=hash_mib)
        own = options(jobs=jobs, threads=threads, memory=memory_mib) + (["--fresh"] if fresh else [])
        self._service = Service([self._program, "query", *own, *self._hash, *self._common])
        self._finalizer = weakref.finalize(self, self._service.close)
        try:
            self._check()
        except BaseException:
            self._close()
            raise

    def _check(self) -> None:
        """Whether there is such a game; where nothing waits the first question says it."""

    def _close(self) -> None:
        self._finalizer()

    def _query(self, action: str = "analyze", **more: Any) -> Dict[str, Any]:
        """A query about a position."""
        query = {"action": action, "game": self.game, "rules": self.rules, **more}
        return {name: value for name, value in query.items() if value is not None}

    def _search(self, limit: Optional[Limit], ask: Mapping[str, Any], **more: Any) -> Dict[str, Any]:
        """The query of a search."""
        return self._query(**_search_fields(limit, **ask), **more)

    def _reporting(self, limit: Optional[Limit], every: float, ask: Mapping[str, Any]) -> Dict[str, Any]:
        """The query of a search that reports, without an end if there is no limit."""
        query = self._search(limit, ask, reportEvery=max(every, 1e-9))
        return query if {"seconds", "depth", "nodes"} & query.keys() else {**query, "seconds": FOREVER}

    def _turns(
        self, moves: Moves, limit: Optional[Limit], turns: Optional[Sequence[int]], ask: Mapping[str, Any]
    ) -> Dict[str, Any]:
        """The query of a search of several positions of a game."""
        moves = moves.split() if isinstance(moves, str) else moves
        turns = range(len(moves) + 1) if turns is None else turns
        return self._search(limit, {**ask, "moves": moves}, analyzeTurns=list(turns))

    def _command(self, name: str, *rest: str, where: Mapping[str, Any] = {}, text: str = "") -> Command:
        """A command about a position."""
        return Command([self._program, name, self.game, *rest, *self._where(**where), "--json"], text)

    def _where(self, position: Optional[str] = None, moves: Moves = ()) -> List[str]:
        moves = moves if isinstance(moves, str) else " ".join(moves)
        return options(rules=self.rules or None, position=position, moves=moves or None)

    def _perft(self, depth: int, divide: bool, full: bool, where: Mapping[str, Any]) -> Command:
        flags = ["--divide"] * divide + ["--full"] * full
        return self._command("perft", str(depth), *flags, *options(threads=self._threads), where=where)

    def _solve(self, time: Optional[float], method: Optional[str], where: Mapping[str, Any]) -> Command:
        rest = options(time=_time(time), method=method, threads=self._threads)
        return self._command("solve", *rest, *self._common, where=where)

    def _annotate(self, limit: Optional[Limit], limits: Mapping[str, Any], where: Mapping[str, Any]) -> Command:
        rest = options(threads=self._threads, **_limits(limit, **limits))
        return self._command("annotate", *rest, *self._hash, *self._common, where=where)

    def _batch(self, positions: Iterable[str], limit: Optional[Limit], search: Mapping[str, Any]) -> Command:
        rest = options(**_search_options(limit, **search), threads=self._jobs)
        text = "".join(f"{line}\n" for line in map(_single, positions))
        return self._command("analyze", "--file=-", *rest, *self._hash, *self._common, text=text)


def options(**values: Any) -> List[str]:
    """Options of the command line; those without a value are left out."""
    return [f"--{name.replace('_', '-')}={value}" for name, value in values.items() if value is not None]


def _search_fields(
    limit: Optional[Limit] = None,
    *,
    position: Optional[str] = None,
    moves: Moves = (),
    root_moves: Optional[Moves] = None,
    level: Optional[int] = None,
    multipv: Optional[int] = None,
    model: Optional[str] = None,
    engine: Optional[str] = None,
    **limits: Any,
) -> Dict[str, Any]:
    """The fields of a query that searches."""
    limit = _limit(limit, **limits)
    fields: Dict[str, Any] = {"seconds": limit.time, "depth": limit.depth, "nodes": limit.nodes}
    fields.update(position=position, moves=_list(moves), level=level, multipv=multipv, model=model, engine=engine)
    return {**fields, "rootMoves": root_moves if root_moves is None else _list(root_moves)}


def _search_options(
    limit: Optional[Limit],
    *,
    multipv: Optional[int] = None,
    model: Optional[str] = None,
    engine: Optional[str] = None,
    **limits: Any,
) -> Dict[str, Any]:
    return {**_limits(limit, **limits), "multipv": multipv, "model": model, "engine": engine}


def _limits(limit: Optional[Limit], **limits: Any) -> Dict[str, Any]:
    limit = _limit(limit, **limits)
    return {"time": _time(limit.time), "depth": limit.depth, "nodes": limit.nodes}


def _limit(
    limit: Optional[Limit],
    *,
    time: Optional[float] = None,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
) -> Limit:
    own: Dict[str, Any] = {"time": time, "depth": depth, "nodes": nodes}
    return dataclasses.replace(limit or Limit(), **{name: n for name, n in own.items() if n is not None})


def _time(seconds: Optional[float]) -> Optional[str]:
    return None if seconds is None else f"{round(seconds * 1e6)}us"


def _list(moves: Moves) -> Union[str, List[str]]:
    return moves if isinstance(moves, str) else list(moves)


def _single(position: str) -> str:
    """A position as a line of a file."""
    line = position.rstrip("\r\n")
    if "\n" in line:
        raise ValueError(f"{position!r} has several lines; expected a position")
    return line
