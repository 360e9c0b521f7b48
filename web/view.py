"""A page before it is rendered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from language.texts import Text
from web.embeds import Embed, PreviewPicture


class NoPage(Exception):
    """There is no page at this address, or none that is public."""


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
    is_private: bool = False
    """Whether search engines must not list it."""
    stream: str = ""
    """The path of its live updates, empty if there are none."""
    version: int = 0
    """The version shown, as counted by the live updates."""
    status: int = 200
