"""The pages that people see of challenges and matches, the same wherever they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.pages.control_ids import SEPARATOR, control
from bot.pages.matches.name_words import players_words, seated
from bot.pages.matches.offer_words import asked_words, unanswered_words
from bot.pages.matches.result_words import places_words, ratings_words, result_words
from bot.pages.page import Block, Button, Page, Picture
from bot.pages.wording import mention, moment, plain, relative
from club.lessons.guided import learner_of, remarks_for_learner
from club.matches.match import CONDITIONAL, Match
from club.outbox.notices import people_asked
from presentation.phrases import game_words
from presentation.pictures import drawn
from rendering import Ended, Scene, alt_text, draw, text_board
from rules.language import gettext, ngettext, pgettext
from rules.listing import listed, sentences
from rules.notation import Completion
from rules.position import Move
from storage.matches.offers import Offer

BOARD = "board.png"
DEFAULT_WIDTH = 900
MOST_REMARKS = 6
"""Sentences that a guided match says about one turn and its answer."""


def match_title(match: Match) -> str:
    """ "Chess · match 12"."""
    game = game_words(match.game, match.options)
    return gettext("{game} · match {number}", game=game, number=match.id)


async def board_page(
    match: Match,
    width: int = DEFAULT_WIDTH,
    pings: Sequence[int] = (),
    *,
    can_review: bool = False,
    event: str = "",
) -> Page:
    """The board card: the position, the last turn, whose turn it is; the controls while it runs.

    :param pings: the users whom it mentions so that they notice.
    :param can_review: there are computers that know the game.
    :param event: the name of the event that it counts for, as a link; empty where there is none.
    """
    picture = await picture_of(match, width=width)
    return _board_page(match, match, picture, pings, can_review=can_review, event=event)


def refreshed_board_page(
    match: Match, ply: int, *, can_review: bool = False, event: str = ""
) -> Page:
    """The board card made after `ply` moves, still that of the turn under way, with what has
    changed beside the board.

    :param event: as with `board_page`.
    """
    shown = match.at(ply)
    picture = Picture(BOARD, alt_text(_scene(shown)))
    return _board_page(match, shown, picture, (), can_review=can_review, event=event)


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
        picture = Picture(BOARD, gettext("A board that was taken back"))
        after = gettext("Taken back.")
        return Page((f"### {match_title(match)}", picture, f"-# {after}"), accent=None)
    then = match.at(ply)
    title = f"### {_turn_title(match, then.turn_number)}"
    last = _last_turn_words(then)
    picture = Picture(BOARD, alt_text(_scene(then)))
    if ply < len(match.played):
        turn = _turn_words(match, ply, ply + len(match.turn_from(ply)))
        after = gettext("Then: {turn}", turn=turn)
    elif match.is_over:
        after = result_words(match)
    else:
        after = gettext("The board is shown again below.")
    return Page((title, *([last] if last else []), picture, f"-# {after}"), accent=None)


def _board_page(
    match: Match,
    shown: Match,
    picture: Picture,
    pings: Sequence[int],
    *,
    can_review: bool,
    event: str,
) -> Page:
    """The card of a match, whose picture and last turn are as `shown`."""
    names = players_words(match)
    if event:
        names += "\n" + gettext("-# Part of {event}", event=event)
    last = _last_turn_words(shown)
    guide = _guide_words(shown)
    before = tuple(block for block in (last, picture, guide) if block)
    looking = (
        Button(gettext("Rules"), control("rules", match.game.key)),
        Button(gettext("Text board"), card_mark(match)),
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
            Button(gettext("Rematch"), control("rematch", match.id), "primary"),
            Button(gettext("History"), control("history", match.id, len(match.played))),
        )
        if can_review and match.played:
            after = (*after, Button(gettext("Review"), control("review", match.id)))
        found: tuple[Block, ...] = ()
        if match.guided:
            seek = control("seek", match.game.key)
            found = ((Button(gettext("Find a human"), seek, "success"),),)
        title = f"### {over_title(match)}"
        return Page((f"{title}\n{names}", *before, ending, *found, (*after, *looking)), accent=None)
    playing = (
        Button(gettext("Play"), control("play", match.id, match.turn_began), "primary"),
        Button(pgettext("match", "More"), control("more", match.id)),
    )
    if player.is_computer:
        name = seated(plain(player.name), player.seat_name)
        ask = gettext("{name} is thinking.", name=name)
    else:
        name = seated(mention(player.user_id), player.seat_name)
        ask = gettext("{name} to move. {prompt}.", name=name, prompt=prompt(match))
    clock = clock_words(match)
    if clock:
        ask += f"\n-# {clock}"
    offered = [block for offer in match.offers for block in _offer_blocks(match, offer)]
    return Page(
        (
            f"### {_turn_title(match, match.turn_number)}\n{names}",
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
    first = gettext("**For {name}:** {remark}", name=plain(learner.name), remark=remarks[0])
    lines = [f"> {first}"]
    lines += [f"> {remark}" for remark in remarks[1:MOST_REMARKS]]
    return "\n".join(lines)


def clock_words(match: Match) -> str:
    """Until when the player to move has time; nothing without a limit."""
    stored = match.stored
    if stored.paused_until is not None:
        until = relative(stored.paused_until)
        return gettext("Clocks paused, until {time} at the latest.", time=until)
    if stored.deadline is None:
        return ""
    words = gettext(
        "Move by {time}, {relative}.",
        time=moment(stored.deadline),
        relative=relative(stored.deadline),
    )
    if match.away_until is None:
        return words
    away = gettext("On vacation until {time}.", time=moment(match.away_until))
    return str(sentences(words, away))


def offer_words(match: Match, offer: Offer) -> str:
    """What somebody asks of the others, and who has agreed so far."""
    words = asked_words(match, offer)
    agreed = [plain(each.name) for each in match.players if each.seat in offer.agreed]
    if not agreed:
        return words
    names = listed(agreed)
    told = ngettext("{names} agreed.", "{names} agreed.", len(agreed), names=names)
    return str(sentences(words, told))


def offer_labels(offer: Offer) -> tuple[str, str]:
    """What the buttons say that answer an offer: yes, no."""
    if offer.kind == "draw":
        return gettext("Accept draw"), gettext("Decline draw")
    return gettext("Agree"), gettext("Decline")


def _offer_blocks(match: Match, offer: Offer) -> tuple[Block, ...]:
    # Whoever is to move is mentioned above already.
    asked = [
        plain(seat.name) if seat.seat == match.to_move else mention(seat.user_id)
        for seat in people_asked(match.stored, offer)
    ]
    words = offer_words(match, offer)
    if not asked:
        return (str(sentences(words, unanswered_words(match, offer))),)
    question = ngettext(
        "{names}, do you agree?", "{names}, do you agree?", len(asked), names=listed(asked)
    )
    yes, no = offer_labels(offer)
    buttons = (
        Button(yes, control("agree", match.id, offer.id), "success"),
        Button(no, control("disagree", match.id, offer.id)),
    )
    return str(sentences(words, question)), buttons


def text_board_page(match: Match) -> Page:
    """The position in letters, for who can't or won't look at a picture."""
    scene = _scene(match)
    player = match.player_to_move
    if player is None:
        state = result_words(match)
    else:
        state = gettext("{name} to move.", name=plain(player.name))
    last = _last_turn_words(match)
    title = gettext("{game} · match {number}", game=match.game.name, number=match.id)
    words = f"**{title}** — {state}"
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
        options=match.options,
        ended=ended_of(match),
    )


def ended_of(match: Match) -> Ended | None:
    """How a match ended that is over."""
    result = match.result
    if result is None or not match.is_over:
        return None
    return Ended(tuple(result["winners"]), match.is_aborted)


def prompt(match: Match) -> str:
    """What the seat to move has to decide."""
    return match.position.prompt(())


def over_title(match: Match) -> str:
    """ "Chess · match 12 · over"."""
    return gettext("{match} · over", match=match_title(match))


def _turn_title(match: Match, number: int) -> str:
    return gettext("{match} · turn {number}", match=match_title(match), number=number)


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
        words.append(gettext("The draw offer was declined."))
    return str(sentences(*words))


def _turn_words(match: Match, first: int, end: int) -> str:
    """What was played from after `first` moves on, before the move number `end`."""
    turn = match.played[first:end]
    name = plain(match.players[turn[0].seat - 1].name)
    if turn[0].left is not None:
        if turn[0].cause == "times out":
            return gettext("{name} ran out of time; the others play on.", name=name)
        return gettext("{name} left the match; the others play on.", name=name)
    moves = listed([f"**{each.text}**" for each in turn])
    if match.record[first].kind == CONDITIONAL:
        return gettext("{name} replied {moves} (planned).", name=name, moves=moves)
    return gettext("{name} played {moves}.", name=name, moves=moves)
