"""Link previews that Discord draws as its own cards (component embeds).

Discord reads them from a script element of the page; the format and its limits are those of
https://docs.discord.com/developers/link-previews/component-embeds. A preview beyond them is left
out, and Discord falls back to the Open Graph tags.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from language.texts import Text

log = logging.getLogger(__name__)


MAX_SIZE = 3000
"""Maximum size in bytes, including escapes."""

ROOM = ((300, 800), (150, 500), (80, 250), (40, 120))
"""Maximum lengths of the alt text and the text, tried in order until the card is short enough.
"""

ACCENT = 0xC8963E

_TEXT, _GALLERY, _ROW, _BUTTON, _CONTAINER = 10, 12, 1, 2, 17
_LINK = 5


@dataclass(frozen=True, slots=True)
class LinkButton:
    """A button that opens a page."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class PreviewPicture:
    """A picture by its web address."""

    url: str
    alt: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list on a page."""

    title: str
    words: str
    path: str
    """Its page, empty without one."""


@dataclass(frozen=True, slots=True)
class Section:
    """A list with a heading, which an extension adds to a page."""

    heading: str
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a page with a template, which an extension adds."""

    template: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class NavLink:
    """A link in the header, the footer and the bar at the bottom of each page."""

    label: str
    path: str
    icon: str
    """The path of its icon, as in SVG."""


@dataclass(frozen=True, slots=True)
class Embed:
    """A card with a text, a picture and buttons."""

    text: str
    """In Discord's Markdown."""
    picture: PreviewPicture | None = None
    buttons: tuple[LinkButton, ...] = ()

    def container(self, max_alt: int, max_text: int) -> dict[str, Any]:
        """Return the card in Discord's format."""
        text = shorten(self.text, max_text)
        components: list[dict[str, Any]] = [{"type": _TEXT, "content": text}]
        if self.picture is not None:
            media = {"url": self.picture.url}
            item = {"media": media, "description": shorten(self.picture.alt, max_alt)}
            components.append({"type": _GALLERY, "items": [item]})
        if self.buttons:
            buttons = [
                {"type": _BUTTON, "style": _LINK, "label": button.label, "url": button.url}
                for button in self.buttons
            ]
            components.append({"type": _ROW, "components": buttons})
        return {"type": _CONTAINER, "accent_color": ACCENT, "components": components}

    def script(self) -> Markup:
        """Return the content of the script element, empty if it would be too long."""
        for max_alt, max_text in ROOM:
            card = {"component": self.container(max_alt, max_text)}
            text = json.dumps(card, ensure_ascii=False, separators=(",", ":"))
            # The text can't end its own element.
            text = text.replace("<", "\\u003c")
            if len(text.encode()) <= MAX_SIZE:
                return Markup(text)
        log.warning("omitting a link preview that is too long: %s", self.buttons)
        return Markup("")


def shorten(text: str, max_length: int) -> str:
    """Return a text cut after a word, never within an escaped character."""
    if len(text) <= max_length:
        return text
    cut = text[: max_length - 1]
    return f"{(cut.rpartition(' ')[0] or cut).rstrip(chr(92))}…"


@dataclass(frozen=True, slots=True)
class Crumb:
    """A page above the current one, or that page itself."""

    label: str
    path: str = ""
    """Empty for the page itself."""


class NoPage(Exception):
    """There is no page at this address, or none that is public.

    :param words: why, if that is known.
    :param instead: a page to go on with.
    """

    def __init__(self, words: str = "", instead: Crumb | None = None) -> None:
        super().__init__(words)
        self.words, self.instead = words, instead


class BadAddress(Exception):
    """An address is malformed. `words` explain the right form."""

    def __init__(self, words: Text) -> None:
        super().__init__(str(words))
        self.words = words


class NotSignedIn(Exception):
    """The page is for members, and the visitor isn't signed in."""


@dataclass(frozen=True, slots=True)
class View:
    """The content of a page."""

    template: str
    title: str
    description: str
    """A sentence or two, for search engines and link previews."""
    values: Mapping[str, object] = field(default_factory=dict[str, object])
    """Further values for the template."""
    picture: PreviewPicture | None = None
    """The picture of a link preview."""
    embed: Embed | None = None
    card_path: str = ""
    """The path of its picture on other sites, or empty to show `picture` there."""
    trail: Sequence[Crumb] = ()
    """The pages above it, from the first level down, and its own name if the title differs."""
    is_private: bool = False
    """Whether search engines must not list it."""
    stream: str = ""
    """The path of its live updates, empty if there are none."""
    version: int = 0
    """The version shown, as counted by the live updates."""
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    """The parameters of its canonical address, which are safe in an address."""
    status: int = 200
