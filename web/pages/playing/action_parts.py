"""A player's actions at a board besides moving, for the template."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup as Html

from club.matches.match import Match, Player
from language.lists import sentences
from language.texts import gettext
from presentation.markup import Markup
from presentation.matches.challenges import challenge_title
from presentation.matches.playing.actions import (
    ACTION_LABELS,
    DirectAction,
    Reply,
    Request,
    active_player,
    direct_actions,
    replies,
    requests,
)
from presentation.matches.playing.giving_up import abort_words, resign_words
from presentation.matches.playing.offers import offer_words, unanswered_words
from storage.matches.offers import Offer
from web.reader import html
from web.site import Site


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An open offer, with the player's answers to it."""

    id: int
    words: Html
    replies: tuple[tuple[Reply, str], ...]


@dataclass(frozen=True, slots=True)
class Actions:
    """A player's actions at a board besides moving."""

    offers: tuple[OpenOffer, ...]
    requests: tuple[Request, ...]
    direct_actions: tuple[tuple[DirectAction, str], ...]
    """Actions that need no agreement, with their labels."""
    version: int
    stands_at: int


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A confirmation prompt for resigning or aborting."""

    words: Html
    direct_actions: tuple[tuple[DirectAction, str], ...]
    """Actions that can be confirmed, with their labels."""
    version: int


@dataclass(frozen=True, slots=True)
class Feedback:
    """The feedback of a page on the member's last action."""

    notice: str = ""
    """Safe HTML, empty without one."""
    hint: tuple[Html, ...] = ()
    typed: str = ""
    """A refused text, for editing."""
    confirmation: Confirmation | None = None
    status: int = 200


@dataclass(frozen=True, slots=True)
class Rematch:
    """The rematch of a finished match."""

    words: str = ""
    """Safe HTML: who has asked for it, or where it is played. Empty before anyone has asked."""
    challenge_id: int | None = None
    """The challenge to answer, or None if the member can't."""


async def rematch_of(site: Site, match: Match, user_id: int, markup: Markup) -> Rematch | None:
    """Return a user's options for a rematch, or None if that only works on Discord."""
    needs_computers = match.has_computers and not site.club.opponents.can_play(match.game)
    if not match.is_over or needs_computers or not match.stored.home_of(user_id).takes_posts:
        return None
    challenge = await site.club.rematches.current(match.id)
    if challenge is None:
        return Rematch()
    if challenge.match_id is not None:
        words = gettext("The rematch has started: match {number}.", number=challenge.match_id)
        rematch = await site.club.matches.find(challenge.match_id)
        return Rematch(html(markup.board(rematch.stored, words)))
    if challenge.challenger_id == user_id:
        return Rematch(html(gettext("You asked for a rematch.")))
    is_asked = any(each.user_id == user_id and not each.accepted for each in challenge.guests)
    words = html(challenge_title(challenge, markup))
    return Rematch(words, challenge.id if is_asked else None)


def actions_of(site: Site, match: Match, user_id: int, markup: Markup) -> Actions | None:
    """Return a user's actions in a match, or None if they can't act any more."""
    player = active_player(match, user_id)
    if player is None:
        return None
    has_hints = site.club.opponents.can_play(match.game)
    return Actions(
        tuple(_open_offer(match, offer, player, markup) for offer in match.offers),
        tuple(requests(match, player)),
        _with_labels(
            action for action in direct_actions(match, player) if action != "hint" or has_hints
        ),
        match.version,
        match.stands_at,
    )


def _open_offer(match: Match, offer: Offer, player: Player, markup: Markup) -> OpenOffer:
    words, answers = offer_words(match, offer, markup), replies(offer, player)
    if "yes" not in dict(answers):
        words = str(sentences(words, unanswered_words(match, offer, markup)))
    return OpenOffer(offer.id, html(words), answers)


def confirmation_of(
    match: Match, player: Player, action: DirectAction, markup: Markup
) -> Confirmation:
    """Return the confirmation prompt for resigning or aborting."""
    possible: tuple[DirectAction, ...] = (action,)
    if action == "abort":
        words = abort_words(match)
    else:
        words = resign_words(match, player, markup)
        if match.may_be_aborted:
            possible = (action, "abort")
    return Confirmation(html(words), _with_labels(possible), match.version)


def _with_labels(actions: Iterable[DirectAction]) -> tuple[tuple[DirectAction, str], ...]:
    return tuple((action, gettext(ACTION_LABELS[action])) for action in actions)
