"""Playing: `/move` with the moves that are legal, and the Play button with its panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.interactions.answers import Answer
from bot.interactions.autocomplete import offering
from bot.interactions.controls import values_of
from bot.interactions.interaction_context import check_seen, guild_id_of, number_in
from bot.interactions.match_option import match_choices, match_of_control, match_of_turn
from bot.pages.links import link_to
from bot.pages.matches.cards import game_words, prompt
from bot.pages.matches.computer_words import thinking_words
from bot.pages.matches.panel import panel_page
from bot.pages.matches.step_picker import advanced, parted
from bot.pages.page import Button, Page, text_page
from bot.pages.refusals import refusal_words
from bot.pages.wording import plain
from club.matches.match import CONDITIONAL, Match
from club.matches.match_finder import has_turn
from club.matches.matches import not_your_turn, stale
from rules.notation import suggest
from rules.position import Move
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import Played

if TYPE_CHECKING:
    from bot.process.client import Stairwell

LONGEST_CHOICE = 100
OVERTAKEN = frozenset({"stale", "match_over", "not_your_turn"})
"""Refusals that make a panel pointless: it gives way to the words."""


def add(bot: Stairwell) -> None:
    """Give the bot the command and the controls of the panel."""

    @bot.tree.command(name="move", description="Make your move by typing it")
    @app_commands.describe(
        move="The move; the legal ones are offered as you type",
        match="Which match, where it is your turn in several",
        draw="Offer a draw with this move",
    )
    async def move(
        interaction: discord.Interaction[Stairwell],
        move: str,
        match: str | None = None,
        draw: bool = False,
    ) -> None:
        async with Answer(interaction) as answer:
            meant = await match_of_turn(bot, interaction, match)
            check_seen(interaction, meant)
            played = await bot.club.matches.play(
                meant.id, interaction.user.id, move, offers_draw=draw
            )
            page = await _played_page(bot, played, interaction.user.id, offered_draw=draw)
            await answer.private(page)
            await bot.report_delivery(answer, played.id)

    @move.autocomplete("move")
    @offering
    async def moves_offered(
        interaction: discord.Interaction[Stairwell], typed: str
    ) -> list[app_commands.Choice[str]]:
        named = getattr(interaction.namespace, "match", None)
        match = await match_of_turn(bot, interaction, named or None)
        player = match.player_to_move
        if player is None or player.user_id != interaction.user.id:
            return []
        return [_choice(match, each) for each in suggest(match.position, typed)]

    @move.autocomplete("match")
    @offering
    async def matches_offered(
        interaction: discord.Interaction[Stairwell], typed: str
    ) -> list[app_commands.Choice[str]]:
        running = await bot.club.match_finder.of_person(
            guild_id_of(interaction), interaction.user.id
        )
        turns = [match for match in running if has_turn(match, interaction.user.id)]
        return match_choices(turns, typed)

    @bot.controls.handles("play", arguments=2)
    async def play(answer: Answer, arguments: tuple[str, ...]) -> None:
        match, turn_began = await _match_of(bot, answer, arguments)
        current = match.player_to_move
        if match.player_of(answer.user.id) is None:
            raise Refusal(
                "not_yours",
                f"You are not in match {match.id}. `/challenge` starts one of yours.",
            )
        if match.is_over or turn_began != match.turn_began:
            raise stale(match)
        if current is None or current.user_id != answer.user.id:
            raise not_your_turn(match)
        await answer.private(await _panel(bot, match, advanced(match.position, ())))

    @bot.controls.handles("at", arguments=3, updates=True)
    async def at(answer: Answer, arguments: tuple[str, ...]) -> None:
        prefix, values = parted(arguments[2]), values_of(answer.interaction)
        await _show(bot, answer, arguments, (*prefix, *values))

    @bot.controls.handles("group", arguments=3, updates=True)
    async def group(answer: Answer, arguments: tuple[str, ...]) -> None:
        values = values_of(answer.interaction)
        await _show(bot, answer, arguments, parted(arguments[2]), values[0] if values else None)

    @bot.controls.handles("confirm", arguments=3, updates=True)
    async def confirm(answer: Answer, arguments: tuple[str, ...]) -> None:
        await confirmed(answer, arguments, offers_draw=False)

    @bot.controls.handles("propose", arguments=3, updates=True)
    async def propose(answer: Answer, arguments: tuple[str, ...]) -> None:
        await confirmed(answer, arguments, offers_draw=True)

    async def confirmed(answer: Answer, arguments: tuple[str, ...], *, offers_draw: bool) -> None:
        match, version = await _match_of(bot, answer, arguments)
        try:
            played = await bot.club.matches.play(
                match.id,
                answer.user.id,
                parted(arguments[2]),
                version,
                offers_draw=offers_draw,
            )
        except Refusal as refusal:
            if refusal.code not in OVERTAKEN:
                raise
            played = await bot.club.matches.find(match.id)
            if not _is_made(played, answer.user.id, parted(arguments[2]), version):
                await answer.update(text_page(refusal_words(refusal)))
                return
        if played.position.is_mid_turn and not played.is_over:
            said = f"You played **{played.played[-1].text}**, and it is your move again."
            if offers_draw and played.offer("draw") is not None:
                said = f"{said} You offer a draw."
            await answer.update(await _panel(bot, played, advanced(played.position, ()), said=said))
            await bot.report_delivery(answer, played.id)
            return
        await answer.update(
            await _played_page(bot, played, answer.user.id, offered_draw=offers_draw)
        )
        await bot.report_delivery(answer, played.id)

    @bot.controls.handles("undo", arguments=2, updates=True)
    async def undo(answer: Answer, arguments: tuple[str, ...]) -> None:
        match, version = await _match_of(bot, answer, arguments)
        try:
            match = await bot.club.matches.take_back(match.id, answer.user.id, version)
        except Refusal as refusal:
            await answer.update(text_page(refusal_words(refusal)))
            return
        await answer.update(
            await _panel(bot, match, advanced(match.position, ()), said="Taken back.")
        )
        await bot.report_delivery(answer, match.id)


def _is_made(match: Match, user_id: int, move: Move, version: int) -> bool:
    """Whether this very move was made by a click just before: the second of a double click."""
    player = match.player_of(user_id)
    return (
        match.stored.version == version + 1
        and player is not None
        and bool(match.played)
        and match.played[-1].seat == player.seat
        and match.played[-1].move == move
    )


async def _match_of(
    bot: Stairwell, answer: Answer, arguments: tuple[str, ...]
) -> tuple[Match, int]:
    """The match of a control, and the version or the beginning of the turn that it was made for."""
    match = await match_of_control(bot, answer.interaction, arguments[0])
    return match, number_in(arguments[1], "version") or 0


async def _show(
    bot: Stairwell,
    answer: Answer,
    arguments: tuple[str, ...],
    prefix: Move,
    group: str | None = None,
) -> None:
    match, version = await _match_of(bot, answer, arguments)
    if version != match.stored.version:
        await answer.update(text_page(refusal_words(stale(match))))
        return
    await answer.update(await _panel(bot, match, advanced(match.position, prefix), group))


async def _panel(
    bot: Stairwell, match: Match, prefix: Move, group: str | None = None, said: str = ""
) -> Page:
    width = await bot.board_width(match.stored.guild_id)
    return await panel_page(match, prefix, group, width=width, said=said)


def _choice(match: Match, move: Move) -> app_commands.Choice[str]:
    text = match.position.text(move)
    # A long list of captured stones is shown cut, and sent without: the steps say it all.
    value = text if len(text) <= LONGEST_CHOICE else "-".join(move)
    return app_commands.Choice(name=text[:LONGEST_CHOICE], value=value)


def _played_words(bot: Stairwell, match: Match, user_id: int, *, offered_draw: bool) -> str:
    own = _since_own(match, user_id)
    words = f"You played **{own[0].text}**."
    answers = [
        f"{plain(match.players[each.seat - 1].name)} answered **{each.text}** at once, left "
        "beforehand."
        for each in own[1:]
    ]
    words = " ".join([words, *answers])
    if match.is_over:
        return f"{words} The match is over."
    current = match.player_to_move
    assert current is not None
    if match.offer("draw") is not None:
        words = f"{words} You offer a draw."
    elif offered_draw and answers:
        words = f"{words} The answer came before your draw could be offered; you can offer it now."
    if current.user_id == user_id:
        return f"{words} It is your move again: {prompt(match)}."
    if current.is_computer:
        return f"{words} {thinking_words(match, bot.club.opponents.searches_before(match))}"
    return f"{words} {plain(current.name)} is to move."


def _since_own(match: Match, user_id: int) -> tuple[Played, ...]:
    """The latest move that somebody made by hand, and what it brought about."""
    first = len(match.played) - 1
    while first > 0 and (
        match.record[first].kind == CONDITIONAL or match.record[first].user_id != user_id
    ):
        first -= 1
    return match.played[first:]


async def _played_page(bot: Stairwell, match: Match, user_id: int, *, offered_draw: bool) -> Page:
    """What has been played, and where the next match that awaits the person is."""
    title = game_words(match.game, match.stored.options)
    said = _played_words(bot, match, user_id, offered_draw=offered_draw)
    words = f"{title} · match {match.id}: {said}"
    turns = await bot.club.match_finder.turns_of(match.stored.guild_id, user_id, after=match.id)
    if not turns or turns[0].id == match.id:
        return text_page(words)
    label = f"Next: {GAMES[turns[0].game].name}, match {turns[0].id}"
    return Page((words, (Button(label, link_to(turns[0])),)))
