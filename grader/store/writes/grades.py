"""A grade record as a row: the numbers that are asked for, beside the whole."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

from grader.store.records import JSON, Claim
from grader.store.tables import Grade


def grade_row(claim: Claim, record: Mapping[str, JSON], now: datetime) -> Grade:
    """The claim's token is unique in the table: the same claim cannot be graded twice."""
    score, max_score = exact(record["score"]), exact(record["max_score"])
    return Grade(
        submission_id=claim.submission_id,
        claim_token=claim.lease_token,
        pack_version_id=claim.pack_version_id,
        record=dict(record),
        verdict=str(record["verdict"]),
        score_exact=str(score),
        max_score_exact=str(max_score),
        score=float(score),
        max_score=float(max_score),
        image=str(record.get("image", "")),
        python=str(record.get("python", "")),
        worker=claim.worker,
        graded_at=now,
    )


def exact(number: JSON) -> Fraction:
    """Read `"20/3"`, `6.5` or `6`; a float counts as the decimal it is written as."""
    return Fraction(str(number))
