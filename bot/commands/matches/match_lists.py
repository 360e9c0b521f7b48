"""Lists: `/matches`, `/challenges`, `/next` and the Next match button."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control
from bot.interactions.entries.numbers import number_in
from bot.interactions.interaction_context import (
    person,
    place_id_of,
    place_of,
    viewer_of,
)
from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD, address, board_address
from bot.pages.listing import fitted
from bot.pages.matches.challenge_form import Proposal, proposal_button
from bot.pages.matches.following_page import following_page
from bot.pages.matches.next_match import next_button
from bot.pages.page import MAX_TEXT_LENGTH, Block, Button, Page
from club.clocks.pace import pace_of
from club.matches.match import has_turn
from language.lists import listed
from language.texts import N_, gettext, lazy_gettext, ngettext, pgettext
from presentation.matches.match_lines import match_line
from presentation.paces import pace_words
from presentation.phrases import game_words
from presentation.refusals import refusal_words
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches import challenges as stored_challenges
from storage.matches.challenges import Challenge
from storage.matches.stored_match import StoredMatch

MAX_LISTED = 12
"""Maximum number of matches or challenges per heading, if they fit in a message."""

RESERVED_LENGTH = 100
"""Number of characters reserved for the heading of another list and the number of its lines."""

MAX_CANCELLED = 5
"""Maximum number of buttons to cancel challenges, one row."""


class MatchListCommands(FrontCog):
    """Lists matches and challenges, and shows the next match."""

    @app_commands.command(
        name="matches",
        description=N_("List matches in progress: yours, someone else's or this channel's"),
    )
    @app_commands.describe(
        member=N_("The member (default: you)"),
        here=N_("Show all matches in this channel (default: no)"),
        following=N_("Show what you follow (default: no)"),
    )
    async def matches(
        self,
        interaction: discord.Interaction,
        member: discord.User | None = None,
        here: bool = False,
        following: bool = False,
    ) -> None:
        """List the matches of a member that the user may see, or those of a place."""
        async with Answer(interaction) as answer:
            guild_id, user = place_of(interaction).guild_id, interaction.user
            if (member is not None) + here + following > 1:
                words = lazy_gettext("Choose only one: a member, this channel or what you follow.")
                raise Refusal("both", words)
            if following:
                viewer = viewer_of(interaction)
                await answer.private(following_page(await self.club.follows.of(viewer)))
                return
            if here:
                running = await self.club.match_finder.in_place(place_id_of(interaction))
                await answer.private(_place_page(running, user.id))
                return
            player = member or user
            running = await self.club.match_finder.of_person(guild_id, player.id)
            if player.id == user.id:
                await answer.private(_own_page(running, user.id, in_server=guild_id is not None))
                return
            viewer = viewer_of(interaction)
            visible = [match for match in running if viewer.sees_match(match)]
            await answer.private(_member_page(visible, player))

    @app_commands.command(
        name="challenges", description=N_("List the open challenges in this channel")
    )
    async def challenges(self, interaction: discord.Interaction) -> None:
        """List the open challenges here, with buttons to cancel the user's own."""
        async with Answer(interaction) as answer:
            await answer.private(await self._challenges_page(interaction))

    @on_control("withdraw", arguments=1, updates=True)
    async def cancel_from_list(self, answer: Answer, number: str) -> None:
        """Cancel the user's own challenge, and list the others."""
        challenge_id = number_in(number, "challenge")
        notice = gettext("Challenge {number} is cancelled.", number=challenge_id)
        try:
            await self.club.challenges.find_visible(viewer_of(answer.interaction), challenge_id)
            await self.club.challenges.cancel(challenge_id, person(answer.user))
        except Refusal as refusal:
            notice = refusal_words(refusal, DISCORD)
        await answer.update(await self._challenges_page(answer.interaction, notice))
        await self.front.courier.deliver_challenge(challenge_id)

    @app_commands.command(
        name="next", description=N_("Go to the match where your move is most urgent")
    )
    async def next_match(self, interaction: discord.Interaction) -> None:
        """Show the match in which the user's move is most urgent."""
        async with Answer(interaction) as answer:
            guild_id = place_of(interaction).guild_id
            turns = await self.club.match_finder.turns_of(guild_id, interaction.user.id)
            await answer.private(_next_page(turns, interaction.user.id, guild_id))

    @on_control("next", arguments=1)
    async def next_after_this(self, answer: Answer, number: str) -> None:
        """Show the next match, with the current one last."""
        guild_id, match_id = place_of(answer.interaction).guild_id, number_in(number, "match")
        turns = await self.club.match_finder.turns_of(guild_id, answer.user.id, match_id)
        await answer.private(_next_page(turns, answer.user.id, guild_id))

    async def _challenges_page(self, interaction: discord.Interaction, notice: str = "") -> Page:
        async with self.club.store.read() as tx:
            open_challenges = await stored_challenges.open_in(tx, place_id_of(interaction))
        now = discord.utils.utcnow()
        still_open = [each for each in open_challenges if each.expires_at > now]
        return _challenges_page(still_open, interaction.user.id, notice)


