"""The board card of a match, and the text board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pages.control_ids import SEPARATOR, control
from bot.pages.discord_markup import DISCORD, markup_at
from bot.pages.page import Block, Button, Page, TextWithPicture, attachment
from club.matches.match import Match
from club.outbox.notices import people_to_answer
from language.texts import gettext, pgettext
from presentation.markup import Markup
from presentation.matches.clocks import clock_words
from presentation.matches.players import (
    match_title,
    over_title,
    paired_words,
    players_words,
    short_title,
    turn_title,
)
from presentation.matches.playing.offers import offer_labels, open_offer_words
from presentation.matches.results import outcome_lines, result_words
from presentation.matches.scenes import match_picture, match_scene
from presentation.matches.turns import (
    guide_lines,
    last_turn_words,
    next_turn_words,
    to_move_words,
)
from presentation.pictures import DEFAULT_WIDTH, Picture
from rendering import alt_text, text_board
from storage.matches.offers import Offer


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a card besides the board."""

    match: Match
    place: int
    """The number of its place."""
    can_review: bool
    """Whether computers support the game."""
    event: str
    """A link to its event, empty outside events."""


async def board_page(
    match: Match,
    width: int = DEFAULT_WIDTH,
    pings: Sequence[int] = (),
    *,
    place: int = 1,
    can_review: bool = False,
    event: str = "",
) -> Page:
    """Return the board card: position, last turn, player to move, and controls while it runs.

    :param pings: the users to mention.
    :param place: the number of the place it is for.
    :param can_review: whether computers support the game.
    :param event: a link to its event, empty outside events.
    """
    board = _board_blocks(match, await match_picture(match, width=width))
    card = Card(match, place, can_review=can_review, event=event)
    return _card(card, board, pings)


def refreshed_board_page(
    match: Match, ply: int, *, place: int = 1, can_review: bool = False, event: str = ""
) -> Page:
    """Return the board card of `ply` in the current turn, updated except for its board.

    :param place: as in `board_page`.
    :param event: as in `board_page`.
    """
    past_match = match.at(ply)
    board = _board_blocks(past_match, Picture(alt_text(match_scene(past_match))))
    return _card(Card(match, place, can_review=can_review, event=event), board, ())


def card_mark(match: Match) -> str:
    """Return the control that identifies the current card of a match."""
    return control("text", match.id, "over" if match.is_over else match.turn_began)


def is_card_mark(mark: str, match_id: int) -> bool:
    """Whether a control is a `card_mark` of a match."""
    return mark.startswith(f"{control('text', match_id)}{SEPARATOR}")


def past_board_page(match: Match, ply: int) -> Page:
    """Return the former board card of `ply`: its turn and the next one, without controls.

    It keeps its picture and mentions no one.
    """
    if ply > len(match.played):
        picture = attachment(Picture(gettext("A move was taken back")))
        after = gettext("Taken back.")
        lines = [f"### {match_title(match)}", f"-# {after}"]
    else:
        past_match = match.at(ply)
        picture = attachment(Picture(alt_text(match_scene(past_match))))
        lines = [
            f"### {turn_title(match, past_match.turn_number)}",
            last_turn_words(past_match, DISCORD),
            f"-# {next_turn_words(match, ply, DISCORD)}",
        ]
    return Page((TextWithPicture("\n".join(line for line in lines if line), picture),), accent=None)


def text_board_page(match: Match) -> Page:
    """Return the position as text, instead of a picture."""
    player = match.player_to_move
    if player is None:
        state = result_words(match, DISCORD)
    else:
        state = gettext("{name} to move.", name=DISCORD.name(player.name))
    last = last_turn_words(match, DISCORD)
    words = f"{DISCORD.strong(short_title(match))} — {state}"
    board = f"```\n{text_board(match_scene(match))}\n```"
    return Page((f"{words}\n{last}" if last else words, board))


def _card(card: Card, board: Sequence[Block], pings: Sequence[int]) -> Page:
    """Return the card of a match.

    :param board: the blocks of the board, its last turn and its remarks.
    """
    match, event = card.match, card.event
    number = over_title(match) if match.is_over else turn_title(match, match.turn_number)
    lines = [f"### {number}", players_words(match, DISCORD)]
    if paired := paired_words(match, markup_at(match.stored, card.place)):
        lines.append(f"-# {paired}")
    if event:
        part = gettext("Part of {event}", event=event)
        lines.append(f"-# {part}")
    heading = "\n".join(lines)
    if match.player_to_move is None:
        blocks = _over_blocks(match, can_review=card.can_review)
        return Page((heading, *board, *blocks), accent=None)
    return Page((heading, *board, *_running_blocks(card)), mentions=tuple(pings))


def _board_blocks(match: Match, picture: Picture) -> list[Block]:
    last = last_turn_words(match, DISCORD)
    guide = "\n".join(f"> {line}" for line in guide_lines(match, DISCORD))
    return [block for block in (last, attachment(picture), guide) if block]


def _over_blocks(match: Match, *, can_review: bool) -> list[Block]:
    """Return the result of a match, with controls."""
    after = [Button(gettext("History"), control("history", match.id, len(match.played)))]
    after.insert(0, Button(gettext("Rematch"), control("rematch", match.id), "primary"))
    if can_review and match.played:
        after.append(Button(gettext("Review"), control("review", match.id)))
    seek: list[Block] = []
    if match.guided:
        find = control("seek", match.game.key)
        seek = [(Button(gettext("Find a human opponent"), find, "success"),)]
    elif match.stored.is_between_servers:
        seek = [(Button(gettext("Find someone to play"), control("pool")),)]
    return ["\n".join(outcome_lines(match, DISCORD)), *seek, (*after, *_view_buttons(match))]


def _running_blocks(card: Card) -> list[Block]:
    """Return the player to move, the deadline, the offers and the controls."""
    match, markup = card.match, markup_at(card.match.stored, card.place)
    words = to_move_words(match, markup)
    clock = clock_words(match, DISCORD)
    if clock:
        words += f"\n-# {clock}"
    offers = [block for offer in match.offers for block in _offer_blocks(match, offer, markup)]
    playing = (
        Button(gettext("Play"), control("play", match.id, match.turn_began), "primary"),
        Button(pgettext("match", "More"), control("more", match.id)),
    )
    return [words, *offers, (*playing, *_view_buttons(match))]


def _view_buttons(match: Match) -> tuple[Button, ...]:
    return (
        Button(gettext("Rules"), control("rules", match.game.key)),
        Button(gettext("Text board"), card_mark(match)),
    )


def _offer_blocks(match: Match, offer: Offer, markup: Markup) -> tuple[Block, ...]:
    words = open_offer_words(match, offer, markup)
    if not people_to_answer(match.stored, offer):
        return (words,)
    yes, no = offer_labels(offer)
    buttons = (
        Button(yes, control("agree", match.id, offer.id), "success"),
        Button(no, control("disagree", match.id, offer.id)),
    )
    return words, buttons
