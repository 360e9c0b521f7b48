"""A player's actions in a running match besides moving, for any front."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from club.agreements.verbs import is_unanswered, own_last_move
from club.matches.match import Match, Player
from language.texts import N_, gettext
from presentation.matches.playing.offers import offer_labels
from rules.refusal import Refusal
from storage.matches.offers import Kind, Offer

DirectAction = Literal["lines", "hint", "abort", "resign"]

ACTION_LABELS: Mapping[DirectAction, str] = {
    "lines": N_("If … then …"),
    "hint": N_("Hint"),
    "abort": N_("Abort"),
    "resign": N_("Resign"),
}
"""The labels of actions that need no agreement."""

Reply = Literal["yes", "no"]


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
    if match.offer("take back") is None:
        yield from _take_back(match, player)
    is_paused = match.paused_until is not None
    if match.pace.time is not None and (is_paused or match.event_id is None):
        kind: Kind = "resume" if is_paused else "pause"
        if match.offer(kind) is None:
            yield Request(kind, _clocks_message(match, player, kind))


def direct_actions(match: Match, player: Player) -> Iterator[DirectAction]:
    """Yield the actions of an active player that need no agreement."""
    if match.player_to_move != player:
        yield "lines"
    elif match.is_against_computers(player):
        yield "hint"
    if match.may_be_aborted:
        yield "abort"
    yield "resign"


def replies(offer: Offer, player: Player) -> tuple[tuple[Reply, str], ...]:
    """Return an active player's answers to an open offer, with their labels."""
    if offer.seat == player.seat:
        return (("no", gettext("Withdraw")),)
    accept, decline = offer_labels(offer)
    if player.seat in offer.agreed:
        return (("no", decline),)
    return ("yes", accept), ("no", decline)


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
