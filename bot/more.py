"""The private page behind More: how a match stands, and everything that a player can do beside
moving."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.cards import clock_words, game_words, offer_words
from bot.controls import control
from bot.match import Match, Player
from bot.offers import own_last_move
from bot.pace import duration_words
from bot.pages import Block, Button, Page
from bot.results import result_words
from bot.wording import plain
from rules.refusal import Refusal
from storage.offers import Kind

ASKING: dict[Kind, str] = {
    "draw": "Offer a draw",
    "pause": "Ask to stop the clocks",
    "resume": "Ask to run the clocks",
}


def more_page(match: Match, user_id: int, now: datetime, said: str = "") -> Page:
    """What somebody can do about a match.

    :param said: what to say first, about what has just happened.
    """
    player = match.player_of(user_id)
    title = f"### {game_words(match.game, match.stored.options)} · match {match.id}"
    lines = [said] if said else []
    lines.append(title)
    if match.is_over:
        lines.append(result_words(match))
    else:
        lines.append(f"Turn {match.turn_number}, {match.pace.words}.")
        lines.extend(_clock_line(match, each, now) for each in match.playing if _has_clock(match))
        lines.extend(offer_words(match, offer) for offer in match.offers)
    blocks: list[Block] = ["\n".join(lines)]
    if player is not None and player.is_playing and not match.is_over:
        blocks.extend(_rows(match, player))
    looking = (
        Button("History", control("history", match.id, len(match.played))),
        Button("Next match", control("next", match.id)),
    )
    blocks.append(looking if player is not None else looking[:1])
    return Page(tuple(blocks))


def _has_clock(match: Match) -> bool:
    return match.pace.time is not None


def _clock_line(match: Match, player: Player, now: datetime) -> str:
    name = plain(player.name)
    stored = match.stored
    if player == match.player_to_move:
        words = clock_words(match)
        if stored.time_left is not None:
            left = duration_words(timedelta(seconds=stored.time_left))
            words = f"{left} left. {words}"
        return f"- {name}, to move: {words}"
    allowance = match.pace.allowance(stored.seats[player.seat - 1].bank)
    return f"- {name}: {duration_words(allowance or timedelta())} for the next turn"


def _rows(match: Match, player: Player) -> list[Block]:
    first = [_asking(match, player, "draw")]
    back = _take_back_button(match, player)
    if back is not None:
        first.append(back)
    if _has_clock(match):
        is_paused = match.stored.paused_until is not None
        first.append(_asking(match, player, "resume" if is_paused else "pause"))
    second: list[Button] = []
    if match.player_to_move != player:
        second.append(Button("If … then …", control("lines", match.id)))
    if match.may_be_aborted:
        second.append(Button("Abort", control("abort", match.id), "danger"))
    second.append(Button("Resign", control("resign", match.id), "danger"))
    return [tuple(first), tuple(second)]


def _asking(match: Match, player: Player, kind: Kind) -> Button:
    offer = match.offer(kind)
    if offer is None:
        return Button(ASKING[kind], control("ask", match.id, kind))
    if offer.seat == player.seat:
        label = "Withdraw the draw offer" if kind == "draw" else "Withdraw the request"
        return Button(label, control("answer", match.id, offer.id, "no"))
    label = "Accept the draw" if kind == "draw" else "Agree about the clocks"
    return Button(label, control("answer", match.id, offer.id, "yes"), "success")


def _take_back_button(match: Match, player: Player) -> Button | None:
    offer = match.offer("take back")
    if offer is not None and offer.seat == player.seat:
        return Button("Withdraw the take-back", control("answer", match.id, offer.id, "no"))
    if offer is not None:
        yes = control("answer", match.id, offer.id, "yes")
        return Button("Agree to the take-back", yes, "success")
    try:
        ply = own_last_move(match, player)
    except Refusal:
        return None
    at_once = all(played.seat == player.seat for played in match.played[ply:])
    label = f"{'Take' if at_once else 'Ask to take'} back {match.played[ply].text}"
    return Button(label[:80], control("ask", match.id, "take back"))
