"""`/vacation`: days without running clocks, in all servers."""

from __future__ import annotations

from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.controls import on_control
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.pages.layout import Button, Page, control
from club.members.vacations import DAYS_A_YEAR, Status
from language.texts import N_, gettext
from presentation.members.vacations import vacation_lines, vacation_note, welcome_back


class VacationCommands(FrontCog):
    """Starts, ends and shows vacations."""

    @command("vacation", N_("Stop your clocks for a few days, or come back early"))
    @app_commands.describe(days=N_("Days off, starting now (default: show how many you have left)"))
    async def vacation(
        self, answer: Answer, days: app_commands.Range[int, 1, DAYS_A_YEAR] | None = None
    ) -> None:
        """Take a vacation, or show the days left."""
        user_id = answer.user.id
        if days is None:
            status = await self.club.vacations.status(user_id)
            await answer.private(_vacation_page(status))
            return
        status = await self.club.vacations.take(user_id, days)
        await answer.private(_vacation_page(status))
        await self.front.courier.begin_due()

    @on_control("return", updates=True)
    async def come_back(self, answer: Answer) -> None:
        """End the vacation."""
        returned, status = await self.club.vacations.end(answer.user.id)
        await answer.update(_vacation_page(status, welcome_back(returned)))
        await self.front.courier.begin_due()


def _vacation_page(status: Status, notice: str = "") -> Page:
    lines = [notice] if notice else []
    lines += [gettext("### Vacation"), *vacation_lines(status, DISCORD), f"-# {vacation_note()}"]
    if status.until is None:
        return Page(("\n".join(lines),))
    return Page(("\n".join(lines), (Button(gettext("I'm back"), control("return"), "primary"),)))
