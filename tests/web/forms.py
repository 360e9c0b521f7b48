"""The forms and links of a page, as a browser without scripts uses them."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from tests.web.house import Answer, House

_FORM = re.compile(r'<form method="post" action="([^"]*)"([^>]*)>(.*?)</form>', re.S)
_HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
_LINK = re.compile(r'<a [^>]*href="([^"]*)"[^>]*>([^<]*)</a>')
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a page."""

    action: str
    fields: dict[str, str]
    words: str
    """The labels in it."""


def forms_of(page: Answer) -> list[Form]:
    """Return the visible forms of a page."""
    return [
        Form(
            html.unescape(action),
            {name: html.unescape(value) for name, value in _HIDDEN.findall(content)},
            html.unescape(_TAG.sub("", content)),
        )
        for action, attributes, content in _FORM.findall(page.text)
        if "hidden" not in attributes
    ]


async def send(house: House, page: Answer, label: str, cookie: str = "", **fields: str) -> Answer:
    """Send the form with a label, and return the page that it leads to."""
    form = next(each for each in forms_of(page) if label in each.words)
    answer = await house.post(form.action, {**form.fields, **fields}, Cookie=cookie)
    if answer.status == 303:
        return await house.get(answer.headers["Location"], Cookie=cookie)
    return answer


async def follow(house: House, page: Answer, label: str, cookie: str = "") -> Answer:
    """Follow the link with a label, or the beginning of one."""
    address = next(
        address
        for address, words in _LINK.findall(page.text)
        if html.unescape(words).strip().startswith(label)
    )
    return await house.get(html.unescape(address), Cookie=cookie)


def words_of(page: Answer) -> str:
    """Return the text of a page's content."""
    content = page.text[page.text.index('<main id="content"') :]
    return " ".join(html.unescape(_TAG.sub(" ", content)).split())
