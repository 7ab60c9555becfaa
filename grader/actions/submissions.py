"""Take in a learner's file. What is refused is not stored."""

from __future__ import annotations

import re

from grader.actions.context import Services
from grader.actions.practice import check_pace
from grader.core.source import clean
from grader.errors import Malformed, NotAllowed, NotFound
from grader.store import writes
from grader.store.access import Viewer, access_assignment, access_practice, access_submission
from grader.store.records import AssignmentRecord, Kind, NewSubmission, SubmissionRecord
from grader.store.session import Unit

_KEY = re.compile(r"[\x20-\x7e]{1,255}\Z")


def submit(
    services: Services,
    viewer: Viewer,
    course_slug: str,
    assignment_slug: str,
    *,
    source: str,
    kind: Kind,
    idempotency_key: str | None = None,
) -> SubmissionRecord:
    """`source` is the text as it was sent. The time of receipt is taken before anything else.

    Raises NotFound, NotAllowed, SourceTooLarge, SourceRejected, Malformed, IdempotencyConflict,
    TooManyRuns.
    """
    received_at = services.now()
    with services.store.unit() as unit:
        assignment = _access_to_send(unit, viewer, (course_slug, assignment_slug), kind)
        new = NewSubmission(
            assignment_id=assignment.id,
            person_id=viewer.person_id,
            kind=kind,
            source=clean(source),
            body=source,
            received_at=received_at,
            idempotency_key=_checked(idempotency_key),
        )
        added = writes.add_submission(unit, new)
        if added.is_new:
            if kind == "run":
                check_pace(unit, viewer, received_at)
            _wake_worker(services, unit, added.submission.id)
    return added.submission


def retry_parked(services: Services, viewer: Viewer, submission_id: str) -> None:
    """Staff may put a submission that was set aside back into the queue. Raises NotFound."""
    with services.store.unit() as unit:
        submission = access_submission(unit, viewer, submission_id)
        if not viewer.is_staff_of(submission.assignment.course):
            raise NotFound
        if not writes.retry_parked(unit, submission.id, now=services.now()):
            raise Malformed("This submission is not set aside.")
        _wake_worker(services, unit, submission.id)


def _wake_worker(services: Services, unit: Unit, submission_id: str) -> None:
    unit.after_commit(lambda: services.queue.send("grade", submission_id))


def _access_to_send(
    unit: Unit, viewer: Viewer, place: tuple[str, str], kind: Kind
) -> AssignmentRecord:
    """An administrator sees every course, but hands in nothing where he is no member."""
    if viewer.is_visitor:
        if kind != "run":
            raise NotAllowed("Without an account you can run the visible cases, not submit.")
        return access_practice(unit, *place)
    assignment = access_assignment(unit, viewer, *place)
    if not viewer.is_member_of(assignment.course):
        raise NotFound("You are not a member of this course.")
    return assignment


def _checked(idempotency_key: str | None) -> str | None:
    if idempotency_key is not None and not _KEY.match(idempotency_key):
        raise Malformed("An Idempotency-Key holds 1 to 255 printable ASCII characters.")
    return idempotency_key
