"""Escaping of names, which are shown as chosen and have no effect in a message."""

from __future__ import annotations

import pytest

from bot.pages.discord_markup import DISCORD


@pytest.mark.parametrize(
    ("name", "escaped"),
    [
        ("https://example.com", "https\\://example.com"),
        ("HTTP://example.com/a_b_c", "HTTP\\://example.com/a\\_b\\_c"),
        ("<https://example.com>", "\\<https\\://example.com>"),
        ("[free](https://example.com)", "\\[free](https\\://example.com)"),
        ("<t:0:R>", "\\<t:0:R>"),
        ("</resign:1>", "\\</resign:1>"),
        ("<#1>", "\\<#1>"),
        ("\\", "\\\\"),
        ("Ada: Rook", "Ada: Rook"),
    ],
)
def test_names_never_become_links_or_other_markup(name: str, escaped: str) -> None:
    assert DISCORD.name(name) == DISCORD.text(name) == escaped
