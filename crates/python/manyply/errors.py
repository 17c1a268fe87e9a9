"""What can go wrong."""
from __future__ import annotations

from typing import Optional


class EngineError(RuntimeError):
    """The program refused what it was asked; the text is the program's own.

    ``field`` is the field of the query that is wrong, where the program names one.
    """

    def __init__(self, text: str, field: Optional[str] = None) -> None:
        super().__init__(f"{field}: {text}" if field else text)
        self.field = field


class EngineTerminatedError(EngineError):
    """The program ended, or was ended, before it answered."""
