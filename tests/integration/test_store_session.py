"""One transaction: all of it or nothing, and what happens when the database is away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, StatementError

from grader.store import reads, writes
from grader.store.errors import DatabaseUrlRejected, StoreUnavailable
from grader.store.session import Store

NOW = datetime(2026, 11, 29, 21, 40, 57, 123456, tzinfo=UTC)


def test_an_exception_undoes_everything(store: Store) -> None:
    def write_and_fail() -> None:
        with store.unit() as unit:
            writes.add_person(unit, name="Ada", now=NOW)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    with store.reading() as unit:
        assert not reads.has_people(unit)


def test_what_is_called_after_the_commit_sees_the_rows(store: Store) -> None:
    seen: list[bool] = []

    def look() -> None:
        with store.reading() as unit:
            seen.append(reads.has_people(unit))

    with store.unit() as unit:
        writes.add_person(unit, name="Ada", now=NOW)
        unit.after_commit(look)
        assert seen == []
    assert seen == [True]


def test_nothing_is_called_after_a_rollback(store: Store) -> None:
    called: list[str] = []

    def ask_and_fail() -> None:
        with store.unit() as unit:
            unit.after_commit(lambda: called.append("sent"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        ask_and_fail()
    assert called == []


def test_a_reader_does_not_wait_for_a_writer(store: Store) -> None:
    with store.unit() as writing:
        writes.add_person(writing, name="Ada", now=NOW)
        with store.reading() as reading:
            assert not reads.has_people(reading)


def test_a_time_comes_back_as_the_same_instant_in_utc(store: Store) -> None:
    elsewhere = NOW.astimezone(timezone(timedelta(hours=5, minutes=30)))
    with store.unit() as unit:
        writes.beat(unit, "worker-1", elsewhere, ok=True)
    with store.reading() as unit:
        (beat,) = reads.heartbeats(unit)
    assert (beat.at, beat.at.tzinfo) == (NOW, UTC)


def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(StatementError, match="without a zone"), store.unit() as unit:
        writes.beat(unit, "worker-1", NOW.replace(tzinfo=None), ok=True)


def test_json_keeps_what_a_learner_may_return(store: Store, world: Any) -> None:
    odd = {"returned": "NUL \0, half \ud800, é, 😀", "tiny": -0.0, "order": {"b": 1, "a": 2}}
    with store.unit() as unit:
        made = writes.add_pack_version(
            unit, name="odd", digest="d", files={}, prepared=odd, now=NOW
        )
    with store.reading() as unit:
        stored = reads.pack_version(unit, made.id).prepared
    assert repr(stored) == repr(odd)


def test_a_number_that_is_no_json_is_refused(store: Store) -> None:
    with pytest.raises((StatementError, ValueError), match="JSON"), store.unit() as unit:
        writes.add_pack_version(
            unit, name="p", digest="d", files={}, prepared={"x": float("nan")}, now=NOW
        )


def test_a_reading_unit_refuses_to_write(store: Store) -> None:
    with pytest.raises((DBAPIError, StoreUnavailable)), store.reading() as unit:
        writes.add_person(unit, name="Ada", now=NOW)


def test_a_writing_unit_after_a_reading_one_writes(store: Store) -> None:
    with store.reading() as unit:
        assert not reads.has_people(unit)
    with store.unit() as unit:
        writes.add_person(unit, name="Ada", now=NOW)
    with store.reading() as unit:
        assert reads.has_people(unit)


def test_a_store_that_answers_says_so(store: Store) -> None:
    assert store.ping()


@pytest.mark.parametrize(
    "url", ["postgresql://nobody@127.0.0.1:1/none", "sqlite:////no/such/folder/grader.sqlite3"]
)
def test_a_database_that_is_away_is_a_refusal_with_a_status(url: str) -> None:
    store = Store.open(url)
    assert not store.ping()
    with pytest.raises(StoreUnavailable) as caught, store.unit() as unit:
        reads.has_people(unit)
    assert caught.value.status == 503
    store.close()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "mysql://u:secret@h/d",
        "sqlite://",
        "sqlite:///:memory:",
        "oracle:x",
        "a:b:c",
    ],
)
def test_a_url_of_no_database_of_ours_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(DatabaseUrlRejected) as caught:
        Store.open(url)
    assert "secret" not in str(caught.value)


def test_the_spelling_of_some_hosts_is_understood() -> None:
    store = Store.open("postgres://u@127.0.0.1:1/d")
    assert not store.ping()
    store.close()


def test_a_database_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite3"
    store = Store.open(f"sqlite:///{path}")
    store.migrate()
    assert [one.stat().st_mode & 0o777 for one in sorted(tmp_path.iterdir())] == [0o600] * 3
    store.close()


def test_a_database_file_that_cannot_be_made_is_a_refusal() -> None:
    store = Store.open("sqlite:////no/such/folder/grader.sqlite3")
    with pytest.raises(StoreUnavailable, match="cannot be made"):
        store.migrate()
    store.close()


def test_sqlite_writes_ahead_and_checks_references(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'one.sqlite3'}")
    with store.reading() as unit:
        connection = unit.session.connection()
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    store.close()


def test_a_failed_statement_tells_no_values(store: Store) -> None:
    """It goes into the log, where no learner's source belongs."""
    with pytest.raises((DBAPIError, StoreUnavailable)) as failed, store.reading() as unit:
        unit.session.execute(text("SELECT :source FROM nothing"), {"source": "def secret(): ..."})
    assert "nothing" in str(failed.getrepr())
    assert "secret" not in str(failed.value) + str(failed.value.__cause__)
