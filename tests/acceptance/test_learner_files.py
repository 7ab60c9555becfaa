"""A file of the corpus, sent over HTTP, gets the verdicts that its first line promises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

CORPUS = Path(__file__).parents[1] / "corpus" / "learners"
FILES = sorted(CORPUS.glob("*.py"))

pytestmark = [pytest.mark.docker, pytest.mark.timeout(400)]


def read(file: Path) -> str:
    """Its text with every line ending as it is."""
    return file.read_bytes().decode()


def promised(source: str) -> dict[str, str]:
    first = source.splitlines()[0].partition("expect:")[2]
    return dict(pair.strip().split("=") for pair in first.split(","))


def test_there_is_a_corpus() -> None:
    assert len(FILES) >= 20


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_gets_the_verdicts_of_its_first_line(service: Any, file: Path) -> None:
    source = read(file)
    grade = service.wait(service.submit(source))["grade"]
    verdicts = {each["name"]: each["verdict"] for each in grade["functions"]}
    passed = {name: "pass" if it == "passed" else "fail" for name, it in verdicts.items()}
    assert passed == promised(source)


def test_an_endless_loop_in_one_function_leaves_the_others_graded(
    service: Any, right_source: str
) -> None:
    looping = f"{right_source}\n\ndef can_share(a, b):\n    while True:\n        pass\n"
    grade = service.wait(service.submit(looping))["grade"]
    verdicts = [each["verdict"] for each in grade["functions"]]
    assert verdicts == ["passed", "passed", "passed", "time_limit"]


def test_a_run_shows_the_visible_cases_alone(service: Any, right_source: str) -> None:
    path = "/api/v1/courses/demo/assignments/prefix-sharing/runs"
    run = service.wait(service.call("POST", path, {"source": right_source})["id"])
    cases = [case for each in run["grade"]["functions"] for case in each["cases"]]
    assert cases
    assert {case["visibility"] for case in cases} == {"visible"}


def test_everything_is_up(service: Any) -> None:
    assert {part["part"] for part in service.call("GET", "/readyz")["parts"]} == {
        "database",
        "broker",
        "worker",
    }
