"""Cups for the tests in this folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from extensions.events.club.events import Events
from tests.bot.simulated import World, labels_of

SOON = timedelta(minutes=1)


def card_of(world: World) -> Any:
    """The card of the latest event."""
    return max(cards_of(world), key=lambda card: card.id)


def cards_of(world: World) -> list[Any]:
    """The cards of events, recognised by their button to the personal view."""
    return [each for each in world.channel.history() if "Open just for me" in labels_of(each)]


def thread_of(world: World) -> Any:
    """The thread of the latest event."""
    return next(each for each in world.channel.threads if each.id == card_of(world).id)


async def start_cup(world: World, game: str = "skirt", **options: Any) -> None:
    """Start a cup of Ada, Ben and Cy."""
    await world.ada.slash(world.channel, "cup", game=game, players=3, **options)
    for each in (world.ben, world.cy):
        await each.click(card_of(world), label="Join")
    await world.pass_time(SOON)


async def play_all(world: World, winner: Any) -> None:
    """Finish all matches of the running cup.

    `winner` wins theirs, and the earlier entrant wins the others.
    """

    def loser_of(users: Sequence[int]) -> int:
        wins = winner.id if winner.id in users else min(users)
        return next(user_id for user_id in sorted(users) if user_id != wins)

    event, *_ = await world.bot.club.part(Events).reader.of_guild(world.guild.id)
    await end_round(world, event.event.id, loser_of)


async def end_round(
    world: World, event_id: int, loser_of: Callable[[Sequence[int]], int] = max
) -> None:
    """End all matches of an event's latest round as they start, after a turn each."""
    events = world.bot.club.part(Events)
    with world.env.time_context():
        of_round = len(await events.reader.rounds(event_id))
        while running := [
            each.match_id
            for each in (await events.reader.rounds(event_id))[of_round - 1].pairings
            if each.match_id is not None and each.is_open
        ]:
            for match_id in running:
                await _end(world, match_id, loser_of)
            await events.advance()


async def _end(world: World, match_id: int, loser_of: Callable[[Sequence[int]], int]) -> None:
    matches = world.bot.club.matches
    for _ in range(2):
        match = await matches.find(match_id)
        if match.is_over or match.player_to_move is None:
            return
        text = match.position.text(match.position.moves()[0])
        await matches.play(match_id, match.player_to_move.user_id, text)
    match = await matches.find(match_id)
    if not match.is_over:
        await matches.resign(match_id, loser_of([player.user_id for player in match.players]))
