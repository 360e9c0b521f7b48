"""The private More page: the state of a match, and actions other than moves."""

from __future__ import annotations

from collections.abc import Iterator

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD
from bot.pages.moves.step_picker import move_label
from bot.pages.page import Block, Button, Page
from club.matches.match import Match, Player
from club.members.follows import is_followable
from language.texts import gettext
from presentation.matches.clocks import clock_lines
from presentation.matches.players import match_title
from presentation.matches.playing.actions import (
    ACTION_LABELS,
    active_player,
    direct_actions,
    replies,
    requests,
)
from presentation.matches.playing.offers import offer_words
from presentation.matches.results import result_words
from storage.matches.offers import Offer


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
    active = active_player(match, user_id)
    for offer in match.offers:
        blocks.append(offer_words(match, offer, DISCORD))
        if active is not None:
            blocks.append(_answer_buttons(match, active, offer))
    follow = _follow_button(match, user_id, is_followed=is_followed)
    blocks.append((*_view_buttons(match, player), *follow))
    if active is not None:
        rows = tuple(_request_buttons(match, active)), tuple(_action_buttons(match, active))
        blocks.extend(row for row in rows if row)
    return Page(tuple(blocks))


def _view_buttons(match: Match, player: Player | None) -> tuple[Button, ...]:
    """Return the buttons that don't change anything, which come first."""
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


def _answer_buttons(match: Match, player: Player, offer: Offer) -> tuple[Button, ...]:
    return tuple(
        Button(
            label,
            control("answer", match.id, offer.id, reply),
            "success" if reply == "yes" else "secondary",
        )
        for reply, label in replies(offer, player)
    )


def _request_buttons(match: Match, player: Player) -> Iterator[Button]:
    """Yield the buttons for offers that are not already open."""
    for request in requests(match, player):
        label = move_label(request.message, request.move)
        yield Button(label, control("ask", match.id, request.kind, match.stands_at))


def _action_buttons(match: Match, player: Player) -> Iterator[Button]:
    for action in direct_actions(match, player):
        label, verb = gettext(ACTION_LABELS[action]), control(action, match.id)
        yield Button(label, verb, "danger" if action == "abort" else "secondary")
