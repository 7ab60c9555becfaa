"""`grader submit` and `grader run`: what goes to the service, and what is told of its answer."""

from __future__ import annotations

import json
import ssl
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import httpx2
import pytest

from grader.cli import client
from grader.cli.client import Address, Sent, ServiceAway, ServiceRefused
from grader.cli.source import read_source
from grader.cli.told import has_passed, told
from grader.errors import Malformed, SourceTooLarge

ADDRESS = Address(
    server="http://grader.test", course="demo", assignment="prefix-sharing", token="grt_x"
)
CASE = {
    "visibility": "visible",
    "verdict": "passed",
    "scored": True,
    "arguments": "(1,)",
    "output": None,
}
ADVICE = {**CASE, "scored": False, "verdict": "raised", "output": "of no matter"}
GRADE: dict[str, Any] = {
    "verdict": "failed",
    "score": 8.0,
    "max_score": 10.0,
    "load": {"verdict": "ok", "message": None, "line": None},
    "functions": [
        {
            "name": "can_share",
            "verdict": "raised",
            "message": "`can_share(1)` returned \x1b[31m; expected True.",
            "hint": "Look again.",
            "diagnosis": None,
            "hidden": {"passed": 5, "total": 11},
            "counterexample": {"call": "can_share(0)", "returned": "1", "expected": "True"},
            "cases": [
                CASE,
                ADVICE,
                {**CASE, "verdict": "wrong_answer", "output": "hello\n\u202eyou\n"},
                {**CASE, "visibility": "hidden", "verdict": "failed", "arguments": None},
            ],
        },
        {
            "name": "full",
            "verdict": "passed",
            "message": None,
            "hint": None,
            "hidden": None,
            "cases": [CASE],
        },
    ],
}
URL = "/api/v1/submissions/sub_1"
SUBMITTED = {"kind": "submission", "attempt": 3, "state": "graded", "grade": GRADE}
Answer = httpx2.Response | Exception


def accepted(state: str = "queued") -> httpx2.Response:
    return httpx2.Response(202, json={"id": "sub_1", "state": state, "url": URL})


def found(**about: Any) -> httpx2.Response:
    return httpx2.Response(200, json={**SUBMITTED, "searching": False, **about})


class Service:
    """Gives these answers in turn and keeps what it was asked; an exception is no answer."""

    def __init__(self, *answers: Answer) -> None:
        self.asked: list[httpx2.Request] = []
        self._left = iter(answers)
        self.transport = httpx2.MockTransport(self._answer)

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(request)
        answer = next(self._left)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(client, "SEARCH_PAUSE_SECONDS", 0.0)


def send(
    service: Service,
    what: str = "submissions",
    say: Callable[[str], None] = lambda _: None,
    **options: Any,
) -> Sent:
    return client.send(ADDRESS, what, "x = 1\n", say=say, transport=service.transport, **options)


def key_of(service: Service) -> str:
    return service.asked[0].headers["idempotency-key"]


def test_a_file_is_sent_once_and_waited_for() -> None:
    service = Service(accepted(), found())
    sent = send(service, "runs")
    assert [request.url.path for request in service.asked] == [
        "/api/v1/courses/demo/assignments/prefix-sharing/runs",
        URL,
    ]
    assert json.loads(service.asked[0].content) == {"source": "x = 1\n"}
    assert service.asked[0].headers["authorization"] == "Bearer grt_x"
    assert not has_passed(sent.submission)


def test_the_same_file_is_the_same_submission_unless_it_is_meant_anew() -> None:
    """After Ctrl-C the same command finds what was sent; nobody loses an attempt by it."""
    first, second, meant = (Service(accepted(), found()) for _ in range(3))
    send(first)
    send(second)
    send(meant, again=True)
    assert key_of(first) == key_of(second) != key_of(meant)
    runs = Service(accepted(), found()), Service(accepted(), found())
    for run in runs:
        send(run, "runs")
    assert key_of(runs[0]) != key_of(runs[1])


def test_who_sends_what_was_graded_before_is_told_so() -> None:
    sent = send(Service(accepted("graded"), found()))
    assert sent.before
    assert told(sent).splitlines()[0].startswith("You sent this very file before")


def test_a_service_that_starts_anew_is_waited_for() -> None:
    said: list[str] = []
    away = httpx2.ConnectError("Connection refused")
    service = Service(accepted(), away, httpx2.Response(502, text="<html>"), found())
    assert send(service, say=said.append).submission["state"] == "graded"
    assert set(said) == {"the service does not answer; what you sent is safe; asking again"}


def test_patience_has_an_end_and_what_was_sent_is_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PATIENCE_SECONDS", 0.0)
    service = Service(accepted(), httpx2.ConnectError("gone"), httpx2.ConnectError("gone"))
    with pytest.raises(ServiceAway, match="the same command again shows its result"):
        send(service)


def test_the_queue_is_shown_as_it_is() -> None:
    said: list[str] = []
    waits = ({"ahead": 3, "seconds": 4}, {"ahead": 1, "seconds": None}, {"ahead": 0})
    queued = [found(state="queued", grade=None, wait=wait) for wait in waits]
    running = found(state="running", grade=None, wait=None)
    send(Service(accepted(), *queued, running, found()), say=said.append)
    expected = ("3 before yours, about 4 s", "1 before yours", "waiting for a free place")
    assert said == [*expected, "running"]


