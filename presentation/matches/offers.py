"""Offers between players in words, and what a player can do besides moving."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from club.matches.match import Match, Player, mover
from club.matches.offer_kinds import (
    MAX_PAUSE,
    is_unanswered,
    may_ask_for_take_back,
    own_last_move,
)
from club.outbox.notices import people_to_answer, seats_to_answer
from club.parts import Parts
from language.lists import listed, sentences
from language.texts import N_, gettext, ngettext
from presentation.markup import Markup
from presentation.phrases import game_words
from rules.refusal import Refusal
from storage.matches.offers import Kind, Offer

DirectAction = str
"""The verb of a control on Discord, and the end of an address below the board on the web."""

ACTION_LABELS: dict[DirectAction, str] = {
    "hint": N_("Hint"),
    "abort": N_("Abort"),
    "resign": N_("Resign"),
}
"""The labels of actions that need no agreement."""

MORE_ACTIONS = Parts[tuple[Match, Player], DirectAction]()
"""Actions of extensions, which add their labels."""

Reply = Literal["yes", "no"]


def asked_words(match: Match, offer: Offer, markup: Markup) -> str:
    """Return an offer as a sentence."""
    name = markup.strong(markup.name(match.players[offer.seat - 1].name))
    if offer.kind == "draw":
        return gettext("{name} offers a draw.", name=name)
    if offer.kind == "take back":
        moves = taken_back_words(match, offer.to_ply or 0, markup)
        return gettext("{name} asks to take back {moves}.", name=name, moves=moves)
    if offer.kind == "pause":
        return ngettext(
            "{name} asks to pause the clocks for up to {count} day.",
            "{name} asks to pause the clocks for up to {count} days.",
            MAX_PAUSE.days,
            name=name,
        )
    if offer.kind == "resume":
        return gettext("{name} asks to resume the clocks.", name=name)
    words = gettext("{name} asks to end the match without a result.", name=name)
    if match.deadline is None or match.pace.time is not None:
        return words
    silent = gettext(
        "Without a move or an answer, it ends {time}.", time=markup.relative(match.deadline)
    )
    return str(sentences(words, silent))


def offer_words(match: Match, offer: Offer, markup: Markup) -> str:
    """Return an offer, and who has agreed so far."""
    words = asked_words(match, offer, markup)
    agreed = [markup.name(player.name) for player in match.players if player.seat in offer.agreed]
    if not agreed:
        return words
    agreement = ngettext("{names} agreed.", "{names} agreed.", len(agreed), names=listed(agreed))
    return str(sentences(words, agreement))


def open_offer_words(match: Match, offer: Offer, markup: Markup) -> str:
    """Return an open offer with the question to those who still have to answer."""
    words = offer_words(match, offer, markup)
    # The player to move is already mentioned beside the board.
    names = [
        markup.name(seat.name)
        if seat.seat == match.to_move
        else markup.mention(seat.user_id, seat.name)
        for seat in people_to_answer(match.stored, offer)
    ]
    if not names:
        return str(sentences(words, unanswered_words(match, offer, markup)))
    question = ngettext(
        "{names}, do you agree?", "{names}, do you agree?", len(names), names=listed(names)
    )
    return str(sentences(words, question))


def unanswered_words(match: Match, offer: Offer, markup: Markup) -> str:
    """Return who still has to answer: "Waiting for Ben to answer." """
    names = seats_to_answer(match.stored, offer)
    people = [markup.name(seat.name) for seat in names if seat.level is None]
    computers = [markup.name(seat.name) for seat in names if seat.level is not None]
    words: list[str] = []
    if people:
        words.append(gettext("Waiting for {names} to answer.", names=listed(people)))
    if computers:
        words.append(
            ngettext(
                "{names} answers with its next move.",
                "{names} answer with their next move.",
                len(computers),
                names=listed(computers),
            )
        )
    return str(sentences(*words))


def taken_back_words(match: Match, to_ply: int, markup: Markup) -> str:
    """ "f5-j7 (Ada) and c4-e6 (Ben)"."""
    return listed(
        [
            gettext(
                "{move} ({name})",
                move=markup.strong(played.text),
                name=markup.name(match.players[played.seat - 1].name),
            )
            for played in match.played[to_ply:]
        ]
    )


def offer_labels(offer: Offer) -> tuple[str, str]:
    """Return the labels of the buttons that accept and decline an offer."""
    if offer.kind == "draw":
        return gettext("Accept draw"), gettext("Decline draw")
    return gettext("Agree"), gettext("Decline")


@dataclass(frozen=True, slots=True)
class Request:
    """An offer that a player can make to the others."""

    kind: Kind
    message: str
    """Its label, with the place `move` in that of a take-back."""
    move: str = ""

    @property
    def label(self) -> str:
        """The label of its button."""
        return gettext(self.message, move=self.move) if self.move else gettext(self.message)


def active_player(match: Match, user_id: int) -> Player | None:
    """Return the seat with which a user can still act, or None if they have none."""
    player = match.player_of(user_id)
    return None if player is None or match.is_over or not player.is_playing else player


def requests(match: Match, player: Player) -> Iterator[Request]:
    """Yield the offers that an active player can make, except those that are already open."""
    if match.game.has_draws and match.offer("draw") is None:
        yield Request("draw", N_("Offer a draw"))
    if match.offer("take back") is None and may_ask_for_take_back(match):
        yield from _take_back(match, player)
    is_paused = match.paused_until is not None
    may_pause = match.stored.event_id is None and not match.is_against_computers(player)
    if match.teams:
        return
    if match.pace.time is not None and (is_paused or may_pause):
        kind: Kind = "resume" if is_paused else "pause"
        if match.offer(kind) is None:
            yield Request(kind, _clocks_message(match, player, kind))
    is_needed = not match.may_be_aborted and not match.is_last_person(player)
    if match.offer("stop") is None and match.stored.event_id is None and is_needed:
        yield Request("stop", N_("Ask to end the match"))


def direct_actions(match: Match, player: Player) -> Iterator[DirectAction]:
    """Yield the actions of an active player that need no agreement."""
    yield from MORE_ACTIONS.of((match, player))
    if match.player_to_move == player and match.is_against_computers(player):
        yield "hint"
    if match.may_be_aborted:
        yield "abort"
    yield "resign"


def nudge_label(match: Match) -> str:
    """Return the label of the button that nudges the player to move."""
    return gettext("Nudge {name}", name=mover(match.stored))


def nudged_words(match: Match, markup: Markup) -> str:
    """Return the confirmation of a nudge."""
    return gettext("You nudged {name}.", name=markup.name(mover(match.stored)))


def replies(offer: Offer, player: Player) -> tuple[tuple[Reply, str], ...]:
    """Return an active player's answers to an open offer, with their labels."""
    if offer.seat == player.seat:
        return (("no", gettext("Withdraw")),)
    accept, decline = offer_labels(offer)
    if player.seat in offer.agreed:
        return (("no", decline),)
    return ("yes", accept), ("no", decline)


