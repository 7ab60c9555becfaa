"""What all bodies have in common: strict on the way in, and nothing unnamed on the way out."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Number = int | float
Text500 = Annotated[str, Field(min_length=1, max_length=500)]


class In(BaseModel):
    """Exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Out(BaseModel):
    model_config = ConfigDict(extra="ignore")
