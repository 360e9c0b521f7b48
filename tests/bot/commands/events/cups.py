"""Cups that the stories of this folder play with."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.bot.simulated import World, labels_of

SOON = timedelta(minutes=1)


def card_of(world: World) -> Any:
    """The card of the latest event: the message with a way to look closer."""
    cards = [each for each in world.channel.history() if "Open my view" in labels_of(each)]
    return max(cards, key=lambda card: card.id)


def thread_of(world: World) -> Any:
    """The thread of the event, which is under its card."""
    return next(each for each in world.channel.threads if each.id == card_of(world).id)


async def begun_cup(world: World, game: str = "skirt", **options: Any) -> None:
    """Ada opens a cup for three, and Ben and Cy fill it."""
    await world.ada.slash(world.channel, "cup", game=game, players=3, **options)
    for each in (world.ben, world.cy):
        await each.click(card_of(world), label="Join")
    await world.later(SOON)


async def play_all(world: World, winner: Any, *, first: int = 1) -> None:
    """Let somebody win all their matches, and of the others whoever has joined first; everybody
    makes a move before."""
    club = world.bot.club
    with world.env.time_context():
        for number in range(first, first + 6):
            for _ in range(2):
                match = await club.matches.find(number)
                if match.is_over or match.player_to_move is None:
                    break
                text = match.position.text(match.position.moves()[0])
                await club.matches.play(number, match.player_to_move.user_id, text)
            match = await club.matches.find(number)
            if not match.is_over:
                users = sorted(player.user_id for player in match.players)
                wins = winner.id if winner.id in users else users[0]
                loser = next(user_id for user_id in users if user_id != wins)
                await club.matches.resign(number, loser)
