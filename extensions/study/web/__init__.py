"""Studies on the web."""

from __future__ import annotations

from collections.abc import Sequence

from extensions.study.web import (
    conditional_moves,
    explore,
    good_matches,
    guessing,
    kept_lines,
    notes,
    reviews,
)
from web.http.routes import MORE_ROUTES, Route

__all__ = ["good_matches"]


@MORE_ROUTES.add
def routes(_nothing: None) -> Sequence[Route]:
    """Return the routes of studies."""
    return (
        *explore.ROUTES,
        *kept_lines.ROUTES,
        *reviews.ROUTES,
        *conditional_moves.ROUTES,
        *notes.ROUTES,
        *guessing.ROUTES,
    )