def test_a_smallest_case_is_waited_for_a_little(monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(accepted(), found(searching=True), found(searching=True), found())
    assert not send(service).submission["searching"]
    monkeypatch.setattr(client, "SEARCH_SECONDS", -1.0)
    service = Service(accepted(), found(searching=True))
    assert send(service).submission["searching"]


def test_a_result_is_told_in_lines_that_do_nothing_to_the_terminal() -> None:
    """The word is of the visible case that the sentence is about, though a hidden one is graver."""
    assert told(Sent(submission=SUBMITTED, before=False)).splitlines() == [
        "Attempt 3: 1 of 2 functions pass, 8 of 10 points.",
        "can_share  wrong answer   visible 1 of 2, hidden 5 of 11",
        "    `can_share(1)` returned �[31m; expected True.",
        "    Printed by `can_share(1)`:",
        "      hello",
        "      �you",
        "    Hint: Look again.",
        "    Smallest case we found: `can_share(0)` returned 1, expected True.",
        "full       passed         visible 1 of 1",
    ]


def test_a_run_says_that_it_met_visible_cases_alone() -> None:
    lines = told(Sent(submission={**SUBMITTED, "kind": "run"}, before=False)).splitlines()
    assert lines[0] == "1 of 2 functions pass the visible cases."
    assert "`grader submit` grades the hidden ones" in lines[-1]


def test_what_could_not_be_graded_is_told() -> None:
    parked = {"kind": "submission", "attempt": 1, "state": "parked", "grade": None}
    assert "no attempt is used" in told(Sent(submission=parked, before=False))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (httpx2.Response(401, json={"detail": "This token is not known."}), "is not known"),
        (httpx2.Response(200, text="<html>"), "its answer is not JSON"),
        (httpx2.Response(400, json=[]), "answered 400"),
        (httpx2.Response(503, json={}), "is not ready"),
        (httpx2.ConnectError("Connection refused"), "does not answer: Connection refused"),
        (httpx2.ReadTimeout(""), "does not answer: ReadTimeout"),
    ],
)
def test_a_refusal_is_told(answer: Answer, said: str) -> None:
    with pytest.raises(ServiceRefused, match=said):
        send(Service(answer))


def test_who_mistyped_a_name_is_told_what_there_is() -> None:
    courses = [{"course": "demo", "assignments": [{"assignment": "block-basics"}]}]
    service = Service(
        httpx2.Response(404, json={"detail": "There is nothing here."}),
        httpx2.Response(200, json={"courses": courses}),
    )
    with pytest.raises(ServiceRefused, match="demo/prefix-sharing; you have: demo/block-basics"):
        send(service)


@pytest.mark.parametrize("server", ["grader.test", "ftp://grader.test", "http://:port", ""])
def test_an_address_that_is_none_is_told(server: str) -> None:
    address = Address(server=server, course="a", assignment="b", token="t")
    with pytest.raises(ServiceRefused, match=r"must begin with|no address|does not answer"):
        client.send(address, "runs", "x", say=lambda _: None)


def test_what_was_copied_around_a_token_is_left_out() -> None:
    service = Service(accepted(), found())
    address = Address(server="http://grader.test", course="a", assignment="b", token=" grt_x\n")
    client.send(address, "runs", "x", say=lambda _: None, transport=service.transport)
    assert service.asked[0].headers["Authorization"] == "Bearer grt_x"


@pytest.mark.parametrize("token", ["grt_x y", "grt_\x00x", "grt_\u00fc", " "])
def test_what_is_no_token_is_refused_and_not_shown(token: str) -> None:
    """An illegal header would have been quoted, with the token in it."""
    address = Address(server="http://grader.test", course="a", assignment="b", token=token)
    with pytest.raises(ServiceRefused, match="copy it anew") as refused:
        client.send(address, "runs", "x", say=lambda _: None)
    assert "grt" not in refused.value.message


def test_a_server_without_tls_is_told_from_one_that_is_away() -> None:
    away = httpx2.ConnectError("[Errno 111] Connection refused")
    with pytest.raises(ServiceRefused, match=r"answer: Connection refused. Is that the right addr"):
        send(Service(away))
    plain = httpx2.ConnectError("[SSL: WRONG_VERSION_NUMBER] wrong version number")
    plain.__cause__ = ssl.SSLError("wrong version number")
    with pytest.raises(ServiceRefused, match="Does its address begin with http://"):
        send(Service(plain))


def test_a_token_is_not_shown() -> None:
    assert "grt_x" not in repr(ADDRESS)


def test_what_no_service_takes_is_not_sent(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_text("#" * 65_537)
    (tmp_path / "latin.py").write_bytes(b"x = 1\ny = '\xff'\n")
    (tmp_path / "empty.py").write_text(" \n")
    for endless in (tmp_path / "large.py", Path("/dev/zero")):
        with pytest.raises(SourceTooLarge, match="larger than 64 KiB; nothing was sent"):
            read_source(endless)
    for name, said in [
        ("latin.py", "first bad byte is on line 2"),
        ("empty.py", "The file is empty"),
        ("nowhere.py", "No such file"),
        (".", "Is a directory"),
    ]:
        with pytest.raises(Malformed, match=said):
            read_source(tmp_path / name)


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = TextIOWrapper(BytesIO("x = 'ä'\n".encode()))
    monkeypatch.setattr(sys, "stdin", typed)
    assert read_source(Path("-")) == "x = 'ä'\n"
