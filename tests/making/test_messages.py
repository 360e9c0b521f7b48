"""Updating the catalogues after changes of English texts."""

from __future__ import annotations

from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from making.catalogues import compiled
from making.messages import bring_up_to_date, first_id, untranslated


def texts(*english: str) -> Catalog:
    catalogue = Catalog()
    for each in english:
        catalogue.add(each)
    return catalogue


def german(**translations: str) -> Catalog:
    catalogue = Catalog(locale="de", fuzzy=False)
    for english, translation in translations.items():
        catalogue.add(english.replace("_", " "), translation)
    return catalogue


def test_a_reworded_text_keeps_its_translation_as_fuzzy_and_unused() -> None:
    catalogue = german(Choose_a_pace_from_the_list="Wähle ein Tempo aus der Liste", Play="Spielen")
    bring_up_to_date(catalogue, texts("Choose a pace from this list", "Play"))
    (gap,) = untranslated(catalogue)
    assert (gap.string, gap.fuzzy) == ("Wähle ein Tempo aus der Liste", True)
    used = read_mo(BytesIO(compiled(catalogue)))
    assert [each.id for each in used if each.id] == ["Play"]


def test_a_new_text_is_missing_and_a_deleted_one_is_gone() -> None:
    catalogue = german(Resign="Aufgeben", Play="Spielen")
    bring_up_to_date(catalogue, texts("Play", "Everyone sees the board below."))
    assert [first_id(each) for each in untranslated(catalogue)] == [
        "Everyone sees the board below."
    ]
    assert catalogue.get("Resign") is None
