"""The class results over HTTP, for staff alone."""

from __future__ import annotations

from typing import Any

import pytest

PLACE = "/api/v1/courses/demo/assignments/prefix-sharing"
RESULTS = f"{PLACE}/results"


def graded(client: Any, school: Any, source: str, grade: Any = None) -> str:
    submission = str(client.post(f"{PLACE}/submissions", json={"source": source}).json()["id"])
    school.grade(submission, grade)
    return submission


def test_staff_see_newest_and_best_of_every_learner(client_of: Any, school: Any) -> None:
    best = graded(client_of("ada"), school, "x = 1\n", school.all_right())
    newest = graded(client_of("ada"), school, "x = 2\n")
    answer = client_of("ines").get(RESULTS).json()
    ada, ben = answer["items"]
    assert (ada["learner"]["name"], ben["learner"]["name"]) == ("Ada", "Ben")
    assert (ada["best"]["submission"], ada["newest"]["submission"]) == (best, newest)
    assert (ada["best"]["score"], ada["newest"]["score"]) == (2, 2)
    assert (ben["best"], ben["newest"]) == (None, None)
    assert answer["next"] is None


def test_results_name_the_verdict_of_each_function(client_of: Any, school: Any) -> None:
    graded(client_of("ada"), school, "x = 1\n")
    best = client_of("ines").get(RESULTS).json()["items"][0]["best"]
    verdicts = {function["name"]: function["verdict"] for function in best["functions"]}
    assert verdicts == {"full_shared_blocks": "wrong_answer", "can_share": "passed"}


def test_a_run_is_no_result(client_of: Any, school: Any) -> None:
    run = client_of("ada").post(f"{PLACE}/runs", json={"source": "x = 1\n"}).json()["id"]
    school.grade(run)
    assert client_of("ines").get(RESULTS).json()["items"][0]["newest"] is None


def test_results_come_in_parts(client_of: Any) -> None:
    ines = client_of("ines")
    first = ines.get(RESULTS, params={"limit": 1}).json()
    rest = ines.get(RESULTS, params={"limit": 1, "cursor": first["next"]}).json()
    names = [item["learner"]["name"] for item in first["items"] + rest["items"]]
    assert (names, rest["next"]) == (["Ada", "Ben"], None)


@pytest.mark.parametrize("name", ["ada", "dan"])
def test_to_anyone_else_there_are_no_results(client_of: Any, name: str) -> None:
    assert client_of("ines").get(RESULTS).status_code == 200
    answer = client_of(name).get(RESULTS)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("query", ["cursor=%00", "cursor=abc", "limit=0", "limit=201", "limit=x"])
def test_a_part_that_does_not_exist_is_refused(client_of: Any, query: str) -> None:
    answer = client_of("ines").get(f"{RESULTS}?{query}")
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"
