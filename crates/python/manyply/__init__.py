"""The engine manyply from Python: analysis, exact values and perft of its board games.

    from manyply import Engine

    with Engine("minichess") as engine:
        info = engine.analyse(moves=["c2c3"], time=1.0)
        print(info.bestmove, info.score)

The names are those of python-chess's module ``chess.engine`` where it has them.
"""
from .aio import AsyncAnalysis, AsyncEngine
from .asking import Limit
from .engine import Analysis, Engine
from .errors import EngineError, EngineTerminatedError
from .program import find_program, games
from .results import (
    AnnotatedGame,
    Annotation,
    Batch,
    Evaluation,
    Game,
    Info,
    Line,
    Perft,
    PlayResult,
    Position,
    Score,
    Solution,
    Solving,
)

__all__ = [
    "Analysis",
    "AnnotatedGame",
    "Annotation",
    "AsyncAnalysis",
    "AsyncEngine",
    "Batch",
    "Engine",
    "EngineError",
    "EngineTerminatedError",
    "Evaluation",
    "Game",
    "Info",
    "Limit",
    "Line",
    "Perft",
    "PlayResult",
    "Position",
    "Score",
    "Solution",
    "Solving",
    "find_program",
    "games",
]
