"""Forms whose entries are refused, which open again as they were filled in."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pages.forms import Form, PeopleField
from tests.bot.simulated import World, initial_entries, labels_of, reply_text


async def open_form(world: World, label: str) -> Any:
    """Open a form with a button of the preferences."""
    page = await world.ada.slash(world.channel, "preferences")
    return await world.ada.click(page.response, label=label)


async def test_each_form_is_opened_by_a_control_with_the_same_arguments(world: World) -> None:
    verbs = world.bot.controls.verbs
    asked = {each.asked_by: each for each in verbs.values() if each.asked_by}
    assert {"zone", "time-off", "narrow"} <= {*asked}
    for opener, verb in asked.items():
        assert len(verbs[opener].arguments) == len(verb.arguments), opener


async def test_a_mistyped_city_can_be_corrected(world: World) -> None:
    form = await open_form(world, "Set time zone")
    refusal = await world.ada.submit_modal(form, {"text": "Berln"})
    assert "I don't know the city “Berln”. Did you mean Berlin?" in reply_text(refusal)
    assert labels_of(refusal.response) == ["Type again"]
    again = await world.ada.click(refusal.response, label="Type again")
    assert initial_entries(again)["text"] == "Berln"
    page = await world.ada.submit_modal(again, {"text": "Berlin"})
    assert "Your time zone: **Berlin**." in reply_text(page)
    assert "Type again" not in labels_of(page.response)


async def test_all_entries_of_a_form_are_kept(world: World) -> None:
    with world.env.time_context():
        await world.bot.club.own_days.set_zone(world.ada.id, "UTC")
    form = await open_form(world, "Set time off")
    entries = {"begin": "22:00", "end": "soon", "days": ["2", "5"]}
    refusal = await world.ada.submit_modal(form, entries)
    again = await world.ada.click(refusal.response, label="Type again")
    assert initial_entries(again) == entries


async def test_a_list_of_finished_matches_is_narrowed_after_a_mistake(world: World) -> None:
    matches = await world.ada.slash(world.channel, "matches", finished=True)
    form = await world.ada.click(matches.response, label="Narrow…")
    refusal = await world.ada.submit_modal(form, {**initial_entries(form), "turns": "many"})
    again = await world.ada.click(refusal.response, label="Type again")
    assert initial_entries(again)["turns"] == "many"


def test_chosen_people_are_kept_and_other_texts_are_not() -> None:
    form = Form("sw|narrowed", "Finished matches", (PeopleField("opponent", "Opponent", "Anyone"),))
    (field,) = form.filled("1456074448175104004.x.99999999999999999999").fields
    assert isinstance(field, PeopleField)
    assert field.chosen == (1456074448175104004,)


@pytest.mark.parametrize("text", ["Stadt | ¦ am Meer", "x" * 60])
async def test_any_text_opens_the_form_again(world: World, text: str) -> None:
    form = await open_form(world, "Set time zone")
    refusal = await world.ada.submit_modal(form, {"text": text})
    again = await world.ada.click(refusal.response, label="Type again")
    assert initial_entries(again)["text"] in (text, "Stadt am Meer")
