"""Courses by their short names."""

from __future__ import annotations

from sqlalchemy import select

from grader.store import shapes
from grader.store.records import CourseRecord
from grader.store.session import Unit
from grader.store.tables import Course


def course_by_slug(unit: Unit, slug: str) -> CourseRecord | None:
    """PostgreSQL takes no NUL, and no short name has one."""
    if "\0" in slug:
        return None
    row = unit.session.scalar(select(Course).where(Course.slug == slug))
    return None if row is None else shapes.course(row)
