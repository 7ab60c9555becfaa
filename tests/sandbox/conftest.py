"""A real sandbox for the tests marked `docker`, and short ways to ask it something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest

from sandbox.outside.build import build_image
from sandbox.outside.pool import open_sandbox
from sandbox.outside.reaper import this_process
from sandbox.outside.sandbox import (
    Answer,
    Arguments,
    Batch,
    Job,
    Limits,
    Question,
    Run,
    Sandbox,
)

hypothesis.settings.register_profile("house", deadline=None, derandomize=True)
hypothesis.settings.load_profile("house")  # a busy machine is no fault of the code

PROGRAMS = Path(__file__).parents[1] / "programs" / "sandbox"
PATIENT = Limits(case_seconds=20.0, load_seconds=20.0, total_seconds=60.0)
BRISK = Limits(case_seconds=1.5, load_seconds=3.0)  # where the clock is what ends a call

Ask = Callable[..., Answer]
RunFile = Callable[..., Run]


@pytest.fixture(scope="session")
def image() -> str:
    return build_image()


@pytest.fixture(scope="session")
def sandbox(image: str) -> Iterator[Sandbox]:
    opened = open_sandbox(owner=this_process("tests"), slots=1, image=image)
    yield opened
    opened.close()


@pytest.fixture
def run_file(sandbox: Sandbox) -> RunFile:
    """Run a source, or a program of tests/programs/sandbox by its name, and ask it questions."""

    def run(
        source: str,
        *questions: str | tuple[str, Arguments],
        limits: Limits = PATIENT,
        shown: bool = True,
        fresh: bool = False,
    ) -> Run:
        asked = [(q, ()) if isinstance(q, str) else q for q in questions]
        batch = Batch(
            questions=tuple(Question(function=f, calls=(a,)) for f, a in asked), shown=shown
        )
        return sandbox.run(
            Job(source=text_of(source), batches=(batch,), limits=limits, fresh=fresh)
        )

    return run


@pytest.fixture
def ask(run_file: RunFile) -> Ask:
    """Call one function of a source, and return the answer."""

    def call(source: str, function: str = "f", *arguments: object, **options: object) -> Answer:
        run = run_file(source, (function, arguments), **options)
        answer: Answer = run.answers[0][0][0]
        return answer

    return call


def text_of(source: str) -> str:
    return source if "\n" in source else (PROGRAMS / f"{source}.py").read_text()
