"""``manyply query``: a running program that answers queries, each in lines of JSON that name it."""
from __future__ import annotations

import itertools
import json
import tempfile
import threading
from typing import Any, Callable, Dict, Sequence, Union

from .errors import EngineError, EngineTerminatedError
from .program import failure, spawn
from .results import Json

Deliver = Callable[[Union[Json, EngineError]], None]
"""Who is told an answer, or that none will come. It is called by the thread that reads, and must not wait."""


class Service:
    """A running program. Every method can be called by any thread."""

    def __init__(self, command: Sequence[str]) -> None:
        self._stderr = tempfile.TemporaryFile()
        try:
            self._process = spawn(command, self._stderr)
        except EngineError:
            self._stderr.close()
            raise
        self._ids = itertools.count(1)
        # The collector of garbage may end this while a method runs.
        self._lock = threading.RLock()
        # Queries without their last answers: how many are to come, and for whom.
        self._open: Dict[str, Any] = {}
        self._error: Union[EngineError, None] = None
        self._is_closed = False
        self._reader = threading.Thread(target=self._read, name="manyply", daemon=True)
        self._reader.start()

    def ask(self, query: Json, deliver: Deliver) -> str:
        """Sends a query; its answers are delivered as they come. Returns its name."""
        name = str(next(self._ids))
        with self._lock:
            if self._error:
                raise self._error
            self._open[name] = [len(query.get("analyzeTurns", [0])), deliver]
            self._write({**query, "id": name})
        return name

    def terminate(self, name: str) -> None:
        """Ends a query: it is answered with what is known. Nothing happens if it has ended."""
        with self._lock:
            if name in self._open and not self._error:
                self._write({"id": f"end of {name}", "action": "terminate", "terminateId": name})

    def close(self) -> None:
        """Ends the program; queries that are open fail."""
        self._is_closed = True
        # First of all: whoever writes to it may wait.
        self._process.kill()
        if threading.current_thread() is not self._reader:
            self._reader.join()

    def _write(self, query: Json) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(query) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            pass  # It has ended, which the reader sees and says.

    def _read(self) -> None:
        assert self._process.stdin and self._process.stdout
        for line in self._process.stdout:
            try:
                answer = json.loads(line)
            except ValueError:
                break  # It was ended within a line.
            self._deliver(answer)
        self._process.kill()
        self._process.wait()
        closed = EngineTerminatedError("the engine was closed")
        self._fail(closed if self._is_closed else failure(self._process, self._stderr))
        with self._lock:
            for pipe in (self._process.stdin, self._process.stdout, self._stderr):
                try:
                    pipe.close()
                except OSError:
                    pass  # What was written last has no reader.

    def _deliver(self, answer: Json) -> None:
        if answer.get("type") == "heartbeat":
            return  # That it goes on is nothing to wait for.
        is_error = answer.get("type") == "error"
        with self._lock:
            asked = self._open.get(answer.get("id") or "")
            if asked is None:
                return
            if answer.get("final", True):
                asked[0] -= 1
            if is_error or asked[0] == 0:
                self._open.pop(answer["id"], None)
        asked[1](EngineError(answer["error"], answer.get("field")) if is_error else answer)

    def _fail(self, error: EngineError) -> None:
        """Nothing will be answered any more; the first reason holds."""
        with self._lock:
            self._error = self._error or error
            left, self._open = list(self._open.values()), {}
        for _, deliver in left:
            deliver(self._error)