def resign_words(match: Match, player: Player, markup: Markup) -> str:
    """Return the confirmation prompt for resigning, with the consequences."""
    question = gettext(
        "Do you want to resign {game}, match {number}?",
        game=game_words(match.game, match.options),
        number=match.id,
    )
    words = [question, _after_resigning(match, player, markup)]
    if match.may_be_aborted:
        words.append(
            gettext("It has barely started, so you can abort it instead. Then it doesn't count.")
        )
    return str(sentences(*words))


def abort_words(match: Match) -> str:
    """Return the confirmation prompt for aborting a match."""
    return gettext(
        "Do you want to abort {game}, match {number}? It won't count.",
        game=game_words(match.game, match.options),
        number=match.id,
    )


def _take_back(match: Match, player: Player) -> Iterator[Request]:
    try:
        ply = own_last_move(match, player)
    except Refusal:
        return
    # Computers agree immediately.
    is_alone = is_unanswered(match, player, ply) or match.is_last_person(player)
    message = N_("Take back {move}") if is_alone else N_("Ask to take back {move}")
    yield Request("take back", message, match.played[ply].text)


def _clocks_message(match: Match, player: Player, kind: Kind) -> str:
    is_alone = match.is_last_person(player)
    if kind == "resume":
        return N_("Resume the clocks") if is_alone else N_("Ask to resume")
    return N_("Pause the clocks") if is_alone else N_("Ask to pause")


def _after_resigning(match: Match, player: Player, markup: Markup) -> str:
    others = [markup.name(each.name) for each in match.playing if each != player]
    if len(others) == 1:
        return gettext("If you do, {name} wins.", name=others[0])
    if match.is_last_person(player):
        return gettext("If you do, {names} win.", names=listed(others))
    return gettext("{names} will keep playing without you.", names=listed(others))
