"""Tell an address about a course's grades, or stop telling it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from grader.actions.context import Services
from grader.actions.courses import access_course_as_instructor
from grader.errors import Malformed, NotFound
from grader.lms import sealing, signing, targets
from grader.store import reads, writes
from grader.store.access import Viewer, access_course_as_staff
from grader.store.records import WebhookRecord

EVENTS = ("grade.published",)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewWebhook:
    """The secret is shown here and never again."""

    webhook: WebhookRecord
    secret: str = field(repr=False)


def add(
    services: Services,
    viewer: Viewer,
    course_slug: str,
    *,
    url: str,
    events: Collection[str] = EVENTS,
) -> NewWebhook:
    """Instructors may. Raises NotFound, NotAllowed, TargetRefused, Malformed."""
    with services.store.reading() as unit:
        course = access_course_as_instructor(unit, viewer, course_slug)
    # Outside a transaction: a name may take seconds to resolve.
    targets.check_target(url, services.settings.allowed_private_targets)
    secret = signing.new_secret()
    with services.store.unit() as unit:
        webhook = writes.add_webhook(
            unit,
            course.id,
            url=url,
            events=_known(events),
            sealed_secret=sealing.seal(services.settings.effective_secret_key, secret),
            now=services.now(),
        )
    return NewWebhook(webhook=webhook, secret=secret)


def list_all(services: Services, viewer: Viewer, course_slug: str) -> tuple[WebhookRecord, ...]:
    """Staff may."""
    with services.store.reading() as unit:
        course = access_course_as_staff(unit, viewer, course_slug)
        return reads.webhooks_of(unit, course.id)


def remove(services: Services, viewer: Viewer, course_slug: str, webhook_id: str) -> None:
    """Instructors may. What was not sent yet will not be. Raises NotFound."""
    with services.store.unit() as unit:
        course = access_course_as_instructor(unit, viewer, course_slug)
        if "\0" in webhook_id or not writes.remove_webhook(unit, course.id, webhook_id):
            raise NotFound("There is no such webhook in this course.")


def _known(events: Collection[str]) -> tuple[str, ...]:
    unknown = sorted(set(events) - set(EVENTS))
    if unknown or not events:
        raise Malformed(
            f"Choose the events from: {', '.join(EVENTS)}."
            + (f" Unknown: {', '.join(map(repr, unknown))}." if unknown else "")
        )
    return tuple(sorted(set(events)))
