"""The JSON of webhooks."""

from __future__ import annotations

from datetime import datetime

from pydantic import ConfigDict, Field

from grader.api import examples
from grader.api.base import In, Out, Text500


class WebhookIn(In):
    model_config = ConfigDict(json_schema_extra={"example": examples.WEBHOOK_IN})
    url: str = Field(min_length=1, max_length=2000, description="https address of the receiver.")
    events: list[Text500] = Field(
        default_factory=lambda: ["grade.published"],
        min_length=1,
        max_length=20,
        description="Which events to send; today there is `grade.published`.",
    )


class WebhookOut(Out):
    model_config = ConfigDict(json_schema_extra={"example": examples.WEBHOOK})
    id: str
    url: str
    events: list[str]
    state: str
    created_at: datetime


class WebhookMade(WebhookOut):
    """The only answer that ever holds the secret."""

    model_config = ConfigDict(json_schema_extra={"example": examples.WEBHOOK_MADE})
    secret: str


class Webhooks(Out):
    model_config = ConfigDict(json_schema_extra={"example": examples.WEBHOOKS})
    items: list[WebhookOut]
    next: str | None = None