def _own_page(running: list[StoredMatch], user_id: int, *, in_server: bool) -> Page:
    if not running:
        if not in_server:
            return Page((gettext("You have no matches in progress. Start one with `/challenge`."),))
        words = gettext(
            "You have no matches in progress in this server. Start one with `/challenge`."
        )
        return Page((words, (proposal_button(gettext("Challenge someone"), Proposal()),)))
    turns = [match for match in running if has_turn(match, user_id)]
    waiting = [match for match in running if not has_turn(match, user_id)]
    room = MAX_TEXT_LENGTH - RESERVED_LENGTH
    text = _list_text(gettext("Your turn"), _lines(turns, user_id), room)
    others = gettext("Waiting for others")
    others_text = _list_text(others, _lines(waiting, user_id), MAX_TEXT_LENGTH - len(text))
    blocks: list[Block] = [each for each in (text, others_text) if each]
    if turns:
        blocks.append((next_button(turns[0]),))
    return Page(tuple(blocks))


def _member_page(running: list[StoredMatch], member: discord.User | discord.Member) -> Page:
    name = DISCORD.name(member.display_name)
    if not running:
        words = gettext(
            "{name} has no matches in progress in this server that you can see.", name=name
        )
        return Page((words,))
    return Page((_list_text(gettext("Matches of {name}", name=name), _lines(running, None)),))


def _place_page(running: list[StoredMatch], user_id: int) -> Page:
    if not running:
        return Page(
            (gettext("No matches are in progress in this channel. Start one with `/challenge`."),)
        )
    ordered = sorted(running, key=lambda match: (not has_turn(match, user_id), match.id))
    return Page((_list_text(gettext("Matches in this channel"), _lines(ordered, user_id)),))


def _lines(matches: list[StoredMatch], user_id: int | None) -> list[str]:
    return [f"- {match_line(match, user_id, DISCORD)}" for match in matches]


def _list_text(heading: str, lines: list[str], room: int = MAX_TEXT_LENGTH) -> str:
    """Return a heading with as many lines as fit, and the number of the others if any."""
    if not lines:
        return ""
    title = f"### {heading}"
    return "\n".join((title, *fitted(lines, room - len(title), MAX_LISTED)))


def _challenges_page(challenges: list[Challenge], user_id: int, notice: str) -> Page:
    before = [notice] if notice else []
    if not challenges:
        words = gettext("There are no open challenges in this channel. Make one with `/challenge`.")
        return Page((*before, words))
    lines = [_line(each) for each in challenges]
    text = _list_text(gettext("Open challenges"), lines, MAX_TEXT_LENGTH - len(notice))
    own = [each for each in challenges if each.challenger_id == user_id]
    buttons = tuple(
        Button(gettext("Cancel {number}", number=each.id), control("withdraw", each.id))
        for each in own[:MAX_CANCELLED]
    )
    return Page((*before, text, buttons) if buttons else (*before, text))


def _line(challenge: Challenge) -> str:
    waiting = [guest for guest in challenge.guests if not guest.accepted]
    anyone = pgettext("challenged", "anyone")
    return gettext(
        "- **{number}** · {name} to {others}: {game}, {pace} · expires {when} · [card]({link})",
        number=challenge.id,
        name=DISCORD.name(challenge.challenger_name),
        others=listed([DISCORD.name(guest.name) if guest.name else anyone for guest in waiting]),
        game=game_words(GAMES[challenge.game], challenge.options),
        pace=pace_words(pace_of(challenge.pace)),
        when=DISCORD.relative(challenge.expires_at),
        link=address(challenge.guild_id, challenge.channel_id, challenge.message_id),
    )


def _next_page(turns: list[StoredMatch], user_id: int, guild_id: int | None) -> Page:
    """Return the page of the most urgent match.

    :param guild_id: the server whose matches were considered, or None for all matches.
    """
    if not turns:
        words = gettext(
            "You have no moves to make in this server. See your matches with `/matches`."
        )
        if guild_id is None:
            words = gettext("You have no moves to make. See your matches with `/matches`.")
        return Page((words,))
    first, *others = turns
    words = f"- {match_line(first, user_id, DISCORD)}"
    if others:
        more = ngettext("And {count} more.", "And {count} more.", len(others))
        words = f"{words}\n-# {more}"
    return Page((words, (Button(gettext("Go to the board"), board_address(first)),)))
