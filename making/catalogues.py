"""Compile the translations in `locale/`, also when the package is built.

The compiled catalogues aren't committed. Building the package, `make`, and the tests compile
those that are missing or out of date. Nothing of ours is imported, because a build has no
installed packages but Babel.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "locale"
DOMAIN = "stairwell"


def languages() -> list[str]:
    """Return the languages with a catalogue."""
    return sorted(file.parent.parent.name for file in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def file_of(language: str) -> Path:
    """Return the file of a language's catalogue."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue(language: str) -> Catalog:
    """Return the catalogue of a language from its file."""
    with file_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


class _Unsigned:
    """A catalogue whose header doesn't name the version of Babel that compiled it."""

    def __init__(self, signed: Catalog) -> None:
        self.charset = signed.charset
        self._signed = signed

    def __iter__(self) -> Iterator[Message]:
        for message in self._signed:
            if not message.id:
                lines = str(message.string).splitlines(keepends=True)
                message.string = "".join(x for x in lines if not x.startswith("Generated-By"))
            yield message


def compiled(translated: Catalog) -> bytes:
    """Return a catalogue in the compiled format, without fuzzy entries.

    It is the same for all versions of Babel, as the package that it is part of.
    """
    out = BytesIO()
    write_mo(out, cast(Catalog, _Unsigned(translated)))
    return out.getvalue()


def compile_outdated() -> None:
    """Compile each catalogue that has changed since it was last compiled."""
    for language in languages():
        source, target = file_of(language), file_of(language).with_suffix(".mo")
        if not target.is_file() or target.stat().st_mtime_ns <= source.stat().st_mtime_ns:
            target.write_bytes(compiled(catalogue(language)))


class CompiledCatalogues(BuildHookInterface):
    """Hatchling's hook that compiles the catalogues, and packs them without their sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile outdated catalogues."""
        compile_outdated()
        if self.target_name == "wheel":
            for language in languages():
                file = file_of(language).with_suffix(".mo")
                build_data["force_include"][str(file)] = f"language/{file.relative_to(ROOT)}"


if __name__ == "__main__":
    compile_outdated()
