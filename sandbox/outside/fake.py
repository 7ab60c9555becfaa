"""A Sandbox that follows a script, for tests of what uses one. It runs no code of anybody's."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandbox.outside.sandbox import (
    Answer,
    Arguments,
    Ending,
    Job,
    Load,
    Question,
    Run,
    Stopped,
    Trouble,
    Value,
)

LOADED = Load(ending=Ending.LOADED)


class FakeSandbox:
    """Answers every job with `script(job)`. Jobs are kept in `jobs`, in order."""

    def __init__(self, script: Callable[[Job], Run]) -> None:
        self._script = script
        self.jobs: list[Job] = []
        self.is_closed = False

    def run(self, job: Job, *, stop: Callable[[], bool] = lambda: False) -> Run:
        """Follow the script, which may raise SandboxUnavailable. Raises Stopped when told to."""
        self.jobs.append(job)
        if stop():
            raise Stopped
        return self._script(job)

    def close(self) -> None:
        self.is_closed = True


def returned(value: Value, *, output: str = "") -> Answer:
    return Answer(ending=Ending.RETURNED, value=value, output=output, printed=bool(output))


def raised(kind: str, text: str = "", *, line: int | None = None) -> Answer:
    return Answer(ending=Ending.RAISED, trouble=Trouble(kind=kind, text=text, line=line))


def ended(ending: Ending) -> Answer:
    return Answer(ending=ending)


def answered(
    job: Job, answer: Callable[[Question, Arguments], Answer], *, load: Load = LOADED
) -> Run:
    """Build a Run in which every call has the answer that the function gives for it."""
    return Run(
        load=load,
        answers=tuple(
            tuple(tuple(answer(q, call) for call in q.calls) for q in batch.questions)
            for batch in job.batches
        ),
        image="sha256:" + "0" * 64,
        python="3.11.2",
        seconds=0.0,
    )


def failed_load(job: Job, ending: Ending, trouble: Trouble | None = None) -> Run:
    """Build the Run of a file that did not load: no call was run."""
    load = Load(ending=ending, trouble=trouble)
    return answered(job, lambda _q, _c: ended(Ending.NOT_RUN), load=load)


def computed(functions: Mapping[str, Callable[..., Value]]) -> FakeSandbox:
    """A fake whose answers come from the test's own trusted functions, called on the host."""

    def answer(question: Question, call: Arguments) -> Answer:
        function = functions.get(question.function)
        return ended(Ending.MISSING) if function is None else returned(function(*call))

    return FakeSandbox(lambda job: answered(job, answer))
