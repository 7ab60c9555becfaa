"""One example of every body, as /docs shows them. A test reads each with its schema."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]
ID: Final = "sub_01KB8Z3T4Q0V7N5R9XK2M6P8DW"
URL: Final = f"/api/v1/submissions/{ID}"
RECEIVED: Final = "2026-11-30T10:42:00Z"
GRADED: Final = "2026-11-30T10:42:01Z"
VERSION: Final = "sha256:5d1f0c9ab2e4"

SOURCE: Final[Example] = {
    "source": "def full_shared_blocks(prefix_len, block):\n    return prefix_len // block\n"
}
ACCEPTED: Final[Example] = {"id": ID, "state": "queued", "url": URL}

FUNCTION: Final[Example] = {
    "name": "full_shared_blocks",
    "verdict": "wrong_answer",
    "score": 0.5,
    "max_score": 2,
}
VISIBLE_CASE: Final[Example] = {
    "id": "not-a-whole-block",
    "visibility": "visible",
    "verdict": "wrong_answer",
    "scored": True,
    "arguments": "(40, 16)",
    "returned": "3",
    "expected": "2",
    "message": None,
    "hint": "A block that is not full cannot be shared.",
    "output": None,
}
HIDDEN_CASE: Final[Example] = {
    "id": "h1",
    "visibility": "hidden",
    "verdict": "passed",
    "scored": None,
    "arguments": None,
    "returned": None,
    "expected": None,
    "message": None,
    "hint": None,
    "output": None,
}
GRADE: Final[Example] = {
    "pack": "prefix-sharing",
    "pack_version": VERSION,
    "verdict": "failed",
    "score": 0.5,
    "max_score": 2,
    "image": "sha256:0b5c7e1f",
    "python": "3.11.2",
    "load": {"verdict": "ok", "message": None, "line": None},
    "functions": [
        {
            **FUNCTION,
            "message": "`full_shared_blocks(40, 16)` returned `3`; expected `2`.",
            "hint": "A block that is not full cannot be shared.",
            "hidden": {"passed": 24, "total": 101},
            "generated": {"passed": 24, "total": 100, "failures": []},
            "diagnosis": {
                "id": "prefix_rounded_up",
                "hint": "The last block of the prefix is only partly filled.",
            },
            "counterexample": {
                "call": "full_shared_blocks(1, 2)",
                "returned": "1",
                "expected": "0",
            },
            "signature": None,
            "cases": [VISIBLE_CASE, HIDDEN_CASE],
        }
    ],
}
SUBMISSION: Final[Example] = {
    "id": ID,
    "kind": "submission",
    "attempt": 1,
    "state": "graded",
    "received_at": RECEIVED,
    "wait": None,
    "searching": False,
    "grade": GRADE,
}
LINE: Final[Example] = {
    "id": ID,
    "attempt": 1,
    "state": "graded",
    "received_at": RECEIVED,
    "verdict": "failed",
    "score": 0.5,
    "max_score": 2,
    "url": URL,
}
LINES: Final[Example] = {"items": [LINE], "next": None}

RESULT: Final[Example] = {
    "submission": ID,
    "url": URL,
    "attempt": 1,
    "received_at": RECEIVED,
    "graded_at": GRADED,
    "verdict": "failed",
    "score": 0.5,
    "max_score": 2,
    "functions": [FUNCTION],
}
RESULTS: Final[Example] = {
    "items": [{"learner": {"id": 2, "name": "Ada"}, "newest": RESULT, "best": RESULT}],
    "next": None,
}
ME: Final[Example] = {
    "id": 2,
    "name": "Ada",
    "courses": [
        {
            "course": "demo",
            "title": "Demo course",
            "role": "learner",
            "assignments": [
                {
                    "assignment": "prefix-sharing",
                    "title": "Sharing prefixes",
                    "pack": "prefix-sharing",
                    "pack_version": VERSION,
                }
            ],
        }
    ],
}
DISCLOSURE_IN: Final[Example] = {
    "disclosure": "all_after_deadline",
    "due_at": "2026-12-24T18:00:00Z",
}
DISCLOSURE: Final[Example] = {"assignment": "prefix-sharing", **DISCLOSURE_IN}
WEBHOOK_IN: Final[Example] = {
    "url": "https://lms.example.org/hooks/grades",
    "events": ["grade.published"],
}
WEBHOOK: Final[Example] = {
    "id": "whk_01KB8Z3T4Q0V7N5R9XK2M6P8DW",
    **WEBHOOK_IN,
    "state": "active",
    "created_at": RECEIVED,
}
WEBHOOK_MADE: Final[Example] = {**WEBHOOK, "secret": "whsec_…"}
WEBHOOKS: Final[Example] = {"items": [WEBHOOK], "next": None}
READY: Final[Example] = {
    "status": "ok",
    "parts": [
        {"part": "database", "ok": True, "detail": "answers"},
        {"part": "broker", "ok": True, "detail": "answers"},
        {"part": "worker", "ok": True, "detail": "1 worker, sandbox checked"},
    ],
}
HEALTHY: Final[Example] = {"status": "ok"}
