"""Live updates of the page of an event."""

from __future__ import annotations

from tests.web.house import House


async def test_a_stream_cannot_be_asked_for_its_headers_alone(house: House) -> None:
    async with house.session.head(f"{house.url}/e/x/live") as answer:
        assert answer.status == 405
