"""Hidden inputs that a learner's file has seen reach nothing that a learner, or a log, gets.

A pack whose hidden inputs hold canaries is published into a running service. Files that try to
carry them out are submitted; then everything that a learner can fetch is fetched and searched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.acceptance.publishing import publish

pytestmark = [pytest.mark.docker, pytest.mark.slow, pytest.mark.timeout(1200)]

NUMBER = 918273645
WORD = "heronatdusk"
CANARIES = (
    str(NUMBER),
    f"{NUMBER:x}",
    f"{NUMBER:X}",
    f"{NUMBER:o}",
    str(NUMBER)[::-1],
    f"{NUMBER:x}"[::-1],
    f"{NUMBER:,}",
    WORD,
    WORD[::-1],
    WORD.encode().hex(),
    WORD.upper(),
)

PACK = {
    "pack.toml": f"""
name = "canaries"
title = "Canaries"

[limits]
case_seconds = 2.0
load_seconds = 5.0

[[functions]]
name = "longer"
parameters = ["n", "word"]
points = 1
summary = "n plus the length of the word."

[[cases]]
id = "shown"
function = "longer"
visibility = "visible"
args = [10, "abc"]
hint = "Count the letters."

[[cases]]
id = "kept"
function = "longer"
visibility = "hidden"
args = [{NUMBER}, "{WORD}"]
hint = "A long word counts too."

[[cases]]
id = "kept-too"
function = "longer"
visibility = "hidden"
args = [{NUMBER}, ""]
hint = "An empty word has no letters."

[[wrong]]
file = "forgets.py"
fails = ["longer"]
hint = "What about the word?"
""",
    "lesson.md": "# Canaries\n\n**`longer(n, word)`** returns n plus the letters of the word.\n",
    "starter.py": "def longer(n, word):\n    pass\n",
    "solution.py": "def longer(n, word):\n    return n + len(word)\n",
    "right/sums.py": "# Sums.\ndef longer(n, word):\n    return n + sum(1 for _ in word)\n",
    "wrong/forgets.py": "# Forgets the word.\ndef longer(n, word):\n    return n\n",
}

SPELL = """
def spell(n, word):
    return [str(n), hex(n), "%X" % n, oct(n), str(n)[::-1], hex(n)[::-1], format(n, ","), n,
            word, word[::-1], word.encode().hex(), word.upper()]
