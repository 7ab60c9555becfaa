"""People and their tokens. The operator's shell is the only way to the first of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.actions.context import Services
from grader.actions.names import check_title
from grader.actions.tokens import new_api_token
from grader.errors import NotAllowed, NotFound
from grader.store import reads, writes
from grader.store.access import Viewer
from grader.store.records import PersonRecord
from grader.store.session import Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A person and his token, which nobody can read again."""

    person: PersonRecord
    token: str = field(repr=False)


def create_admin(services: Services, *, name: str) -> Account:
    """For the operator's shell, which needs no rights in here."""
    with services.store.unit() as unit:
        return open_account(services, unit, name=name, label="first token", is_admin=True)


def create_person(services: Services, viewer: Viewer, *, name: str) -> Account:
    """Administrators may. Raises NotAllowed."""
    if not viewer.is_admin:
        raise NotAllowed("Only an administrator may add people.")
    with services.store.unit() as unit:
        return open_account(services, unit, name=name, label="first token")


def issue_token(services: Services, person_id: int, *, label: str) -> str:
    """A further token, for the operator's shell. Raises NotFound."""
    token = new_api_token()
    with services.store.unit() as unit:
        if reads.person(unit, person_id) is None:
            raise NotFound("There is no such person.")
        shown = check_title(label, what="a token")
        writes.add_token(unit, person_id, token, label=shown, now=services.now())
    return token


def revoke_token(services: Services, token: str) -> None:
    """Whoever holds it may end it. Raises NotFound when it was not valid anyhow."""
    with services.store.unit() as unit:
        if not writes.revoke_token(unit, token, now=services.now()):
            raise NotFound("There is no such token, or it was revoked before.")


def open_account(
    services: Services, unit: Unit, *, name: str, label: str, is_admin: bool = False
) -> Account:
    """Part of another action's transaction; checks no rights."""
    now, token = services.now(), new_api_token()
    checked = check_title(name, what="a person")
    person = writes.add_person(unit, name=checked, now=now, is_admin=is_admin)
    writes.add_token(unit, person.id, token, label=label, now=now)
    return Account(person=person, token=token)
