"""The card of a challenge: open, answered, and finally with the result of its match."""

from __future__ import annotations

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD, board_address, mentioned_in
from bot.pages.page import Button, Page, TextWithPicture, attachment
from club.matches.match import Match
from language.texts import gettext
from presentation.markup import Markup
from presentation.matches.challenges import (
    awaited,
    challenge_picture,
    challenge_title,
    state_words,
    terms_lines,
)
from presentation.matches.players import over_title, players_words
from presentation.matches.results import ratings_words, result_words
from presentation.matches.scenes import match_picture
from rules.registry import GAMES
from storage.matches.challenges import Challenge


async def challenge_card(challenge: Challenge, markup: Markup = DISCORD) -> Page:
    """Return the card of an open or answered challenge, with the start of its match.

    :param markup: the markup of the card's place.
    """
    lines = [
        f"### {challenge_title(challenge, markup)}",
        *terms_lines(challenge, markup),
        state_words(challenge, markup),
    ]
    picture = attachment(await challenge_picture(challenge))
    text = "\n".join(lines)
    card = TextWithPicture(text, picture)
    if challenge.state != "open":
        return Page((card,), accent=None)
    return Page((card, _answer_buttons(challenge)), mentioned_in(text, awaited(challenge)))


async def result_card(match: Match, width: int) -> Page:
    """Return the card of a challenge after its match: the result and the last board."""
    lines = (
        f"### {over_title(match)}",
        players_words(match, DISCORD),
        DISCORD.strong(result_words(match, DISCORD)),
        ratings_words(match, DISCORD),
    )
    buttons = (
        Button(gettext("Rematch"), control("rematch", match.id), "primary"),
        Button(gettext("History"), control("history", match.id, len(match.played))),
        Button(gettext("Go to the match"), board_address(match.stored)),
    )
    picture = attachment(await match_picture(match, width=width))
    return Page(("\n".join(line for line in lines if line), picture, buttons), accent=None)


def _answer_buttons(challenge: Challenge) -> tuple[Button, ...]:
    buttons = [Button(gettext("Accept"), control("accept", challenge.id), "success")]
    if awaited(challenge):
        buttons.append(Button(gettext("Decline"), control("decline", challenge.id)))
    buttons.append(Button(gettext("Cancel"), control("cancel", challenge.id)))
    buttons.append(Button(gettext("Rules"), control("terms", challenge.game, challenge.pace)))
    if GAMES[challenge.game].lessons:
        buttons.append(Button(gettext("Learn"), control("learn", challenge.game)))
    return tuple(buttons)
