"""What players ask of each other, in words."""

from __future__ import annotations

from bot.pages.wording import listed, plain
from club.matches.match import Match
from club.matches.offers import LONGEST_PAUSE
from club.outbox import notices
from storage.matches.offers import Offer


def asked_words(match: Match, offer: Offer) -> str:
    """What somebody asks of the others, as a sentence."""
    name = f"**{plain(match.players[offer.seat - 1].name)}**"
    if offer.kind == "draw":
        return f"{name} offers a draw."
    if offer.kind == "take back":
        return f"{name} asks to take back {taken_back_words(match, offer.to_ply or 0)}."
    if offer.kind == "pause":
        return f"{name} asks to pause the clocks, for up to {LONGEST_PAUSE.days} days."
    return f"{name} asks to restart the clocks."


def unanswered_words(match: Match, offer: Offer) -> str:
    """Who has still to answer: "Waiting for Ben to answer." """
    asked = notices.asked_of(match.stored, offer)
    people = [plain(seat.name) for seat in asked if seat.level is None]
    computers = [plain(seat.name) for seat in asked if seat.level is not None]
    words: list[str] = []
    if people:
        words.append(f"Waiting for {listed(people)} to answer.")
    if computers:
        one = len(computers) == 1
        words.append(
            f"{listed(computers)} {'answers with its' if one else 'answer with their'} next move."
        )
    return " ".join(words)


def taken_back_words(match: Match, to_ply: int) -> str:
    """ "**f5-j7** (Ada) and **c4-e6** (Ben)"."""
    return listed(
        [
            f"**{played.text}** ({plain(match.players[played.seat - 1].name)})"
            for played in match.played[to_ply:]
        ]
    )