"""
WAYS = {
    "raises its arguments": """
        raise ValueError(spell(n, word))
    """,
    "raises a class that is named after them": """
        raise type("_".join(map(str, spell(n, word))), (Exception,), {})(n)
    """,
    "raises with notes and causes": """
        error = KeyError(n)
        error.add_note(str(spell(n, word)))
        raise error from RuntimeError(word)
    """,
    "prints them": """
        import sys
        print(spell(n, word))
        sys.stderr.write(str(spell(n, word)))
        return n + len(word)
    """,
    "writes them to every descriptor": """
        import os
        for descriptor in range(20):
            try:
                os.write(descriptor, str(spell(n, word)).encode())
            except OSError:
                pass
        return n
    """,
    "returns them": """
        return spell(n, word)
    """,
    "returns a class of their name": """
        return type("_".join(map(str, spell(n, word))), (), {})()
    """,
    "keeps them in a module": """
        import math
        math.seen = getattr(math, "seen", []) + spell(n, word)
        raise ValueError(math.seen)
    """,
    "exits with them": """
        raise SystemExit(str(spell(n, word)))
    """,
    "dies with them on its lips": """
        import faulthandler, os
        print(spell(n, word), flush=True)
        os.abort()
    """,
    "walks the frames": """
        import sys
        frame, found = sys._getframe(0), []
        while frame is not None:
            found += [repr(frame.f_locals)[:2000], repr(frame.f_globals)[:2000]]
            frame = frame.f_back
        print(found)
        raise LookupError(found)
    """,
    "walks the heap": """
        import gc
        found = [repr(o)[:200] for o in gc.get_objects() if type(o) in (dict, list, tuple)]
        raise LookupError([text for text in found if str(n) in text][:50])
    """,
    "searches the files": """
        import os
        found = []
        for root in ("/tmp", "/grader", "/proc/self", "/dev/shm", "/var"):
            for folder, _, names in os.walk(root):
                for name in names:
                    try:
                        text = open(os.path.join(folder, name), "rb").read(100_000)
                    except OSError:
                        continue
                    found += [folder, name] if str(n).encode() in text else []
        raise FileNotFoundError(found, spell(n, word))
    """,
    "keeps running with them": """
        print(spell(n, word), flush=True)
        while True:
            pass
    """,
    "says too much": """
        print(spell(n, word) * 5000)
        return n
    """,
}


def source(body: str) -> str:
    lines = "\n".join(line[4:] for line in body.strip("\n").rstrip().splitlines())
    return f"{SPELL}\n\ndef longer(n, word):\n{lines}\n"


def found_in(text: str) -> list[str]:
    return [canary for canary in CANARIES if canary in text]


@pytest.fixture(scope="module")
def service(start: Any, folder: Callable[[], Path]) -> Iterator[Any]:
    service = start(folder() / "var", GRADER_LOG_LEVEL="DEBUG")
    yield service
    service.end()


@pytest.fixture(scope="module")
def path(service: Any) -> str:
    return publish(service, "canaries", PACK)


@pytest.fixture(scope="module")
def submitted(service: Any, path: str) -> dict[str, str]:
    """Every way, as a submission and as a run, all graded."""
    ids = {}
    for way, body in WAYS.items():
        for kind in ("submissions", "runs"):
            sent = service.call("POST", f"{path}/{kind}", {"source": source(body)})
            ids[f"{way} ({kind})"] = str(sent["id"])
    assert {service.wait(each)["state"] for each in ids.values()} == {"graded"}
    return ids


@pytest.fixture(scope="module")
def learner(service: Any) -> Iterator[httpx2.Client]:
    """Signed in on the pages, and with the token for the API."""
    token = service.tokens()["learners"]["ada"]
    headers = {"Authorization": f"Bearer {token}", "Origin": service.url}
    with httpx2.Client(base_url=service.url, headers=headers, timeout=60) as client:
        assert client.post("/sign-in", data={"token": token}).status_code == 303
        yield client


def test_staff_see_the_canaries_so_they_were_asked(service: Any, submitted: Any) -> None:
    for way, each in submitted.items():
        seen = service.call("GET", f"/api/v1/submissions/{each}", who="instructor")
        assert (str(NUMBER) in str(seen)) is way.endswith("(submissions)"), way


def test_no_answer_of_the_api_holds_one(
    learner: httpx2.Client, path: str, submitted: dict[str, str]
) -> None:
    addresses = [f"/api/v1/submissions/{each}" for each in submitted.values()]
    addresses += [f"{path}/{what}" for what in ("submissions?limit=100", "results", "answers")]
    addresses += ["/api/v1/openapi.json", "/openapi.json", "/api/v1/me", "/readyz", "/docs"]
    addresses += ["/api/v1/courses/demo/packs", "/api/v1/courses/demo/webhooks"]
    leaks = {each: found_in(everything_of(learner.get(each))) for each in addresses}
    assert {each: leak for each, leak in leaks.items() if leak} == {}


def test_no_stream_of_events_holds_one(learner: httpx2.Client, submitted: dict[str, str]) -> None:
    for each in submitted.values():
        said = learner.get(f"/submissions/{each}/events")
        assert "event: end" in said.text
        assert found_in(everything_of(said)) == []


def test_no_page_that_can_be_reached_holds_one(
    learner: httpx2.Client, submitted: dict[str, str]
) -> None:
    roots = {f"/submissions/{each}{more}" for each in submitted.values() for more in PARTS}
    pages = dict(crawled(learner, {"/", *roots}))
    assert len(pages) > len(roots)
    assert any("history" in address for address in pages)
    assert {address: found_in(text) for address, text in pages.items() if found_in(text)} == {}


PARTS = ("", "/panel", "/changes")
MOST_PAGES = 400


def crawled(client: httpx2.Client, todo: set[str]) -> Iterator[tuple[str, str]]:
    """Every page, script and picture of ours that links lead to."""
    seen: set[str] = set()
    while todo and len(seen) < MOST_PAGES:
        seen.add(address := todo.pop())
        text = everything_of(client.get(address, follow_redirects=True))
        yield address, text
        links = re.findall(r'(?:href|src|action)="(/[^"#]*)', text)
        todo |= {link.replace("&amp;", "&") for link in links if "sign-out" not in link} - seen


@pytest.fixture
def visitor(service: Any, path: str, run: Any) -> Iterator[httpx2.Client]:
    """Somebody without an account, where anybody may practise and a page may show the parts."""
    slug = path.rsplit("/", 1)[-1]
    for words in (("practice", "demo", slug), ("embed", "demo", "https://book.example")):
        assert run("course", *words, "--data", str(service.data)).returncode == 0
    headers = {"Origin": service.url}
    with httpx2.Client(base_url=service.url, headers=headers, timeout=60) as client:
        yield client


def test_no_visitor_and_no_part_in_a_frame_meets_one(
    visitor: httpx2.Client, service: Any, path: str
) -> None:
    lesson = path.removeprefix("/api/v1")
    embedded = lesson.replace("/courses/", "/embed/").replace("/assignments/", "/")
    script = {"Accept": "application/json", "Grader-Visitor": "yes"}
    for body in list(WAYS.values())[:5]:
        sent = visitor.post(f"{lesson}/runs", data={"source": source(body)}, headers=script)
        events = visitor.get(sent.json()["events"])
        assert "event: end" in events.text
        addresses = [sent.json()["panel"], lesson, f"{lesson}/history"]
        addresses += [f"{embedded}?part={part}" for part in ("explorer", "questions", "code")]
        pages = [events, *(visitor.get(address) for address in addresses)]
        assert [page.status_code for page in pages] == [200] * len(pages)
        leaks = {str(page.url): found_in(everything_of(page)) for page in pages}
        assert {address: leak for address, leak in leaks.items() if leak} == {}


def everything_of(response: httpx2.Response) -> str:
    assert response.status_code < 500, response.url
    return f"{response.headers!r}\n{response.text}"


def test_no_process_logs_one(service: Any, submitted: dict[str, str]) -> None:
    said = "\n".join(service.said)
    assert "graded" in said, "the logs of all processes come together here"
    assert found_in(said) == []
