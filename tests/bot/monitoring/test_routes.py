"""The families by which requests are counted, without ids and tokens."""

from __future__ import annotations

import pytest

from bot.monitoring.event_metrics import family_of


@pytest.mark.parametrize(
    ("path", "family"),
    [
        ("/api/v10/channels/1234/messages", "/channels/{id}/messages"),
        ("/api/v10/channels/1234/messages/5678/threads", "/channels/{id}/messages/{id}/threads"),
        ("/api/v10/users/@me", "/users/@me"),
        ("/api/v10/oauth2/applications/@me", "/oauth2/applications/@me"),
        (
            "/api/v10/interactions/12/aW50ZXJhY3Rpb246secret/callback",
            "/interactions/{id}/{token}/callback",
        ),
        (
            "/api/v10/webhooks/12/aW50ZXJhY3Rpb246secret/messages/@original",
            "/webhooks/{id}/{token}/messages/@original",
        ),
        ("/api/v10/webhooks/12/aW50ZXJhY3Rpb246secret", "/webhooks/{id}/{token}"),
        ("/attachments/1/2/ada-and-ben.png", "other"),
        ("/api/v10/" + "x" * 200, "other"),
    ],
)
def test_a_route_is_reported_without_ids_and_tokens(path: str, family: str) -> None:
    assert family_of(path) == family
