"""Offers between players in words."""

from __future__ import annotations

from club.agreements.verbs import MAX_PAUSE
from club.matches.match import Match
from club.outbox.notices import people_to_answer, seats_to_answer
from language.lists import listed, sentences
from language.texts import gettext, ngettext
from presentation.markup import Markup
from storage.matches.offers import Offer


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
    return gettext("{name} asks to resume the clocks.", name=name)


def offer_words(match: Match, offer: Offer, markup: Markup) -> str:
    """Return an offer, and who has agreed so far."""
    words = asked_words(match, offer, markup)
    agreed = [markup.name(each.name) for each in match.players if each.seat in offer.agreed]
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
