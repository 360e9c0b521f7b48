"""Offers between players: `/draw`, `/takeback`, `/pause`, the More page and the board card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import discord

from bot.interface.answers import Answer
from bot.interface.context import place_of
from bot.interface.controls import on_control
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.matches.finding import OWN_MATCH
from bot.pages.layout import Block, Button, Page, control, text_page
from bot.pages.step_picker import move_label
from club.club import Club
from club.matches.following import is_followable
from club.matches.match import Match, Player
from club.parts import Parts
from language.lists import sentences
from language.texts import N_, gettext
from presentation.matches.clocks import away_lines, clock_lines
from presentation.matches.match import match_title, result_words
from presentation.matches.offers import (
    ACTION_LABELS,
    active_player,
    direct_actions,
    nudge_label,
    nudged_words,
    offer_words,
    replies,
    requests,
    taken_back_words,
    unanswered_words,
)
from presentation.refusals import refusal_words
from rules.refusal import Refusal
from storage.matches.offers import Kind, Offer

VIEWS = Parts[tuple[Match, Player | None], Button]()
"""Buttons beside that of the history, for a player or a spectator."""

ON_MORE_PAGE = Parts[tuple[discord.Interaction, Match], Block]()
"""Rows below the actions of a user in a match."""


async def more_page(club: Club, answer: Answer, match: Match, notice: str = "") -> Page:
    """Return the actions of a user in a match.

    :param notice: a confirmation of the last action.
    """
    user_id = answer.user.id
    is_followed = await club.follows.has_match(user_id, match.id)
    guild_id = place_of(answer.interaction).guild_id
    next_match = await club.match_finder.next_turn(guild_id, user_id, excluded_id=match.id)
    has_next = next_match is not None
    away = away_lines(match, await club.vacations.away_in(match.stored), DISCORD)
    page = _more_page(match, user_id, notice, away, is_followed=is_followed, has_next=has_next)
    if await club.nudges.are_possible(match, user_id):
        nudge = Button(nudge_label(match), control("nudge", match.id))
        page = replace(page, blocks=(*page.blocks, (nudge,)))
    rows = ON_MORE_PAGE.of((answer.interaction, match))
    return replace(page, blocks=(*page.blocks, *rows)) if rows else page


def _more_page(
    match: Match,
    user_id: int,
    notice: str,
    away: Sequence[str],
    *,
    is_followed: bool,
    has_next: bool,
) -> Page:
    """:param away: who is away.
    :param has_next: whether another match waits for the user.
    """
    player = match.player_of(user_id)
    lines = [notice] if notice else []
    lines.append(f"### {match_title(match)}")
    if match.is_over:
        lines.append(result_words(match, DISCORD))
    else:
        turn, *clocks = clock_lines(match, DISCORD)
        lines += [turn, *(f"- {line}" for line in (*clocks, *away))]
    blocks: list[Block] = ["\n".join(lines)]
    active = active_player(match, user_id)
    for offer in match.offers:
        blocks.append(offer_words(match, offer, DISCORD))
        if active is not None:
            blocks.append(_answer_buttons(match, active, offer))
    follow = _follow_button(match, user_id, is_followed=is_followed)
    blocks.append((*_view_buttons(match, player, has_next=has_next), *follow))
    if active is not None:
        rows = tuple(_request_buttons(match, active)), tuple(_action_buttons(match, active))
        blocks.extend(row for row in rows if row)
    return Page(tuple(blocks))


class AgreementCommands(FrontCog):
    """Makes offers and answers them."""

    @command(
        "draw",
        N_("Offer a draw, or accept one"),
        OWN_MATCH,
    )
    async def draw(self, answer: Answer, match: Match) -> None:
        """Offer a draw, or accept one."""
        await self._ask(answer, match, "draw")

    @command(
        "takeback",
        N_("Take back your last move, or ask to"),
        OWN_MATCH,
    )
    async def takeback(self, answer: Answer, match: Match) -> None:
        """Take a move back, or ask for it if the opponents have to agree."""
        await self._ask(answer, match, "take back")

    @command(
        "pause",
        N_("Ask to pause or resume the clocks"),
        OWN_MATCH,
    )
    async def pause(self, answer: Answer, match: Match) -> None:
        """Ask to pause the clocks, or to restart them if they are paused."""
        await self._ask(answer, match, "pause")

    async def _ask(self, answer: Answer, match: Match, kind: Kind) -> None:
        if kind == "pause" and match.paused_until is not None:
            kind = "resume"
        after = await self.club.offers.make(match, answer.user.id, kind, match.stands_at)
        await answer.private(text_page(_asked_words(match, after, kind, answer.user.id)))
        await self.front.report_delivery(answer, match.id)

    @on_control("more")
    async def show_more(self, answer: Answer, match: Match) -> None:
        """Show the actions for a match besides moving."""
        await answer.private(await more_page(self.club, answer, match))

    @on_control("ask", updates=True)
    async def ask_on_page(self, answer: Answer, match: Match, kind: Kind, stands_at: int) -> None:
        """Make an offer from the More page."""
        try:
            after = await self.club.offers.make(match, answer.user.id, kind, stands_at)
        except Refusal as refusal:
            await self._refuse_on_page(answer, match, refusal)
            return
        notice = _asked_words(match, after, kind, answer.user.id)
        await answer.update(await more_page(self.club, answer, after, notice))
        await self.front.report_delivery(answer, match.id)

    @on_control("nudge", updates=True)
    async def nudge(self, answer: Answer, match: Match) -> None:
        """Nudge the player to move."""
        try:
            await self.club.nudges.nudge(match, answer.user.id)
        except Refusal as refusal:
            await self._refuse_on_page(answer, match, refusal)
            return
        words = nudged_words(match, DISCORD)
        await answer.update(await more_page(self.club, answer, match, words))
        await self.front.report_delivery(answer, match.id)

    @on_control("answer", updates=True)
    async def answer_on_page(self, answer: Answer, match: Match, offer_id: int, reply: str) -> None:
        """Accept or decline an offer on the More page."""
        try:
            after, notice = await self._reply(answer, match, offer_id, agrees=reply == "yes")
        except Refusal as refusal:
            await self._refuse_on_page(answer, match, refusal)
            return
        await answer.update(await more_page(self.club, answer, after, notice))
        await self.front.report_delivery(answer, match.id)

    @on_control("agree")
    async def agree_on_card(self, answer: Answer, match: Match, offer_id: int) -> None:
        """Accept an offer on a board card."""
        await self._reply_on_card(answer, match, offer_id, agrees=True)

    @on_control("disagree")
    async def disagree_on_card(self, answer: Answer, match: Match, offer_id: int) -> None:
        """Decline an offer on a board card, or withdraw the user's own."""
        await self._reply_on_card(answer, match, offer_id, agrees=False)

    async def _reply_on_card(
        self, answer: Answer, match: Match, offer_id: int, *, agrees: bool
    ) -> None:
        _, notice = await self._reply(answer, match, offer_id, agrees=agrees)
        await answer.private(text_page(notice))
        await self.front.report_delivery(answer, match.id)

    async def _reply(
        self, answer: Answer, match: Match, offer_id: int, *, agrees: bool
    ) -> tuple[Match, str]:
        """Answer an offer. Return the match and a confirmation."""
        user_id = answer.user.id
        if agrees:
            after = await self.club.offers.accept(match, user_id, offer_id)
        else:
            after = await self.club.offers.decline(match, user_id, offer_id)
        return after, _answered_words(match, after, offer_id, user_id, agrees)

    async def _refuse_on_page(self, answer: Answer, match: Match, refusal: Refusal) -> None:
        """Show a refusal on the clicked page, with the current actions."""
        current = (await self.club.matches.find(match.id)).seen_as(match)
        words = refusal_words(refusal, DISCORD)
        await answer.update(await more_page(self.club, answer, current, words))


