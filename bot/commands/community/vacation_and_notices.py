"""People's own time: `/vacation` and `/notify`, the same in all servers, and private."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions.answers import Answer
from bot.interactions.controls import control
from bot.pages.page import Button, Page
from bot.pages.wording import moment
from club.clocks.vacations import DAYS_A_YEAR, Status
from rules.refusal import Refusal
from storage.members.people import Notice, Preferences

if TYPE_CHECKING:
    from bot.process.client import Stairwell

NOTICES: dict[str, Notice] = {"mention": "mention", "direct": "direct", "none": "none"}

NOTICE_LABELS: dict[Notice, str] = {
    "mention": "Mention me",
    "direct": "Write to me",
    "none": "Neither",
}


def add(bot: Stairwell) -> None:
    """Give the bot the commands and the controls of their pages."""

    @bot.tree.command(name="vacation", description="Stop your clocks for some days, or come back")
    @app_commands.describe(days="How many days to take from now on; none shows how you stand")
    async def vacation(
        interaction: discord.Interaction[Stairwell],
        days: app_commands.Range[int, 1, DAYS_A_YEAR] | None = None,
    ) -> None:
        async with Answer(interaction) as answer:
            user_id = interaction.user.id
            if days is None:
                status = await bot.club.vacations.status(user_id)
                await answer.private(_vacation_page(status))
                return
            status = await bot.club.vacations.take(user_id, days)
            await answer.private(_vacation_page(status))
            await bot.courier.deliver_due()

    @bot.controls.handles("return", arguments=0, updates=True)
    async def come_back(answer: Answer, arguments: tuple[str, ...]) -> None:
        returned, status = await bot.club.vacations.end(answer.user.id)
        said = f"Welcome back. Days given back: {returned}. A day that has begun is a whole one."
        await answer.update(_vacation_page(status, said))
        await bot.courier.deliver_due()

    @bot.tree.command(name="notify", description="How you are told that it is your move")
    async def notify(interaction: discord.Interaction[Stairwell]) -> None:
        async with Answer(interaction) as answer:
            await answer.private(
                _notify_page(await bot.club.notice_preferences.of(interaction.user.id))
            )

    @bot.controls.handles("notify", arguments=1, updates=True)
    async def be_told(answer: Answer, arguments: tuple[str, ...]) -> None:
        notice = NOTICES.get(arguments[0])
        if notice is None:
            raise Refusal("outdated", "This button is from an earlier version of me.")
        await answer.update(
            _notify_page(await bot.club.notice_preferences.be_told(answer.user.id, notice))
        )

    @bot.controls.handles("digest", arguments=1, updates=True)
    async def take_digest(answer: Answer, arguments: tuple[str, ...]) -> None:
        person = await bot.club.notice_preferences.take_digest(answer.user.id, arguments[0] == "on")
        await answer.update(_notify_page(person))


def _vacation_page(status: Status, said: str = "") -> Page:
    lines = [said] if said else []
    lines.append("### Vacation")
    if status.until is None:
        lines.append("You are not on vacation.")
    else:
        lines.append(f"You are on vacation until {moment(status.until)}.")
    lines.append(f"You have {status.days_left} of {DAYS_A_YEAR} days left in {status.year}.")
    lines.append(
        "-# On vacation your clocks stand in all matches with more than an hour a turn; you can "
        "move all the same. Should a clock run out while you have days left, a day is taken by "
        "itself."
    )
    if status.until is None:
        return Page(("\n".join(lines),))
    return Page(("\n".join(lines), (Button("I am back", control("return"), "primary"),)))


def _notify_page(person: Preferences) -> Page:
    lines = [
        "### How you are told that it is your move",
        {
            "mention": "You are **mentioned** on the board, where the match is played.",
            "direct": "I **write to you** directly.",
            "none": "You are **not told**; `/matches` and `/next` show where it is your move.",
        }[person.notice],
    ]
    if person.refused_at is not None:
        meanwhile = (
            "Until you choose **Write to me** again you are mentioned."
            if person.notice == "direct"
            else "So there is no digest, until you choose it again."
        )
        lines.append(
            "I could not write to you: Discord lets only those write to you whom your privacy "
            f"settings allow. {meanwhile}"
        )
    if person.digest_at is None:
        lines.append("You get no daily digest.")
    else:
        lines.append(
            "Every day, if it is anywhere your move, I write to you where; next "
            f"{moment(person.digest_at)}."
        )
    lines.append(
        "-# A reminder comes the same way when four fifths of your time are gone, in matches "
        "with an hour a turn or more."
    )
    notices = tuple(
        Button(label, control("notify", notice), disabled=_is_present(person, notice))
        for notice, label in NOTICE_LABELS.items()
    )
    other = "on" if person.digest_at is None else "off"
    label = "Daily digest from now on" if other == "on" else "No daily digest"
    return Page(("\n".join(lines), notices, (Button(label, control("digest", other)),)))


def _is_present(person: Preferences, notice: Notice) -> bool:
    was_refused = notice == "direct" and person.refused_at is not None
    return person.notice == notice and not was_refused
