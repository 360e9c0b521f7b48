"""Suggestions for a typed move."""

from __future__ import annotations

import asyncio
import json

from rules.notation import MAX_TEXT_LENGTH, suggest
from rules.position import Position
from web.cache import Rendered
from web.headers import JSON
from web.routes import File, PrivateVisit


def suggested(position: Position, typed: str = "") -> list[str]:
    """Return the texts suggested for a typed move."""
    return [position.text(move) for move in suggest(position, typed)]


async def suggestions_in(visit: PrivateVisit, position: Position | None) -> File:
    """Return the moves that continue a typed text, as JSON.

    :param position: None if it isn't the member's turn.
    """
    typed, texts = visit.query.get("typed", "")[:MAX_TEXT_LENGTH], list[str]()
    if position is not None:
        texts = await asyncio.to_thread(suggested, position, typed)
    return File(Rendered(json.dumps(texts).encode(), JSON))
