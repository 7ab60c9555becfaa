"""What the author's page says. Whoever shows it waits for a number that he has not seen."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from grader.judge.told import problem_json
from grader.packs import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """`lesson` is the address of the page, None while there is no pack that could be shown.

    `version` changes with every file that belongs to the pack; `doing` and `engine` are sentences,
    empty when there is nothing to say; `refusal` is why nothing can be graded.
    """

    name: str
    lesson: str | None = None
    version: str = ""
    problems: tuple[Problem, ...] = ()
    doing: str = ""
    engine: str = ""
    unsound: str = ""

    @property
    def refusal(self) -> str:
        return self.engine or self.unsound


class Board:
    """Safe to share between threads."""

    def __init__(self, name: str) -> None:
        self.session = secrets.token_hex(8)  # after a new start nothing of before holds
        self._lock = threading.Lock()
        self._news = News(name=name)
        self._number = 1

    @property
    def number(self) -> int:
        return self._number

    @property
    def news(self) -> News:
        return self._news

    def tell(self, **changes: Any) -> None:
        """Replace what has changed; the same again is no news."""
        with self._lock:
            news = replace(self._news, **changes)
            if news != self._news:
                self._news = news
                self._number += 1

    def as_json(self) -> Mapping[str, Any]:
        with self._lock:
            news, number = self._news, self._number
        told = asdict(replace(news, problems=()))
        problems = [problem_json(problem) for problem in news.problems]
        return {**told, "problems": problems, "number": number, "session": self.session}