def _view_buttons(match: Match, player: Player | None, *, has_next: bool) -> tuple[Button, ...]:
    """Return the buttons that don't change anything, which come first."""
    buttons = [Button(gettext("History"), control("history", match.id, len(match.played)))]
    buttons += VIEWS.of((match, player))
    if has_next:
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
        yield Button(label, verb)


def _asked_words(before: Match, after: Match, kind: Kind, user_id: int) -> str:
    """Describe the effect of an offer."""
    offer = after.offer(kind)
    if offer is None:
        return _effect_words(before, after, kind)
    player = after.player_of(user_id)
    if player is not None and player.seat in offer.agreed:
        return _agreed_words(after, offer)
    return str(sentences(_offered_words(after, offer), unanswered_words(after, offer, DISCORD)))


def _offered_words(match: Match, offer: Offer) -> str:
    """Return the confirmation of an offer."""
    if offer.kind == "draw":
        return gettext("You offered a draw.")
    if offer.kind == "take back":
        moves = taken_back_words(match, offer.to_ply or 0, DISCORD)
        return gettext("You asked to take back {moves}.", moves=moves)
    if offer.kind == "pause":
        return gettext("You asked to pause the clocks.")
    if offer.kind == "stop":
        return gettext("You asked to end the match without a result.")
    return gettext("You asked to resume the clocks.")


def _agreed_words(match: Match, offer: Offer) -> str:
    """Return the confirmation of an agreement while others still have to answer."""
    return str(sentences(gettext("You agreed."), unanswered_words(match, offer, DISCORD)))


def _answered_words(before: Match, after: Match, offer_id: int, user_id: int, agrees: bool) -> str:
    """Describe the effect of an answer."""
    waiting = next((each for each in after.offers if each.id == offer_id), None)
    if waiting is not None:
        return _agreed_words(after, waiting)
    offer = next((each for each in before.offers if each.id == offer_id), None)
    if offer is None:
        return gettext("Done.")
    if agrees:
        return _effect_words(before, after, offer.kind)
    player = before.player_of(user_id)
    if player is not None and player.seat == offer.seat:
        return gettext("Withdrawn. The match continues.")
    return gettext("Declined. The match continues.")


def _effect_words(before: Match, after: Match, kind: Kind) -> str:
    if kind == "draw":
        return gettext("Match {number} is a draw.", number=after.id)
    if kind == "take back":
        assert after.player_to_move is not None
        return gettext(
            "Taken back: {moves}. {name} is to move.",
            moves=taken_back_words(before, len(after.played), DISCORD),
            name=DISCORD.name(after.player_to_move.name),
        )
    if kind == "stop":
        return gettext("Match {number} ended without a result.", number=after.id)
    if after.paused_until:
        return gettext("Clocks paused.")
    return gettext("Clocks running again.")
