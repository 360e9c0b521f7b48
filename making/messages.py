"""Extract the marked texts, update the catalogues in `locale/`, and compile them.

python -m making.messages            what `make messages` runs
python -m making.messages --new fr   start a catalogue
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from making.catalogues import (
    DOMAIN,
    LOCALE,
    catalogue,
    compile_outdated,
    file_of,
    languages,
)

ROOT = LOCALE.parent
PACKAGES = (
    "language",
    "rules",
    "engine",
    "club",
    "rendering",
    "presentation",
    "bot",
    "web",
    "extensions",
)
"""The packages with texts for people."""

KEYWORDS = {
    "_": None,
    "N_": None,
    "gettext": None,
    "lazy_gettext": None,
    "ngettext": (1, 2),
    "lazy_ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "lazy_pgettext": ((1, "c"), 2),
}
"""The functions of `language.texts` that mark a text, and their text arguments."""


METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
"""Babel's extraction methods, by path."""

_ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)
"""A constant date for catalogues, so that they only change with their messages."""


@cache
def extracted() -> Catalog:
    """Return all marked texts with their files.

    Line numbers are left out, because they change all the time.
    """
    messages = Catalog(
        project="Stairwell", copyright_holder="the Stairwell authors", charset="utf-8"
    )
    for package in PACKAGES:
        for file, _line, message, comments, context in sorted(
            extract_from_dir(
                ROOT / package,
                METHODS,
                keywords=KEYWORDS,
                comment_tags=("Translators:",),
            ),
            key=lambda each: each[:2],
        ):
            place = (f"{package}/{file}", 0)
            messages.add(message, None, [place], auto_comments=comments, context=context)
    return messages


def _save(language: str, translated: Catalog) -> None:
    file = file_of(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as out:
        write_po(
            out,
            translated,
            width=100,
            sort_by_file=True,
            ignore_obsolete=True,
            include_lineno=False,
        )


@click.command(help=__doc__)
@click.option("--new", metavar="LANGUAGE", help="Start the catalogue of this language.")
def update(new: str | None) -> None:
    texts = extracted()
    chosen_languages = {*languages(), new} if new else {*languages()}
    for language in sorted(chosen_languages):
        translated = (
            catalogue(language)
            if file_of(language).is_file()
            else Catalog(locale=language, domain=DOMAIN, project="Stairwell", fuzzy=False)
        )
        bring_up_to_date(translated, texts)
        _save(language, translated)
        gaps = untranslated(translated)
        click.echo(f"{language}: {len(translated) - len(gaps)} of {len(translated)} messages")
        for message in gaps:
            click.echo(f"  {'fuzzy' if message.fuzzy else 'missing'}: {first_id(message)}")
    compile_outdated()


def bring_up_to_date(translated: Catalog, texts: Catalog) -> None:
    """Give a catalogue exactly the extracted messages.

    A message like one that it had gets that one's translation, marked as fuzzy.
    """
    translated.update(texts)
    translated.fuzzy, translated.header_comment = False, f"# Stairwell in {translated.locale}."
    translated.project, translated.version, translated.msgid_bugs_address = "Stairwell", "", ""
    translated.last_translator, translated.language_team = "", ""
    translated.creation_date = translated.revision_date = _ALWAYS


def untranslated(translated: Catalog) -> list[Message]:
    """Return the messages without a translation, or with a fuzzy one, which isn't used."""
    return [each for each in translated if each.id and (each.fuzzy or not _is_complete(each))]


def _is_complete(message: Message) -> bool:
    """Whether all plural forms are translated."""
    strings = [message.string] if isinstance(message.string, str) else message.string or [""]
    return all(strings)


def first_id(message: Message) -> str:
    """Return the English text of a message, in its first plural form."""
    return message.id if isinstance(message.id, str) else message.id[0]


if __name__ == "__main__":
    update()
