"""Time zones and time off under `/preferences`, and what others see of them."""

from __future__ import annotations

from typing import Any

from bot.pages.forms import FIELD
from tests.bot.simulated import World, labels_of, reply_text


async def set_zone(member: Any, place: Any, text: str) -> Any:
    page = await member.slash(place, "preferences")
    form = await member.click(page.response, label="Set time zone")
    return await member.submit_modal(form, {FIELD: text})


async def test_a_zone_is_set_by_city_and_time_off_by_a_form(world: World) -> None:
    place = await world.start_match("skirt", options="size 4", pace="1d")
    assert "I don't know the city “Berln”. Did you mean Berlin?" in reply_text(
        await set_zone(world.ada, place, "Berln")
    )
    page = await set_zone(world.ada, place, "berlin")
    assert "Your time zone: **Berlin**." in reply_text(page)
    form = await world.ada.click(page.response, label="Set time off")
    page = await world.ada.submit_modal(form, {"begin": "22", "end": "8", "days": ["5", "6"]})
    assert "Your turns never run out between 22:00 and 08:00." in reply_text(page)
    assert "Days off: Saturday and Sunday." in reply_text(page)
    page = await world.ada.click(page.response, label="Clear all")
    assert labels_of(page.response) == ["Set time zone"]


async def test_a_zone_is_chosen_among_cities_with_the_same_time(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    page = await set_zone(world.ada, place, f"{world.env.now():%H:%M}")
    page = await world.ada.select(page.response, ["Africa/Accra"], custom_id="sw|zone-chosen")
    assert "Your time zone: **Accra**." in reply_text(page)


async def test_others_see_only_that_a_deadline_was_moved(world: World) -> None:
    days, hour = world.bot.club.own_days, world.env.now().hour
    await days.set_zone(world.ada.id, "UTC")
    await days.set_time_off(world.ada.id, f"{hour}:00", f"{(hour + 8) % 24}:00", ())
    place = await world.start_match("skirt", options="size 4", pace="1d")
    more = await world.ben.click(place.last_message, label="More")
    assert "Extended to the end of Ada's time off." in reply_text(more)
    assert f"{hour}:00" not in reply_text(more)
