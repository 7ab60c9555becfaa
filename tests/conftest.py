"""What holds for all tests: how they are shared out, and what none of them has to pay for."""

from __future__ import annotations

import gc
import logging
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest
import structlog


def pytest_configure() -> None:
    """Failures are logged without the values of all variables: those take half a second each."""
    plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], plain])


@pytest.hookimpl(tryfirst=True)  # before some are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever looks through a browser is slow; what takes long begins first, to end in time."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: [item.get_closest_marker(m) is None for m in ("slow", "docker")])


def pytest_collection_finish() -> None:
    """Modules and test items stay to the end: let the garbage collector look at them no more."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What each folder took, summed over all processes; tests/README.md has a table of it."""
    seconds: Counter[str] = Counter()
    for report in chain.from_iterable(terminalreporter.stats.values()):
        if isinstance(report, pytest.TestReport):
            seconds[report.nodeid.removeprefix("tests/").partition("/")[0]] += report.duration
    said = ", ".join(f"{folder} {took:.0f}" for folder, took in seconds.most_common())
    terminalreporter.write_line(f"seconds by folder: {said}")


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """A command that runs in this process sets the log up, on a stream that is closed later."""
    config, handlers = structlog.get_config(), logging.root.handlers[:]
    yield
    structlog.configure(**config)
    for handler in logging.root.handlers[:]:
        if handler not in handlers:
            logging.root.removeHandler(handler)
