"""The program itself: where it is, and its commands that answer once and end."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from typing import Any, Dict, IO, List, Optional, Sequence

from .errors import EngineError, EngineTerminatedError
from .results import Game, Json, read

NAME = "manyply.exe" if sys.platform == "win32" else "manyply"


def find_program() -> str:
    """The program's file: what MANYPLY names, else that of this package, else the one on PATH.

    The wheel puts it where the environment has its commands.
    """
    named = os.environ.get("MANYPLY")
    if named:
        return named
    user = f"{os.name}_user"
    schemes = [sysconfig.get_path("scripts")]
    if user in sysconfig.get_scheme_names():
        schemes.append(sysconfig.get_path("scripts", user))
    for folder in schemes:
        path = os.path.join(folder, NAME)
        if os.access(path, os.X_OK):
            return path
    found = shutil.which(NAME)
    if not found:
        expected = "expected it there, or its path in MANYPLY"
        raise EngineError(f"{NAME} is neither beside this package nor on PATH; {expected}")
    return found


def games(program: Optional[str] = None) -> List[Game]:
    """The games that the program knows."""
    return [read(Game, answer) for answer in Command([program or find_program(), "games", "--json"]).answers()]


def spawn(command: Sequence[str], stderr: IO[bytes]) -> subprocess.Popen[str]:
    """Starts the program with pipes, away from the terminal's Ctrl-C: who asks decides when it ends."""
    apart: Dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=stderr, encoding="utf-8", **apart)
    except OSError as error:
        raise EngineError(f"{command[0]} cannot be started: {error}") from error


def failure(process: subprocess.Popen[str], stderr: IO[bytes]) -> EngineError:
    """What an ended program says of its end."""
    stderr.seek(0)
    said = stderr.read().decode("utf-8", "replace").strip()
    code = process.returncode
    if code == 2 and said:
        return EngineError(said[len("error: ") :] if said.startswith("error: ") else said)
    how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return EngineTerminatedError(f"the program {how}" + (f": {said}" if said else ""))


class Command:
    """One run of a command with ``--json``."""

    def __init__(self, command: Sequence[str], text: str = "") -> None:
        self._command, self._text = command, text
        self._lock = threading.Lock()
        self._process: Optional[subprocess.Popen[str]] = None
        self._is_killed = False

    def answers(self) -> List[Json]:
        """Runs it to its end: all objects that it prints. Whatever ends this ends the program."""
        import tempfile

        with tempfile.TemporaryFile() as stderr:
            with self._lock:
                if self._is_killed:
                    raise EngineTerminatedError("the program was ended")
                process = self._process = spawn(self._command, stderr)
            with process:
                try:
                    output, _ = process.communicate(self._text)
                finally:
                    self.kill()
                    process.wait()
            if process.returncode != 0:
                raise failure(process, stderr)
        return [json.loads(line) for line in output.splitlines()]

    def kill(self) -> None:
        """Ends the program, from any thread."""
        with self._lock:
            self._is_killed = True
            if self._process:
                self._process.kill()
