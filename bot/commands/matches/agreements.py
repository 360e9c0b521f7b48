"""What players ask of each other: `/draw`, `/takeback`, `/pause`, the More page, and the answers on
the board card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions.answers import Answer
from bot.interactions.interaction_context import check_seen, number_in
from bot.interactions.match_option import match_of_control, own_match, own_matches
from bot.pages.matches.match_menu import more_page
from bot.pages.matches.offer_words import taken_back_words, unanswered_words
from bot.pages.page import text_page
from bot.pages.refusals import refusal_words
from bot.pages.wording import plain
from club.matches.match import Match
from rules.refusal import Refusal
from storage.matches.offers import Kind

if TYPE_CHECKING:
    from bot.process.client import Stairwell

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
        meant = await own_match(bot, interaction, match)
        if kind == "pause" and meant.stored.paused_until is not None:
            kind = "resume"
        after = await bot.club.offers.make(meant.id, interaction.user.id, kind, meant.stands_at)
        await answer.private(text_page(_asked_words(meant, after, kind, interaction.user.id)))
        await bot.report_delivery(answer, meant.id)

    @bot.tree.command(name="draw", description="Offer a draw, or accept the one that is offered")
    @app_commands.describe(match="Which match, where you have several here")
    @app_commands.autocomplete(match=own_matches(bot))
    async def draw(interaction: discord.Interaction[Stairwell], match: str | None = None) -> None:
        async with Answer(interaction) as answer:
            await asked(answer, match, "draw")

    @bot.tree.command(name="takeback", description="Take your last move back, or ask for it")
    @app_commands.describe(match="Which match, where you have several here")
    @app_commands.autocomplete(match=own_matches(bot))
    async def takeback(
        interaction: discord.Interaction[Stairwell], match: str | None = None
    ) -> None:
        async with Answer(interaction) as answer:
            await asked(answer, match, "take back")

    @bot.tree.command(name="pause", description="Ask to stop the clocks, or to run them again")
    @app_commands.describe(match="Which match, where you have several here")
    @app_commands.autocomplete(match=own_matches(bot))
    async def pause(interaction: discord.Interaction[Stairwell], match: str | None = None) -> None:
        async with Answer(interaction) as answer:
            await asked(answer, match, "pause")

    @bot.controls.handles("more", arguments=1)
    async def more(answer: Answer, arguments: tuple[str, ...]) -> None:
        match = await match_of_control(bot, answer.interaction, arguments[0])
        check_seen(answer.interaction, match)
        await answer.private(more_page(match, answer.user.id))

    @bot.controls.handles("ask", arguments=3, updates=True)
    async def ask(answer: Answer, arguments: tuple[str, ...]) -> None:
        match, stands_at = (
            await match_of_control(bot, answer.interaction, arguments[0]),
            _number(arguments[2]),
        )
        kind = KINDS.get(arguments[1])
        if kind is None:
            raise Refusal("outdated", "This button is from an earlier version of me.")
        try:
            after = await bot.club.offers.make(match.id, answer.user.id, kind, stands_at)
        except Refusal as refusal:
            await refused(answer, match.id, refusal)
            return
        said = _asked_words(match, after, kind, answer.user.id)
        await answer.update(more_page(after, answer.user.id, said))
        await bot.report_delivery(answer, match.id)

    @bot.controls.handles("answer", arguments=3, updates=True)
    async def answered(answer: Answer, arguments: tuple[str, ...]) -> None:
        match, offer_id = (
            await match_of_control(bot, answer.interaction, arguments[0]),
            _number(arguments[1]),
        )
        try:
            after, said = await answer_given(match, offer_id, answer.user.id, arguments[2] == "yes")
        except Refusal as refusal:
            await refused(answer, match.id, refusal)
            return
        await answer.update(more_page(after, answer.user.id, said))
        await bot.report_delivery(answer, match.id)

    async def refused(answer: Answer, match_id: int, refusal: Refusal) -> None:
        """Say why not on the page that was clicked, and show there what there is to do now."""
        present = await bot.club.matches.find(match_id)
        await answer.update(more_page(present, answer.user.id, refusal_words(refusal)))

    @bot.controls.handles("agree", arguments=2)
    async def agree(answer: Answer, arguments: tuple[str, ...]) -> None:
        await answered_on_card(answer, arguments, agrees=True)

    @bot.controls.handles("disagree", arguments=2)
    async def disagree(answer: Answer, arguments: tuple[str, ...]) -> None:
        await answered_on_card(answer, arguments, agrees=False)

    async def answered_on_card(answer: Answer, arguments: tuple[str, ...], *, agrees: bool) -> None:
        match, offer_id = (
            await match_of_control(bot, answer.interaction, arguments[0]),
            _number(arguments[1]),
        )
        _, said = await answer_given(match, offer_id, answer.user.id, agrees)
        await answer.private(text_page(said))
        await bot.report_delivery(answer, match.id)

    async def answer_given(
        match: Match, offer_id: int, user_id: int, agrees: bool
    ) -> tuple[Match, str]:
        """The match after an answer to an offer, and what that has brought about."""
        if agrees:
            after = await bot.club.offers.accept(match.id, user_id, offer_id)
        else:
            after = await bot.club.offers.decline(match.id, user_id, offer_id)
        return after, _answered_words(match, after, offer_id, user_id, agrees)


def _number(text: str) -> int:
    return number_in(text, "number") or 0


def _asked_words(before: Match, after: Match, kind: Kind, user_id: int) -> str:
    """What asking has brought about."""
    offer = after.offer(kind)
    if offer is None:
        return _happened_words(before, after, kind)
    player = after.player_of(user_id)
    if player is not None and player.seat in offer.agreed:
        return f"You agree. {unanswered_words(after, offer)}"
    asked = {
        "draw": "You offer a draw.",
        "take back": f"You ask to take back {taken_back_words(after, offer.to_ply or 0)}.",
        "pause": "You ask to stop the clocks.",
        "resume": "You ask to run the clocks again.",
    }[kind]
    return f"{asked} {unanswered_words(after, offer)}"


def _answered_words(before: Match, after: Match, offer_id: int, user_id: int, agrees: bool) -> str:
    """What an answer has brought about."""
    waiting = next((each for each in after.offers if each.id == offer_id), None)
    if waiting is not None:
        return f"You agree. {unanswered_words(after, waiting)}"
    offer = next((each for each in before.offers if each.id == offer_id), None)
    if offer is None:
        return "Done."
    if agrees:
        return _happened_words(before, after, offer.kind)
    player = before.player_of(user_id)
    if player is not None and player.seat == offer.seat:
        return "Withdrawn. The match goes on as it is."
    return "Declined. The match goes on as it is."


def _happened_words(before: Match, after: Match, kind: Kind) -> str:
    if kind == "draw":
        return f"Match {after.id} is a draw."
    if kind == "take back":
        assert after.player_to_move is not None
        name = plain(after.player_to_move.name)
        return f"Taken back: {taken_back_words(before, len(after.played))}. {name} is to move."
    return "The clocks stand." if after.stored.paused_until else "The clocks run again."
