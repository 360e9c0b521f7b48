"""`/block`: members whom the user doesn't want to play."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.controls import on_control, values_of
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.pages.layout import Block, Button, Menu, MenuChoice, Page, control, id_in
from bot.pages.listing import page_buttons
from club.members.blocks import Blocked
from language.texts import N_, gettext, lazy_gettext
from rules.refusal import Refusal


class BlockCommands(FrontCog):
    """Lists, adds and removes blocks."""

    @command("block", N_("Stop someone from playing you, or manage your blocks"))
    @app_commands.describe(member=N_("Member to block (default: list your blocks)"))
    async def block(self, answer: Answer, member: discord.User | None = None) -> None:
        """Block a member, or list the user's blocks."""
        user_id = answer.user.id
        if member is None:
            await answer.private(_blocks_page(await self.club.blocks.of(user_id)))
            return
        if member.bot:
            words = lazy_gettext(
                "{member} is a bot, so you don't need to block it.", member=member.mention
            )
            raise Refusal("bot", words)
        blocked = await self.club.blocks.block(user_id, member.id, member.display_name)
        name = DISCORD.name(member.display_name)
        notice = gettext(
            "You blocked **{name}**. Neither of you can challenge the other or ask for a "
            "rematch. They won't be told. Matches in progress continue; you can resign "
            "them.",
            name=name,
        )
        await answer.private(_blocks_page(blocked, notice))

    @on_control("blocks", updates=True)
    async def turn_page(self, answer: Answer, page: int) -> None:
        """Show another page of the user's blocks."""
        await answer.update(_blocks_page(await self.club.blocks.of(answer.user.id, page)))

    @on_control("unblock", updates=True)
    async def unblock(self, answer: Answer, page: int) -> None:
        """Remove the blocks chosen in the menu."""
        blocked = await self.club.blocks.of(answer.user.id, page)
        for user_id in map(id_in, values_of(answer.interaction)):
            if user_id is not None:
                blocked = await self.club.blocks.unblock(answer.user.id, user_id, page)
        await answer.update(_blocks_page(blocked))


def _blocks_page(blocked: Blocked, notice: str = "") -> Page:
    lines = [notice] if notice else []
    lines.append(gettext("### People you've blocked"))
    if not blocked.count:
        lines.append(gettext("Nobody. Use `/block` with a member to keep them from playing you."))
        return Page(("\n".join(lines),))
    lines.extend(f"- {DISCORD.name(block.name)}" for block in blocked.blocks)
    choices = tuple(
        MenuChoice(block.name.strip() or str(block.blocked_id), str(block.blocked_id))
        for block in blocked.blocks
    )
    menu = Menu(control("unblock", blocked.page), gettext("Unblock…"), choices)
    blocks: list[Block] = ["\n".join(lines), menu]
    if blocked.pages > 1:
        before, after = page_buttons(blocked.page, blocked.pages, partial(control, "blocks"))
        label = gettext("Page {page} of {pages}", page=blocked.page + 1, pages=blocked.pages)
        here = Button(label, control("blocks", blocked.page), disabled=True)
        blocks.append((before, here, after))
    return Page(tuple(blocks))
