"""The private page behind More: how a match stands, and everything that a player can do beside
moving."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from bot.pages.control_ids import control
from bot.pages.matches.cards import clock_words, match_title, offer_labels, offer_words
from bot.pages.matches.result_words import result_words
from bot.pages.matches.step_picker import move_label
from bot.pages.page import Block, Button, Page
from bot.pages.wording import plain
from club.matches.match import Match, Player
from club.matches.offers import is_unanswered, own_last_move
from presentation.paces import duration_words, pace_words
from rules.language import N_, gettext
from rules.listing import sentences
from rules.refusal import Refusal
from storage.matches.offers import Kind, Offer


def more_page(match: Match, user_id: int, said: str = "") -> Page:
    """What somebody can do about a match.

    :param said: what to say first, about what has just happened.
    """
    player = match.player_of(user_id)
    lines = [said] if said else []
    lines.append(f"### {match_title(match)}")
    if match.is_over:
        lines.append(result_words(match))
    else:
        lines.append(
            gettext("Turn {number}, {pace}.", number=match.turn_number, pace=pace_words(match.pace))
        )
        timed = [each for each in match.playing if _has_clock(match) and not each.is_computer]
        lines.extend(_clock_line(match, each) for each in timed)
    blocks: list[Block] = ["\n".join(lines)]
    at_it = None if player is None or match.is_over or not player.is_playing else player
    for offer in match.offers:
        blocks.append(offer_words(match, offer))
        if at_it is not None:
            blocks.append(_answers(match, at_it, offer))
    if at_it is not None:
        rows = tuple(_asking(match, at_it)), tuple(_acting(match, at_it))
        blocks.extend(row for row in rows if row)
    looking = [
        Button(gettext("History"), control("history", match.id, len(match.played))),
    ]
    if match.position.to_move is not None:
        looking.append(Button(gettext("Explore"), control("explore", match.id, len(match.played))))
    if player is not None:
        looking.append(Button(gettext("Next match"), control("next", match.id)))
    blocks.append(tuple(looking))
    return Page(tuple(blocks))


def _has_clock(match: Match) -> bool:
    return match.pace.time is not None


def _clock_line(match: Match, player: Player) -> str:
    name = plain(player.name)
    stored = match.stored
    if player == match.player_to_move:
        words = clock_words(match)
        if stored.time_left is not None:
            left = duration_words(timedelta(seconds=stored.time_left))
            words = str(sentences(gettext("{time} left.", time=left), words))
        return gettext("- {name}, to move: {clock}", name=name, clock=words)
    allowance = match.pace.allowance(stored.seats[player.seat - 1].bank)
    time = duration_words(allowance or timedelta())
    return gettext("- {name}: {time} for the next turn", name=name, time=time)


def _answers(match: Match, player: Player, offer: Offer) -> tuple[Button, ...]:
    no = control("answer", match.id, offer.id, "no")
    if offer.seat == player.seat:
        return (Button(gettext("Withdraw"), no),)
    accept, decline = offer_labels(offer)
    if player.seat in offer.agreed:
        return (Button(decline, no),)
    yes = control("answer", match.id, offer.id, "yes")
    return (Button(accept, yes, "success"), Button(decline, no))


def _asking(match: Match, player: Player) -> Iterator[Button]:
    """What can be asked, as far as it is not being asked already."""
    if match.game.has_draws and match.offer("draw") is None:
        yield _asking_button(match, "draw", gettext("Offer a draw"))
    if match.offer("take back") is None:
        label = _take_back_label(match, player)
        if label is not None:
            yield _asking_button(match, "take back", label)
    is_paused = match.paused_until is not None
    if _has_clock(match) and (is_paused or match.event_id is None):
        kind: Kind = "resume" if is_paused else "pause"
        if match.offer(kind) is None:
            yield _asking_button(match, kind, _clocks_label(match, player, kind))


def _asking_button(match: Match, kind: Kind, label: str) -> Button:
    return Button(label, control("ask", match.id, kind, match.stands_at))


def _clocks_label(match: Match, player: Player, kind: Kind) -> str:
    # Computers agree to it at once.
    is_alone = match.is_last_person(player)
    if kind == "resume":
        return gettext("Restart the clocks") if is_alone else gettext("Ask to restart the clocks")
    return gettext("Pause the clocks") if is_alone else gettext("Ask to pause the clocks")


def _take_back_label(match: Match, player: Player) -> str | None:
    try:
        ply = own_last_move(match, player)
    except Refusal:
        return None
    is_alone = is_unanswered(match, player, ply) or match.is_last_person(player)
    message = N_("Take back {move}") if is_alone else N_("Ask to take back {move}")
    return move_label(message, match.played[ply].text)


def _acting(match: Match, player: Player) -> Iterator[Button]:
    if match.player_to_move != player:
        yield Button(gettext("If … then …"), control("lines", match.id))
    elif match.is_against_computers(player):
        yield Button(gettext("Hint"), control("hint", match.id))
    if match.may_be_aborted:
        yield Button(gettext("Abort"), control("abort", match.id), "danger")
    yield Button(gettext("Resign"), control("resign", match.id), "danger")
