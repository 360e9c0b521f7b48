"""The pages that people see of challenges and matches, the same wherever they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.pages.control_ids import SEPARATOR, control
from bot.pages.drawing import drawn
from bot.pages.matches.offer_words import asked_words, unanswered_words
from bot.pages.matches.result_words import places_words, ratings_words, result_words
from bot.pages.page import Block, Button, Page, Picture
from bot.pages.wording import listed, mention, moment, plain, relative
from club.lessons.guided import learner_of, remarks_for_learner
from club.matches.match import CONDITIONAL, Match
from club.outbox.notices import people_asked
from rendering import Ended, Scene, alt_text, draw, text_board
from rules.notation import Completion
from rules.position import Game, Move
from storage.matches.offers import Offer

BOARD = "board.png"
DEFAULT_WIDTH = 900
MOST_REMARKS = 6
"""Sentences that a guided match says about one turn and its answer."""


def game_words(game: Game, options: dict[str, int]) -> str:
    """The name of a game, with those options that are not the usual ones."""
    unusual = [
        f"{option.words}: {options[option.key]}"
        for option in game.options
        if options.get(option.key, option.default) != option.default
    ]
    return f"{game.name} ({', '.join(unusual)})" if unusual else game.name


async def board_page(
    match: Match,
    width: int = DEFAULT_WIDTH,
    pings: Sequence[int] = (),
    *,
    can_review: bool = False,
) -> Page:
    """The board card: the position, the last turn, whose turn it is; the controls while it runs.

    :param pings: the users whom it mentions so that they notice.
    :param can_review: there are computers that know the game.
    """
    picture = await picture_of(match, width=width)
    return _board_page(match, match, picture, pings, can_review=can_review)


def refreshed_board_page(match: Match, ply: int, *, can_review: bool = False) -> Page:
    """The board card made after `ply` moves, still that of the turn under way, with what has
    changed beside the board."""
    shown = match.at(ply)
    picture = Picture(BOARD, alt_text(_scene(shown)))
    return _board_page(match, shown, picture, (), can_review=can_review)


def card_mark(match: Match) -> str:
    """The control by which the card of a match as it stands is told from all other messages."""
    return control("text", match.id, "over" if match.is_over else match.turn_began)


def is_card_mark(mark: str, match_id: int) -> bool:
    """Whether a control is that of some card of a match, as `card_mark` makes it."""
    return mark.startswith(f"{control('text', match_id)}{SEPARATOR}")


def past_board_page(match: Match, ply: int) -> Page:
    """The board card made after `ply` moves, once the match has gone on: its picture as uploaded
    then, no controls, nobody pinged, and what came next."""
    if ply > len(match.played):
        picture = Picture(BOARD, "A board that was taken back")
        return Page((f"### {_title(match)}", picture, "-# Taken back."), accent=None)
    then = match.at(ply)
    title = f"### {_title(match)} · turn {then.turn_number}"
    last = _last_turn_words(then)
    picture = Picture(BOARD, alt_text(_scene(then)))
    if ply < len(match.played):
        after = f"Then: {_turn_words(match, ply, ply + len(match.turn_from(ply)))}"
    else:
        after = result_words(match) if match.is_over else "The board is shown again below."
    return Page((title, *([last] if last else []), picture, f"-# {after}"), accent=None)


def _board_page(
    match: Match, shown: Match, picture: Picture, pings: Sequence[int], *, can_review: bool
) -> Page:
    """The card of a match, whose picture and last turn are as `shown`."""
    title = f"### {_title(match)}"
    names = " vs ".join(f"{plain(each.name)} ({each.seat_name})" for each in match.players)
    last = _last_turn_words(shown)
    guide = _guide_words(shown)
    before = tuple(block for block in (last, picture, guide) if block)
    looking = (
        Button("Rules", control("rules", match.game.key)),
        Button("Text board", card_mark(match)),
    )
    player = match.player_to_move
    if player is None:
        ending = f"**{result_words(match)}**"
        if len(match.players) > 2 and not match.is_aborted:
            ending += f"\n{places_words(match)}"
        ratings = ratings_words(match)
        if ratings:
            ending += f"\n{ratings}"
        after = (
            Button("Rematch", control("rematch", match.id), "primary"),
            Button("History", control("history", match.id, len(match.played))),
        )
        if can_review and match.played:
            after = (*after, Button("Review", control("review", match.id)))
        found: tuple[Block, ...] = ()
        if match.stored.guided:
            seek = control("seek", match.game.key)
            found = ((Button("Find a human", seek, "success"),),)
        return Page(
            (f"{title} · over\n{names}", *before, ending, *found, (*after, *looking)), accent=None
        )
    playing = (
        Button("Play", control("play", match.id, match.turn_began), "primary"),
        Button("More", control("more", match.id)),
    )
    if player.is_computer:
        ask = f"{plain(player.name)} ({player.seat_name}) is thinking."
    else:
        ask = f"{mention(player.user_id)} ({player.seat_name}) to move: {prompt(match)}."
    clock = clock_words(match)
    if clock:
        ask += f"\n-# {clock}"
    offered = [block for offer in match.offers for block in _offer_blocks(match, offer)]
    return Page(
        (
            f"{title} · turn {match.turn_number}\n{names}",
            *before,
            ask,
            *offered,
            (*playing, *looking),
        ),
        mentions=tuple(pings),
    )


def _guide_words(match: Match) -> str:
    """What the latest moves did, for who learns the game in this match."""
    learner, remarks = learner_of(match), remarks_for_learner(match)
    if learner is None or not remarks:
        return ""
    lines = [f"> **For {plain(learner.name)}:** {remarks[0]}"]
    lines += [f"> {remark}" for remark in remarks[1:MOST_REMARKS]]
    return "\n".join(lines)


def clock_words(match: Match) -> str:
    """Until when the player to move has time; nothing without a limit."""
    stored = match.stored
    if stored.paused_until is not None:
        return f"Clocks paused, until {relative(stored.paused_until)} at the latest."
    if stored.deadline is None:
        return ""
    words = f"Move by {moment(stored.deadline)}, {relative(stored.deadline)}."
    if match.away_until is not None:
        words += f" On vacation until {moment(match.away_until)}."
    return words


def offer_words(match: Match, offer: Offer) -> str:
    """What somebody asks of the others, and who has agreed so far."""
    words = asked_words(match, offer)
    agreed = [plain(each.name) for each in match.players if each.seat in offer.agreed]
    return f"{words} {listed(agreed)} agreed." if agreed else words


def offer_labels(offer: Offer) -> tuple[str, str]:
    """What the buttons say that answer an offer: yes, no."""
    return ("Accept draw", "Decline draw") if offer.kind == "draw" else ("Agree", "Decline")


def _offer_blocks(match: Match, offer: Offer) -> tuple[Block, ...]:
    # Whoever is to move is mentioned above already.
    asked = [
        plain(seat.name) if seat.seat == match.stored.to_move else mention(seat.user_id)
        for seat in people_asked(match.stored, offer)
    ]
    if not asked:
        return (f"{offer_words(match, offer)} {unanswered_words(match, offer)}",)
    yes, no = offer_labels(offer)
    buttons = (
        Button(yes, control("agree", match.id, offer.id), "success"),
        Button(no, control("disagree", match.id, offer.id)),
    )
    return f"{offer_words(match, offer)} {listed(asked)}, do you agree?", buttons


def text_board_page(match: Match) -> Page:
    """The position in letters, for who can't or won't look at a picture."""
    scene = _scene(match)
    player = match.player_to_move
    state = result_words(match) if player is None else f"{plain(player.name)} to move."
    last = _last_turn_words(match)
    words = f"**{match.game.name} · match {match.id}** — {state}"
    return Page((f"{words}\n{last}" if last else words, f"```\n{text_board(scene)}\n```"))


async def picture_of(
    match: Match,
    prefix: Move = (),
    completion: Completion | None = None,
    *,
    width: int,
    marked: tuple[str, ...] = (),
) -> Picture:
    """The picture of a match, with the chosen and the possible cells of a half-entered move.

    :param marked: places that are spoken of beside it.
    """
    scene = replace(_scene(match, prefix, completion), marked=marked)
    png = await drawn(draw, scene, width)
    return Picture(BOARD, alt_text(scene), png)


def _scene(match: Match, prefix: Move = (), completion: Completion | None = None) -> Scene:
    return Scene(
        position=match.position.seen_by(None),
        game=match.game,
        last=tuple(played for played in match.last_turn if played.left is None),
        prefix=prefix,
        choices=() if completion is None else completion.steps,
        options=match.stored.options,
        ended=ended_of(match),
    )


def ended_of(match: Match) -> Ended | None:
    """How a match ended that is over."""
    result = match.stored.result
    if result is None or not match.is_over:
        return None
    return Ended(tuple(result["winners"]), match.is_aborted)


def prompt(match: Match) -> str:
    """What the seat to move has to decide, within a sentence."""
    words = match.position.prompt(())
    return words[:1].lower() + words[1:]


def _title(match: Match) -> str:
    return f"{game_words(match.game, match.stored.options)} · match {match.id}"


def _last_turn_words(match: Match) -> str:
    if not match.played:
        return ""
    told = match.told_from(len(match.played))
    words: list[str] = []
    first = told
    while first < len(match.played):
        end = first + len(match.turn_from(first))
        words.append(_turn_words(match, first, end))
        first = end
    if any(offer.ply >= told for offer in match.declined if offer.ply <= len(match.played)):
        words.append("The draw offer was declined.")
    return " ".join(words)


def _turn_words(match: Match, first: int, end: int) -> str:
    """What was played from after `first` moves on, before the move number `end`."""
    turn = match.played[first:end]
    name = plain(match.players[turn[0].seat - 1].name)
    if turn[0].left is not None:
        how = "ran out of time" if turn[0].cause == "times out" else "left the match"
        return f"{name} {how}; the others play on."
    moves = listed([f"**{each.text}**" for each in turn])
    if match.record[first].kind == CONDITIONAL:
        return f"{name} replied {moves} (planned)."
    return f"{name} played {moves}."
