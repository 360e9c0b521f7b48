"""The visitor of a page: language, time, and links that keep the language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from aiohttp import web
from markupsafe import Markup

from language.texts import COMPLETE, SOURCE
from storage.matches.match import StoredMatch
from web.http.markup import HtmlMarkup, PathOf


@dataclass(frozen=True, slots=True)
class Reader:
    """A visitor of one page."""

    language: str
    has_chosen: bool
    """Whether the address names the language, so that links keep it."""
    now: datetime

    def to(self, path: str, **query: object) -> str:
        """Return the address of another page in this reader's language."""
        parameters = [f"{name}={value}" for name, value in query.items() if value is not None]
        if self.has_chosen and "lang" not in query:
            parameters.append(f"lang={self.language}")
        return f"{path}?{'&'.join(parameters)}" if parameters else path

    def picture(self, path: str) -> str:
        """Return the address of a picture with words in this reader's language."""
        return f"{path}?lang={self.language}"

    def markup(self, path_of: PathOf) -> HtmlMarkup:
        """Return the markup for this visitor."""

        def link(match: StoredMatch) -> str:
            path = path_of(match)
            return self.to(path) if path else ""

        return HtmlMarkup(self.now, link)


READER = web.RequestKey("reader", Reader)
"""The visitor of a request. Handlers run in the visitor's language."""


def reader_of(request: web.Request, clock: Callable[[], datetime]) -> Reader:
    """Return the visitor of a request."""
    chosen = request.query.get("lang", "")
    if chosen in COMPLETE:
        return Reader(chosen, True, clock())
    return Reader(accepted_language(request.headers.get("Accept-Language", "")), False, clock())


def accepted_language(header: str) -> str:
    """Return the preferred language of a browser among ours: "de" for "de-AT, en;q=0.5"."""
    best, best_weight = SOURCE, 0.0
    for part in header.split(","):
        name, _, weight_text = part.partition(";")
        language = name.strip().partition("-")[0].lower()
        weight = _weight(weight_text)
        if language in COMPLETE and weight > best_weight:
            best, best_weight = language, weight
    return best


def html(safe: str) -> Markup:
    """Mark a text by `HtmlMarkup` as safe HTML."""
    return Markup(safe)


def _weight(text: str) -> float:
    name, _, value = text.strip().partition("=")
    if name != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
