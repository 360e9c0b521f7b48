"""Escaping of names, which are shown as chosen and have no effect in a message or a preview."""

from __future__ import annotations

import pytest

from bot.interface.markup import DISCORD
from web.http.markup import PREVIEW


@pytest.mark.parametrize(
    ("name", "escaped"),
    [
        ("https://example.com", "https\\://example.com"),
        ("HTTP://example.com/a_b_c", "HTTP\\://example.com/a\\_b\\_c"),
        ("<https://example.com>", "\\<https\\://example.com>"),
        ("[free](https://example.com)", "\\[free\\](https\\://example.com)"),
        ("<t:0:R>", "\\<t:0:R>"),
        ("</resign:1>", "\\</resign:1>"),
        ("<#1>", "\\<#1>"),
        ("\\", "\\\\"),
        ("# big", "\\# big"),
        ("> quoted", "\\> quoted"),
        ("- item", "\\- item"),
        ("@everyone", "@\u200beveryone"),
        ("Ann-Marie #2 > all", "Ann-Marie #2 > all"),
        ("Ada: Rook", "Ada: Rook"),
    ],
)
def test_names_never_become_links_or_other_markup(name: str, escaped: str) -> None:
    assert DISCORD.name(name) == DISCORD.text(name) == escaped
    assert PREVIEW.name(name) == PREVIEW.text(name) == escaped


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Cup] of", "Cup］ of"),
        ("[A] cup](https://example.com)", "［A］ cup］(https：//example.com)"),
        ("one\\", "one＼"),
        ("snake_case", "snake＿case"),
        ("# 1 - cup", "# 1 - cup"),
    ],
)
def test_the_text_of_a_link_has_no_backslash_and_no_bracket(name: str, shown: str) -> None:
    # Discord shows the backslashes there.
    assert DISCORD.link(DISCORD.name(name), "https://a.example") in (
        f"[{shown}](https://a.example)",
        f"[⁨{shown}⁩](https://a.example)",
    )
