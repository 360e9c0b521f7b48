"""Studies on the web."""

from __future__ import annotations

from extensions.study.web import (
    conditional_moves,
    explore,
    good_matches,
    guessing,
    kept_lines,
    notes,
    reviews,
)
from web.http.private import TYPED
from web.http.routes import MORE_ROUTES

__all__ = ["good_matches"]

TYPED.append("name")


for each in (explore, kept_lines, reviews, conditional_moves, notes, guessing):
    MORE_ROUTES.extend(each.ROUTES)
