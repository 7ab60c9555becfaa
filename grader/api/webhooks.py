"""Where a course wants its grades sent, for its instructors."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from grader.actions import webhooks as actions
from grader.api.bodies import body_of, documented
from grader.api.places import COURSE
from grader.api.webhook_schemas import WebhookIn, WebhookMade, WebhookOut, Webhooks
from grader.api.who import FromServices, FromViewer
from grader.store.records import WebhookRecord

router = APIRouter(tags=["webhooks"])
FromWebhook = Annotated[WebhookIn, Depends(body_of(WebhookIn))]


@router.post(
    COURSE + "/webhooks",
    status_code=201,
    summary="Add a webhook",
    openapi_extra=documented(WebhookIn),
)
def post_webhook(
    services: FromServices, viewer: FromViewer, course: str, body: FromWebhook
) -> WebhookMade:
    """For instructors. Deliveries follow Standard Webhooks. The secret is shown this once."""
    made = actions.add(services, viewer, course, url=body.url, events=tuple(body.events))
    return WebhookMade(**_shown(made.webhook).model_dump(), secret=made.secret)


@router.get(COURSE + "/webhooks", summary="List the webhooks of a course")
def list_webhooks(services: FromServices, viewer: FromViewer, course: str) -> Webhooks:
    """For instructors. Secrets are not shown again."""
    found = actions.list_all(services, viewer, course)
    return Webhooks(items=[_shown(webhook) for webhook in found])


@router.delete(COURSE + "/webhooks/{webhook}", status_code=204, summary="Remove a webhook")
def delete_webhook(services: FromServices, viewer: FromViewer, course: str, webhook: str) -> None:
    """For instructors. What is still undelivered is dropped."""
    actions.remove(services, viewer, course, webhook)


def _shown(webhook: WebhookRecord) -> WebhookOut:
    return WebhookOut(
        id=webhook.id,
        url=webhook.url,
        events=list(webhook.events),
        state=webhook.state,
        created_at=webhook.created_at,
    )
