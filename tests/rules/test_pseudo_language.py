"""Everything that the rules tell people, in a made-up language, to find what is not marked.

Its texts are in brackets, with accents on each letter, and longer by a third, as German is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from making.messages import compiled
from making.pseudo import LANGUAGE, pseudo_catalogue
from rules import language as languages
from rules.language import gettext, translations, written_in
from rules.notation import complete, read
from rules.position import Game, Position
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import random_moves


@pytest.fixture(autouse=True)
def the_made_up_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    file = tmp_path / LANGUAGE / "LC_MESSAGES" / "stairwell.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled(pseudo_catalogue()))
    monkeypatch.setattr(languages, "FOLDERS", [tmp_path])
    translations.cache_clear()
    with written_in(LANGUAGE):
        yield
    translations.cache_clear()
