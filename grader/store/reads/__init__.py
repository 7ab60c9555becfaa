"""Questions to the database, each with a name that says what comes back. They check no rights:
whoever asks for a person goes through `grader.store.access` first.
"""

from grader.store.reads.packs import (
    find_pack_version,
    newest_pack_version,
    pack_names,
    pack_version,
)
from grader.store.reads.people import has_people, members, person
from grader.store.reads.results import results
from grader.store.reads.submissions import oldest_waiting, submission_state, submissions_of
from grader.store.reads.webhooks import webhooks_of
from grader.store.reads.workers import heartbeats

__all__ = [
    "find_pack_version",
    "has_people",
    "heartbeats",
    "members",
    "newest_pack_version",
    "oldest_waiting",
    "pack_names",
    "pack_version",
    "person",
    "results",
    "submission_state",
    "submissions_of",
    "webhooks_of",
]
