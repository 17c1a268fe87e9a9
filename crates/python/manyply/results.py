"""What the program answers, as objects: each has the fields of the JSON object of its name.

docs/reference/json.md describes every field.
"""
from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Type, TypeVar

if TYPE_CHECKING:
    import pandas

Json = Mapping[str, Any]
T = TypeVar("T")

WIN = 32_000
"""A win at once in :meth:`Score.hundredths`; a win in n plies is n less."""


@dataclass(frozen=True)
class Score:
    """A value from the view of the side to move; exactly one of the fields is set."""

    cp: Optional[int] = None
    """An evaluation, in hundredths of the game's unit."""
    win: Optional[int] = None
    """A proven win in so many plies."""
    loss: Optional[int] = None
    """A proven loss in so many plies."""
    draw: bool = False
    """A proven draw."""

    @property
    def is_proven(self) -> bool:
        """Whether it is exact, and no evaluation."""
        return self.cp is None

    def hundredths(self) -> int:
        """A number that orders scores, proven ones too: a win in n plies is 32000 - n, a loss the negative."""
        if self.win is not None:
            return WIN - self.win
        if self.loss is not None:
            return self.loss - WIN
        return self.cp or 0

    def __lt__(self, other: Score) -> bool:
        return self.hundredths() < other.hundredths()

    def __str__(self) -> str:
        if self.win is not None:
            return f"win in {plies(self.win)}"
        if self.loss is not None:
            return f"loss in {plies(self.loss)}"
        return "draw" if self.draw else f"{(self.cp or 0) / 100:+.2f}"


def plies(number: int) -> str:
    """One ply, two plies."""
    return f"{number} {'ply' if number == 1 else 'plies'}"


@dataclass(frozen=True)
class Line:
    """One of the best lines of a search."""

    multipv: int
    depth: int
    seldepth: int
    score: Score
    pv: List[str]
    bound: Optional[str] = None
    values: Optional[List[Score]] = None


@dataclass(frozen=True)
class Solving:
    """What the game's own solver is doing."""

    doing: str
    part: float


@dataclass(frozen=True)
class Info:
    """What is known of a position: the end of a search or, where ``final`` is false, what it knows so far."""

    game: str
    position: str
    rules: str
    to_move: Optional[str]
    result: Optional[str]
    final: bool
    terminated: bool
    bestmove: Optional[str]
    score: Optional[Score]
    depth: int
    nodes: int
    nps: int
    seconds: float
    pv: List[str]
    lines: List[Line]
    bound: Optional[str] = None
    chance: Optional[float] = None
    engine: Optional[str] = None
    model: Optional[str] = None
    hashfull: int = 0
    solved_by: Optional[str] = None
    solver: Optional[Solving] = None
    turn: Optional[int] = None
    line: Optional[int] = None
    number: Optional[int] = None


@dataclass(frozen=True)
class PlayResult:
    """The move that the engine would make; None once the game is over."""

    move: Optional[str]
    ponder: Optional[str]
    """The reply that it expects."""
    info: Info


@dataclass(frozen=True)
class Position:
    """A position in words."""

    game: str
    position: str
    rules: str
    to_move: Optional[str]
    moves: List[str]
    """The legal moves."""
    result: Optional[str]


@dataclass(frozen=True)
class Evaluation:
    """A static evaluation; ``terms`` and ``total`` have a number for each side, in hundredths."""

    game: str
    position: str
    sides: List[str]
    terms: Dict[str, List[int]]
    total: List[int]
    result: Optional[str]


@dataclass(frozen=True)
class Solution:
    """An exact value for the side to move, or ``"unknown"``."""

    game: str
    position: str
    value: str
    plies: Optional[int]
    best: List[str]
    line: List[str]
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Perft:
    """A count of lines of play."""

    game: str
    position: str
    depth: int
    mode: str
    nodes: int
    seconds: float
    nps: int
    branches: Dict[str, int] = field(default_factory=dict)
    """With ``divide``: the lines that begin with each move."""


@dataclass(frozen=True)
class Annotation:
    """A move of an annotated game."""

    ply: int
    side: str
    move: str
    position: str
    bestmove: str
    pv: List[str]
    score: Score
    after: Score
    loss: Optional[int]
    chance: float
    chance_after: float
    chances: List[float]
    mark: Optional[str]
    missed_win: bool
    depth: int
    nodes: int
    number: Optional[int] = None


@dataclass(frozen=True)
class AnnotatedGame:
    """A game looked at again, move by move."""

    game: str
    rules: str
    start: str
    sides: List[str]
    plies: int
    result: Optional[str]
    decided: Optional[int]
    mean_loss: List[Optional[float]]
    chances: List[float]
    moves: List[Annotation]

    def to_pandas(self) -> pandas.DataFrame:
        """The moves as a table, a row each."""
        return _frame([_row(move) for move in self.moves])


@dataclass(frozen=True)
class Game:
    """A game that the program knows, and the options of its rules."""

    game: str
    summary: str
    options: List[str]


class Batch(List[Info]):
    """The results of many positions, in order."""

    def to_pandas(self) -> pandas.DataFrame:
        """A table, a row for each position; needs pandas."""
        return _frame([_row(info) for info in self])


def _row(result: Any) -> Dict[str, Any]:
    """A result as the fields of a row: scores in columns of their own, moves as a text."""
    row: Dict[str, Any] = {}
    for one in dataclasses.fields(result):
        value = getattr(result, one.name)
        if one.name == "score":
            score = value or Score()
            row.update(cp=score.cp, win=score.win, loss=score.loss, draw=score.draw or None)
        elif isinstance(value, Score):
            row[one.name] = value.hundredths()
        elif one.name == "pv":
            row["pv"] = " ".join(value)
        elif not isinstance(value, (list, Solving)):
            row[one.name] = value
    return row


def _frame(rows: List[Dict[str, Any]]) -> pandas.DataFrame:
    import pandas

    frame = pandas.DataFrame(rows)
    # Counts that not every row has stay whole numbers.
    whole = [name for name in ("cp", "win", "loss") if name in frame]
    return frame.astype({name: "Int64" for name in whole})


def read(kind: Type[T], answer: Json) -> T:
    """An answer as an object; fields that it does not know are left out, as later versions have more."""
    known = {one.name for one in dataclasses.fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: _value(name, value) for name, value in answer.items() if name in known})


def _value(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in ("score", "after"):
        return read(Score, value)
    if name == "values":
        return [read(Score, one) for one in value]
    if name == "lines":
        return [read(Line, one) for one in value]
    if name == "terms":
        return {term["name"]: term["values"] for term in value}
    if name == "solver":
        return read(Solving, value)
    return value


def play_result(info: Info) -> PlayResult:
    """The move that an analysis says."""
    return PlayResult(info.bestmove, info.pv[1] if len(info.pv) > 1 else None, info)


def perft(answers: List[Json]) -> Perft:
    """A count, from its branches and its sum."""
    branches = {answer["move"]: answer["nodes"] for answer in answers[:-1]}
    return dataclasses.replace(read(Perft, answers[-1]), branches=branches)


def annotated(answers: List[Json]) -> AnnotatedGame:
    """A game, from its moves and its end."""
    moves = [read(Annotation, answer) for answer in answers[:-1]]
    return read(AnnotatedGame, {**answers[-1], "moves": moves})


def batch(answers: List[Json]) -> Batch:
    """The results of many positions."""
    return Batch(read(Info, answer) for answer in answers)


def in_order(answers: List[Json]) -> Batch:
    """The positions of a game, from the first on."""
    return batch(sorted(answers, key=lambda answer: answer["turn"]))
