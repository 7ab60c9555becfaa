"""Questions to the database, each with a name that says what comes back. They check no rights:
whoever asks for a person goes through `grader.store.access` first.
"""

from grader.store.reads.courses import course_by_slug
from grader.store.reads.drafts import drafts_of, newest_draft
from grader.store.reads.explanations import wanted_explanations
from grader.store.reads.lessons import history_of, runs_since, wait_of, waiting_of_visitors
from grader.store.reads.packs import (
    find_pack_version,
    newest_pack_version,
    pack_names,
    pack_version,
)
from grader.store.reads.people import has_people, members, person
from grader.store.reads.questions import answers_of
from grader.store.reads.results import results
from grader.store.reads.submissions import oldest_waiting, submission_state, submissions_of
from grader.store.reads.uploads import next_upload, upload
from grader.store.reads.webhooks import webhooks_of
from grader.store.reads.workers import heartbeats

__all__ = [
    "answers_of",
    "course_by_slug",
    "drafts_of",
    "find_pack_version",
    "has_people",
    "heartbeats",
    "history_of",
    "members",
    "newest_draft",
    "newest_pack_version",
    "next_upload",
    "oldest_waiting",
    "pack_names",
    "pack_version",
    "person",
    "results",
    "runs_since",
    "submission_state",
    "submissions_of",
    "upload",
    "wait_of",
    "waiting_of_visitors",
    "wanted_explanations",
    "webhooks_of",
]
