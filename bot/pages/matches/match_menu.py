"""The private More page: the state of a match, and actions other than moves."""

from __future__ import annotations

from collections.abc import Iterator

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.moves.step_picker import move_label
from bot.pages.page import Block, Button, Page
from club.agreements.verbs import is_unanswered, own_last_move
from club.matches.match import Match, Player
from club.members.follows import is_followable
from presentation.matches.clocks import clock_lines
from presentation.matches.offers import offer_labels, offer_words
from presentation.matches.players import match_title
from presentation.matches.results import result_words
from rules.language import N_, gettext
from rules.refusal import Refusal
from storage.matches.offers import Kind, Offer


def more_page(match: Match, user_id: int, notice: str = "", *, is_followed: bool = False) -> Page:
    """Return the actions of a user in a match.

    :param notice: a confirmation of the last action.
    :param is_followed: whether the user follows the match.
    """
    player = match.player_of(user_id)
    lines = [notice] if notice else []
    lines.append(f"### {match_title(match)}")
    if match.is_over:
        lines.append(result_words(match, DISCORD))
    else:
        turn, *clocks = clock_lines(match, DISCORD)
        lines += [turn, *(f"- {line}" for line in clocks)]
    blocks: list[Block] = ["\n".join(lines)]
    active = None if player is None or match.is_over or not player.is_playing else player
    for offer in match.offers:
        blocks.append(offer_words(match, offer, DISCORD))
        if active is not None:
            blocks.append(_answers(match, active, offer))
    follow = _follow_button(match, user_id, is_followed=is_followed)
    blocks.append((*_looking(match, player), *follow))
    if active is not None:
        rows = tuple(_asking(match, active)), tuple(_acting(match, active))
        blocks.extend(row for row in rows if row)
    return Page(tuple(blocks))


def _looking(match: Match, player: Player | None) -> tuple[Button, ...]:
    """Return the buttons that change nothing, which come first."""
    buttons = [Button(gettext("History"), control("history", match.id, len(match.played)))]
    if match.position.to_move is not None:
        buttons.append(Button(gettext("Explore"), control("explore", match.id, len(match.played))))
    if player is not None:
        buttons.append(Button(gettext("Next match"), control("next", match.id)))
    return tuple(buttons)


def _follow_button(match: Match, user_id: int, *, is_followed: bool) -> tuple[Button, ...]:
    """Return the button to follow a match or to stop, none if the user can't follow it."""
    if is_followed:
        return (Button(gettext("Unfollow"), control("unfollow", match.id)),)
    if not is_followable(match.stored, user_id):
        return ()
    return (Button(gettext("Follow"), control("follow", match.id)),)


def _has_clock(match: Match) -> bool:
    return match.pace.time is not None


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
    """Yield the buttons for offers that are not already open."""
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
    # Computers agree immediately.
    is_alone = match.is_last_person(player)
    if kind == "resume":
        return gettext("Resume the clocks") if is_alone else gettext("Ask to resume")
    return gettext("Pause the clocks") if is_alone else gettext("Ask to pause")


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
    yield Button(gettext("Resign"), control("resign", match.id))
