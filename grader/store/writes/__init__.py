"""Every change of what is kept, by name. Changes of state compare before they set."""

from grader.store.writes.answers import delivery_done
from grader.store.writes.claims import claim, hand_back, park, record_grade, renew
from grader.store.writes.courses import (
    add_assignment,
    add_course,
    add_member,
    allow_embedding,
    open_for_practice,
    pin_assignment,
    retitle_assignment,
    set_disclosure,
)
from grader.store.writes.deliveries import claim_deliveries
from grader.store.writes.drafts import save_draft
from grader.store.writes.explanations import (
    record_explanation,
    resend_explanations,
)
from grader.store.writes.heartbeats import beat
from grader.store.writes.lost import requeue_lost
from grader.store.writes.packs import add_pack_version
from grader.store.writes.people import add_person, add_token, revoke_token
from grader.store.writes.questions import add_answer
from grader.store.writes.submissions import Added, add_submission, retry_parked
from grader.store.writes.uploads import (
    add_upload,
    claim_upload,
    finish_upload,
    hand_back_upload,
    renew_upload,
    requeue_uploads,
)
from grader.store.writes.visitors import add_visitor, forget_visitors
from grader.store.writes.webhooks import add_webhook, remove_webhook

__all__ = [
    "Added",
    "add_answer",
    "add_assignment",
    "add_course",
    "add_member",
    "add_pack_version",
    "add_person",
    "add_submission",
    "add_token",
    "add_upload",
    "add_visitor",
    "add_webhook",
    "allow_embedding",
    "beat",
    "claim",
    "claim_deliveries",
    "claim_upload",
    "delivery_done",
    "finish_upload",
    "forget_visitors",
    "hand_back",
    "hand_back_upload",
    "open_for_practice",
    "park",
    "pin_assignment",
    "record_explanation",
    "record_grade",
    "remove_webhook",
    "renew",
    "renew_upload",
    "requeue_lost",
    "requeue_uploads",
    "resend_explanations",
    "retitle_assignment",
    "retry_parked",
    "revoke_token",
    "save_draft",
    "set_disclosure",
]
