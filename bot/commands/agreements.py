"""What players ask of each other: `/draw`, `/takeback`, `/pause`, the More page, and the answers on
the board card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answers import Answer
from bot.commands.offers import offering
from bot.commands.places import guild_id_of, number_in, place_id_of, sees
from bot.commands.play import match_choices
from bot.match import Match
from bot.matches import unknown_match
from bot.more import more_page
from bot.offers import taken_back_words
from bot.pages import text_page
from rules.refusal import Refusal
from storage.offers import Kind, Offer

if TYPE_CHECKING:
    from bot.client import Stairwell

KINDS: dict[str, Kind] = {
    "draw": "draw",
    "take back": "take back",
    "pause": "pause",
    "resume": "resume",
}
"""What a control may ask for."""


def add(bot: Stairwell) -> None:
    """Give the bot the commands and the controls."""

    async def asked(answer: Answer, match: str | None, kind: Kind) -> None:
        interaction = answer.interaction
        meant = await bot.standings.own_match(
            guild_id_of(interaction),
            place_id_of(interaction),
            interaction.user.id,
            number_in(match, "match"),
        )
        if kind == "pause" and meant.stored.paused_until is not None:
            kind = "resume"
        after = await bot.offers.make(meant.id, interaction.user.id, kind)
        await answer.private(text_page(_asked_words(meant, after, kind)))
        await bot.report_delivery(answer, meant.id)

    async def matches_offered(
        interaction: discord.Interaction[Stairwell], typed: str
    ) -> list[app_commands.Choice[str]]:
        running = await bot.standings.of_person(guild_id_of(interaction), interaction.user.id)
        return match_choices(running, typed)

    @bot.tree.command(name="draw", description="Offer a draw, or accept the one that is offered")
    @app_commands.describe(match="Which match, where you have several here")
    @app_commands.autocomplete(match=offering(matches_offered))
    async def draw(interaction: discord.Interaction[Stairwell], match: str | None = None) -> None:
        async with Answer(interaction) as answer:
            await asked(answer, match, "draw")

    @bot.tree.command(name="takeback", description="Take your last move back, or ask for it")
    @app_commands.describe(match="Which match, where you have several here")
    @app_commands.autocomplete(match=offering(matches_offered))
    async def takeback(
        interaction: discord.Interaction[Stairwell], match: str | None = None
    ) -> None:
        async with Answer(interaction) as answer:
            await asked(answer, match, "take back")

    @bot.tree.command(name="pause", description="Ask to stop the clocks, or to run them again")
    @app_commands.describe(match="Which match, where you have several here")
    @app_commands.autocomplete(match=offering(matches_offered))
    async def pause(interaction: discord.Interaction[Stairwell], match: str | None = None) -> None:
        async with Answer(interaction) as answer:
            await asked(answer, match, "pause")

    async def match_of(answer: Answer, argument: str) -> Match:
        return await bot.standings.of_guild(
            guild_id_of(answer.interaction), number_in(argument, "match") or 0
        )

    @bot.controls.handles("more", arguments=1)
    async def more(answer: Answer, arguments: tuple[str, ...]) -> None:
        match = await match_of(answer, arguments[0])
        is_player = match.player_of(answer.user.id) is not None
        if not is_player and not sees(answer.interaction, match.stored.channel_id):
            raise unknown_match(match.id)
        await answer.private(more_page(match, answer.user.id, discord.utils.utcnow()))

    @bot.controls.handles("ask", arguments=2, updates=True)
    async def ask(answer: Answer, arguments: tuple[str, ...]) -> None:
        match = await match_of(answer, arguments[0])
        kind = KINDS.get(arguments[1])
        if kind is None:
            raise Refusal("outdated", "This button is from an earlier version of me.")
        after = await bot.offers.make(match.id, answer.user.id, kind)
        said = _asked_words(match, after, kind)
        await answer.update(more_page(after, answer.user.id, discord.utils.utcnow(), said))
        await bot.report_delivery(answer, match.id)

    @bot.controls.handles("answer", arguments=3, updates=True)
    async def answered(answer: Answer, arguments: tuple[str, ...]) -> None:
        match, offer_id = await match_of(answer, arguments[0]), _offer_id(arguments[1])
        agrees = arguments[2] == "yes"
        answer_it = bot.offers.accept if agrees else bot.offers.decline
        after = await answer_it(match.id, answer.user.id, offer_id)
        said = _answered_words(match, after, offer_id, answer.user.id, agrees)
        await answer.update(more_page(after, answer.user.id, discord.utils.utcnow(), said))
        await bot.report_delivery(answer, match.id)

    @bot.controls.handles("agree", arguments=2)
    async def agree(answer: Answer, arguments: tuple[str, ...]) -> None:
        match, offer_id = await match_of(answer, arguments[0]), _offer_id(arguments[1])
        after = await bot.offers.accept(match.id, answer.user.id, offer_id)
        await answer.private(
            text_page(_answered_words(match, after, offer_id, answer.user.id, True))
        )
        await bot.report_delivery(answer, match.id)

    @bot.controls.handles("disagree", arguments=2)
    async def disagree(answer: Answer, arguments: tuple[str, ...]) -> None:
        match, offer_id = await match_of(answer, arguments[0]), _offer_id(arguments[1])
        after = await bot.offers.decline(match.id, answer.user.id, offer_id)
        await answer.private(
            text_page(_answered_words(match, after, offer_id, answer.user.id, False))
        )
        await bot.report_delivery(answer, match.id)


def _offer_id(text: str) -> int:
    return number_in(text, "offer") or 0


def _asked_words(before: Match, after: Match, kind: Kind) -> str:
    """What asking has brought about."""
    if after.offer(kind) is not None:
        return {
            "draw": "You offer a draw.",
            "take back": "You ask to take back.",
            "pause": "You ask to stop the clocks.",
            "resume": "You ask to run the clocks again.",
        }[kind]
    return _happened_words(before, after, kind)


def _answered_words(before: Match, after: Match, offer_id: int, user_id: int, agrees: bool) -> str:
    offer: Offer | None = next((each for each in before.offers if each.id == offer_id), None)
    if offer is None:
        return "Done."
    if any(each.id == offer_id for each in after.offers):
        return "You agree; others are still to answer."
    if agrees:
        return _happened_words(before, after, offer.kind)
    player = before.player_of(user_id)
    if player is not None and player.seat == offer.seat:
        return "Withdrawn; the match goes on."
    return "Declined; the match goes on."


def _happened_words(before: Match, after: Match, kind: Kind) -> str:
    if kind == "draw":
        return f"Match {after.id} is a draw."
    if kind == "take back":
        return f"Taken back: {taken_back_words(before, len(after.played))}."
    return "The clocks stand." if after.stored.paused_until else "The clocks run again."
