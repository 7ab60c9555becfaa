"""The tables, typed. Only `grader.store` may read this; the migrations hold the same, by a test.

Grades and outbox bodies are never changed: triggers of the migrations refuse it.
"""

from grader.store.tables.base import Base
from grader.store.tables.lessons import Answer, Draft
from grader.store.tables.outgoing import Delivery, DeliveryAttempt, OutboxEvent, WebhookEndpoint
from grader.store.tables.packs import Pack, PackUpload, PackVersion
from grader.store.tables.people import Course, Membership, Person, Token
from grader.store.tables.work import Assignment, Explanation, Grade, Stream, Submission
from grader.store.tables.workers import Heartbeat

__all__ = [
    "Answer",
    "Assignment",
    "Base",
    "Course",
    "Delivery",
    "DeliveryAttempt",
    "Draft",
    "Explanation",
    "Grade",
    "Heartbeat",
    "Membership",
    "OutboxEvent",
    "Pack",
    "PackUpload",
    "PackVersion",
    "Person",
    "Stream",
    "Submission",
    "Token",
    "WebhookEndpoint",
]
