"""A page before it is written as HTML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from web.embeds import Embed, PreviewPicture


class NoPage(Exception):
    """There is nothing at this address, or nothing that the visitor may see."""


class BadAddress(Exception):
    """An address says something that it can't; `words` say what would be right."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@dataclass(frozen=True, slots=True)
class View:
    """The content of a page."""

    template: str
    title: str
    description: str
    """A sentence or two, for search engines and link previews."""
    values: Mapping[str, object] = field(default_factory=dict[str, object])
    """What the template shows besides."""
    picture: PreviewPicture | None = None
    """The picture of a link preview."""
    embed: Embed | None = None
    is_private: bool = False
    """Whether search engines have to leave it out."""
    stream: str = ""
    """The path at which changes of the page are announced; empty if there are none."""
    version: int = 0
    """Which state of the page this is, as the stream counts them."""
