"""What players ask of each other, in words."""

from __future__ import annotations

from bot.pages.wording import plain
from club.matches.match import Match
from club.matches.offers import LONGEST_PAUSE
from club.outbox import notices
from rules.language import gettext, ngettext
from rules.listing import listed, sentences
from storage.matches.offers import Offer


def asked_words(match: Match, offer: Offer) -> str:
    """What somebody asks of the others, as a sentence."""
    name = plain(match.players[offer.seat - 1].name)
    if offer.kind == "draw":
        return gettext("**{name}** offers a draw.", name=name)
    if offer.kind == "take back":
        moves = taken_back_words(match, offer.to_ply or 0)
        return gettext("**{name}** asks to take back {moves}.", name=name, moves=moves)
    if offer.kind == "pause":
        return ngettext(
            "**{name}** asks to pause the clocks, for up to {count} day.",
            "**{name}** asks to pause the clocks, for up to {count} days.",
            LONGEST_PAUSE.days,
            name=name,
        )
    return gettext("**{name}** asks to restart the clocks.", name=name)


def unanswered_words(match: Match, offer: Offer) -> str:
    """Who has still to answer: "Waiting for Ben to answer." """
    asked = notices.asked_of(match.stored, offer)
    people = [plain(seat.name) for seat in asked if seat.level is None]
    computers = [plain(seat.name) for seat in asked if seat.level is not None]
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


def taken_back_words(match: Match, to_ply: int) -> str:
    """ "**f5-j7** (Ada) and **c4-e6** (Ben)"."""
    return listed(
        [
            gettext(
                "**{move}** ({name})",
                move=played.text,
                name=plain(match.players[played.seat - 1].name),
            )
            for played in match.played[to_ply:]
        ]
    )
