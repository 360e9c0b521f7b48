"""The part of `/preferences` about one's own day: time zone, hours and days off."""

from __future__ import annotations

from bot.interface.answers import Answer
from bot.interface.controls import on_control
from bot.interface.front import FrontCog
from bot.interface.markup import DISCORD
from bot.pages.forms import FIELD, Form, FormEntries, TextField, TicksField, typed_in
from bot.pages.layout import Block, Button, Menu, MenuChoice, Page, control
from bot.servers.settings import chosen_value
from club.members.cities import city_of, typed_minutes, zone_of_city, zones_at
from club.members.own_day import own_day_of
from language.dates import weekday_name
from language.texts import gettext
from presentation.members.own_day import hours_words, own_day_lines, own_day_note
from storage.members.preferences import Preferences

MAX_CITY_LENGTH = 60
MAX_TIME_LENGTH = 10


def own_day_blocks(person: Preferences) -> tuple[Block, ...]:
    """Return what a person set, with buttons to change it."""
    lines = [gettext("### Your day"), *own_day_lines(person, DISCORD), f"-# {own_day_note()}"]
    words = "\n".join(lines)
    if person.zone is None:
        return words, (Button(gettext("Set time zone"), control("zone")),)
    buttons = (
        Button(gettext("Set time off"), control("time-off")),
        Button(gettext("Change time zone"), control("zone")),
        Button(gettext("Clear all"), control("zone-forgotten")),
    )
    return words, buttons


def own_day_page(person: Preferences) -> Page:
    """Return the page about one's own day."""
    return Page(own_day_blocks(person))


class OwnDayControls(FrontCog):
    """Changes time zones and time off."""

    @on_control("zone")
    async def ask_for_zone(self, answer: Answer) -> None:
        """Open the form for a city or the time."""
        label = gettext("Your city, or your local time")
        example = gettext("Berlin, or 14:30")
        field = TextField(FIELD, label, example=example, max_length=MAX_CITY_LENGTH)
        await answer.ask(Form(control("zone-typed"), gettext("Time zone"), (field,)))

    @on_control("zone-typed", asked_by="zone")
    async def set_zone(self, answer: Answer) -> None:
        """Set the time zone of a city, or offer those in which it is that time."""
        text = typed_in(answer.interaction)
        minutes = typed_minutes(text)
        if minutes is None:
            person = await self.club.own_days.set_zone(answer.user.id, zone_of_city(text))
            await answer.private(own_day_page(person))
            return
        choices = tuple(
            MenuChoice(city_of(zone), zone) for zone in zones_at(minutes, self.club.clock())
        )
        words = gettext("Which of these cities has the same time as you, all year round?")
        menu = Menu(control("zone-chosen"), gettext("City"), choices)
        await answer.private(Page((words, menu)))

    @on_control("zone-chosen", updates=True)
    async def choose_zone(self, answer: Answer) -> None:
        """Set the time zone of a city from the menu."""
        zone = zone_of_city(chosen_value(answer))
        await answer.update(own_day_page(await self.club.own_days.set_zone(answer.user.id, zone)))

    @on_control("zone-forgotten", updates=True)
    async def forget_zone(self, answer: Answer) -> None:
        """Remove the time zone and the time off."""
        await answer.update(own_day_page(await self.club.own_days.forget(answer.user.id)))

    @on_control("time-off")
    async def ask_for_time_off(self, answer: Answer) -> None:
        """Open the form for hours and days off."""
        off = own_day_of(await self.club.preferences.of(answer.user.id)).hours_off
        begin, end = hours_words(off)
        days = tuple(
            MenuChoice(weekday_name(day), str(day), chosen=day in off.days) for day in range(7)
        )
        fields = (
            _time_field("begin", gettext("Hours off, from"), begin, "22:00"),
            _time_field("end", gettext("Hours off, until"), end, "08:00"),
            TicksField("days", gettext("Days off, up to two"), days),
        )
        await answer.ask(Form(control("time-off-typed"), gettext("Time off"), fields))

    @on_control("time-off-typed", asked_by="time-off")
    async def set_time_off(self, answer: Answer) -> None:
        """Set the hours and days off."""
        entries = FormEntries(answer.interaction)
        days = [int(day) for day in entries.choices("days") if day.isdecimal()]
        person = await self.club.own_days.set_time_off(
            answer.user.id, entries.text("begin"), entries.text("end"), days
        )
        await answer.private(own_day_page(person))
        await self.front.courier.begin_due()


def _time_field(key: str, label: str, initial: str, example: str) -> TextField:
    return TextField(key, label, initial, example, MAX_TIME_LENGTH, is_required=False)
