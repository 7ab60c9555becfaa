"""Write down what must be told, in the transaction of what it tells of."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.store import snapshot
from grader.store.ids import new_id
from grader.store.standings import standings
from grader.store.streams import lock_stream, stream_key
from grader.store.tables import Delivery, Grade, OutboxEvent, Submission, WebhookEndpoint


def publish_grade(session: Session, submission: Submission, grade: Grade) -> tuple[str, ...]:
    """Returns the ids of the deliveries. Holds the stream's lock until the transaction ends."""
    assignment_id, person_id = submission.assignment_id, submission.person_id
    stream = lock_stream(session, assignment_id=assignment_id, person_id=person_id)
    stream.last_sequence += 1
    event = OutboxEvent(
        event_id=new_id("evt", grade.graded_at),
        course_id=submission.assignment.course_id,
        type=snapshot.GRADE_PUBLISHED,
        stream_key=stream_key(assignment_id=assignment_id, person_id=person_id),
        stream_seq=stream.last_sequence,
        occurred_at=grade.graded_at,
        body=snapshot.body(_told(session, submission, grade, stream.last_sequence)),
    )
    session.add(event)
    session.flush()
    return _address(session, event)


def _told(session: Session, submission: Submission, grade: Grade, sequence: int) -> snapshot.Told:
    """Read under the stream's lock: of two gradings at once the later one sees the earlier."""
    person_id = submission.person_id
    found = standings(session, assignment_id=submission.assignment_id, person_ids=[person_id])
    best = found[person_id].best
    assert best is not None  # the grade at hand is one
    return snapshot.Told(
        submission=submission,
        grade=grade,
        counted=session.get_one(Grade, best.grade_id),
        counted_attempt=best.attempt,
        sequence=sequence,
    )


def _address(session: Session, event: OutboxEvent) -> tuple[str, ...]:
    query = select(WebhookEndpoint).where(
        WebhookEndpoint.course_id == event.course_id, WebhookEndpoint.state == "active"
    )
    rows = [
        _delivery(event, endpoint)
        for endpoint in session.scalars(query)
        if event.type in endpoint.events
    ]
    session.add_all(rows)
    session.flush()
    return tuple(row.id for row in rows)


def _delivery(event: OutboxEvent, endpoint: WebhookEndpoint) -> Delivery:
    return Delivery(
        id=new_id("dlv", event.occurred_at),
        outbox_id=event.id,
        endpoint_id=endpoint.id,
        state="pending",
        attempt=0,
        due_at=event.occurred_at,
    )
