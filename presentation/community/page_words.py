"""A server's web pages in words."""

from __future__ import annotations

from collections.abc import Mapping

from rules.language import N_
from storage.members.guild_settings import Pages

PAGES_LABELS: Mapping[Pages, str] = {
    "off": N_("Off"),
    "private": N_("Private: by link only"),
    "listed": N_("Listed: anyone can find them"),
}
"""The labels of the choices."""

PAGES_WORDS: Mapping[Pages, str] = {
    "off": N_("**Web pages**: off."),
    "private": N_("**Web pages**: private. Anyone with a link can read a page."),
    "listed": N_("**Web pages**: listed. Anyone can find them on the web."),
}
"""What a server has chosen."""

PAGES_NAMES: Mapping[Pages, str] = {
    "off": N_("off"),
    "private": N_("private"),
    "listed": N_("listed"),
}
"""The choices within a sentence."""
