"""People's own time: `/vacation` and `/notify`, the same in all servers, and private."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated
from bot.pages.control_ids import control
from bot.pages.page import Button, Page
from bot.pages.wording import moment
from club.clocks.vacations import DAYS_A_YEAR, Status
from storage.members.people import Notice, Preferences

NOTICES: dict[str, Notice] = {"mention": "mention", "direct": "direct", "none": "none"}

NOTICE_LABELS: dict[Notice, str] = {
    "mention": "Mention me",
    "direct": "Message me",
    "none": "Don't notify me",
}


class VacationAndNoticeCommands(FrontCog):
    """Takes what people wish for themselves, in all servers."""

    @app_commands.command(
        name="vacation", description="Stop your clocks for a few days, or come back early"
    )
    @app_commands.describe(days="How many days, starting now; leave it out to see where you stand")
    async def vacation(
        self,
        interaction: discord.Interaction,
        days: app_commands.Range[int, 1, DAYS_A_YEAR] | None = None,
    ) -> None:
        """Take a vacation, or show how many days there are."""
        async with Answer(interaction) as answer:
            user_id = interaction.user.id
            if days is None:
                status = await self.club.vacations.status(user_id)
                await answer.private(_vacation_page(status))
                return
            status = await self.club.vacations.take(user_id, days)
            await answer.private(_vacation_page(status))
            await self.front.courier.deliver_due()

    @on_control("return", arguments=0, updates=True)
    async def come_back(self, answer: Answer) -> None:
        """End the vacation."""
        returned, status = await self.club.vacations.end(answer.user.id)
        said = f"Welcome back. Days given back: {returned}. A day that has begun counts in full."
        await answer.update(_vacation_page(status, said))
        await self.front.courier.deliver_due()

    @app_commands.command(name="notify", description="Choose how I tell you that it's your turn")
    async def notify(self, interaction: discord.Interaction) -> None:
        """Show how somebody is told of their turns, with buttons to change it."""
        async with Answer(interaction) as answer:
            person = await self.club.notice_preferences.of(interaction.user.id)
            await answer.private(_notify_page(person))

    @on_control("notify", arguments=1, updates=True)
    async def choose_notice(self, answer: Answer, chosen: str) -> None:
        """Tell somebody of their turns in another way from now on."""
        notice = NOTICES.get(chosen)
        if notice is None:
            raise outdated()
        person = await self.club.notice_preferences.be_told(answer.user.id, notice)
        await answer.update(_notify_page(person))

    @on_control("digest", arguments=1, updates=True)
    async def choose_digest(self, answer: Answer, state: str) -> None:
        """Begin or end the daily digest."""
        person = await self.club.notice_preferences.take_digest(answer.user.id, state == "on")
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
        "-# On vacation your clocks stop in all matches with more than an hour a turn; you can "
        "still make moves. If a clock runs out while you have days left, one of them is used "
        "automatically."
    )
    if status.until is None:
        return Page(("\n".join(lines),))
    return Page(("\n".join(lines), (Button("I'm back", control("return"), "primary"),)))


def _notify_page(person: Preferences) -> Page:
    lines = [
        "### How I tell you that it's your turn",
        {
            "mention": "I **mention** you on the board, where the match is played.",
            "direct": "I send you a **direct message**.",
            "none": "I **don't notify** you; `/matches` and `/next` show where it's your turn.",
        }[person.notice],
    ]
    if person.refused_at is not None:
        meanwhile = (
            "Until you choose **Message me** again, I mention you instead."
            if person.notice == "direct"
            else "There is no digest until you turn it on again."
        )
        lines.append(
            f"I couldn't message you: your privacy settings on Discord don't let me. {meanwhile}"
        )
    if person.digest_at is None:
        lines.append("You get no daily digest.")
    else:
        lines.append(
            "Every day I message you a list of the matches where it's your turn, if any; next "
            f"{moment(person.digest_at)}."
        )
    lines.append(
        "-# I remind you the same way when four fifths of your time is gone, in matches "
        "with an hour a turn or more."
    )
    notices = tuple(
        Button(label, control("notify", notice), disabled=_is_present(person, notice))
        for notice, label in NOTICE_LABELS.items()
    )
    other = "on" if person.digest_at is None else "off"
    label = "Turn on the daily digest" if other == "on" else "Turn off the daily digest"
    return Page(("\n".join(lines), notices, (Button(label, control("digest", other)),)))


def _is_present(person: Preferences, notice: Notice) -> bool:
    was_refused = notice == "direct" and person.refused_at is not None
    return person.notice == notice and not was_refused
