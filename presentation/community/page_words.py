"""A server's web pages in words."""

from __future__ import annotations

from collections.abc import Mapping

from language.texts import N_, gettext
from presentation.markup import Markup
from storage.members.guild_settings import Pages

PAGES_LABELS: Mapping[Pages, str] = {
    "off": N_("Off"),
    "private": N_("Private: by link only"),
    "listed": N_("Listed: anyone can find them"),
}
"""The labels of the choices in the settings."""

_SENTENCES: Mapping[Pages, str] = {
    "off": N_("{web_pages}: off."),
    "private": N_("{web_pages}: private. Anyone with a link can read a page."),
    "listed": N_("{web_pages}: listed. Anyone can find them on the web."),
}

PAGES_NAMES: Mapping[Pages, str] = {
    "off": N_("off"),
    "private": N_("private"),
    "listed": N_("listed"),
}
"""The names of the choices within a sentence."""


def pages_words(pages: Pages, markup: Markup) -> str:
    """Return who can open a server's pages."""
    return gettext(_SENTENCES[pages], web_pages=markup.strong(gettext("Web pages")))


def plays_out_words(markup: Markup, *, plays_out: bool) -> str:
    """Return whether a server's members may play people from other servers."""
    title = markup.strong(gettext("Other servers"))
    if plays_out:
        return gettext("{title}: members can play people from other servers.", title=title)
    return gettext("{title}: members only play each other.", title=title)
