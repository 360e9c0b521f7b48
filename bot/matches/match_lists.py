"""Lists of matches and open challenges (`/matches`, `/next`), and a single match (`/match`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.context import person, place_id_of, place_of, viewer_of
from bot.interface.controls import on_control
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD, address
from bot.matches.archive import Search, archive_page
from bot.matches.cards import Card, board_page, text_board_page
from bot.matches.finding import match_to_show, own_and_local_matches
from bot.matches.following import following_page
from bot.pages.layout import MAX_TEXT_LENGTH, Block, Button, Page, TextWithButton, control
from bot.pages.listing import listing, more_words
from club.club import Club
from club.matches.match import Match, has_turn
from club.paces import pace_of
from club.parts import LoadedParts
from language.lists import listed
from language.texts import N_, gettext, lazy_gettext, ngettext, pgettext
from presentation.matches.match import match_line, own_turn_lines
from presentation.phrases import game_words, pace_words
from presentation.refusals import refusal_words
from rules.refusal import Refusal
from rules.registry import FIRST_GAME, GAMES
from storage.challenges import challenges as stored_challenges
from storage.challenges.challenges import Challenge
from storage.matches.match import StoredMatch

RESERVED_LENGTH = 150
"""Number of characters reserved for a heading and the number of its rows."""

MAX_ROWS = 8
"""Maximum number of matches with a button of their own."""

MAX_CANCELLED = 5
"""Maximum number of buttons to cancel challenges, one row."""

MatchList = tuple[str, list[StoredMatch]]
"""Some matches and their heading."""

OTHER_LISTS = LoadedParts[tuple[Club, discord.Interaction], MatchList]()
"""What a user can take part in, below their own matches."""

BELOW_LISTS = LoadedParts[tuple[Club, discord.Interaction], Block]()
"""Rows of buttons below a user's own matches, and below those of a channel."""


class BoardCommands(FrontCog):
    """Shows boards."""

    @command(
        "match",
        N_("Show a match with working buttons, wherever you are"),
        match_to_show(own_and_local_matches),
        public=lambda interaction: not place_of(interaction).can_post,
    )
    @app_commands.describe(text=N_("Show it as text instead of a picture"))
    async def match(self, answer: Answer, match: Match, text: bool = False) -> None:
        """Post a match's card where the bot can only answer, else show it privately."""
        if text:
            await answer.private(text_board_page(match))
        elif not await self.front.show_pulled(answer, match.id, match, force=True):
            await answer.private(await self._page(match))

    async def _page(self, match: Match) -> Page:
        width = await self.front.board_width(match.guild_id)
        has_engine = self.club.opponents.can_play(match.game)
        number = match.stored.place.number
        return await board_page(Card(match, number, has_engine=has_engine), width)

    @on_control("text")
    async def show_text_board(self, answer: Answer, match: Match, ply: str) -> None:
        """Show the current board of a card as text."""
        await answer.private(text_board_page(match))


class MatchListCommands(FrontCog):
    """Lists matches and challenges, and shows the next match."""

    @command("matches", N_("List matches and open challenges"))
    @app_commands.describe(
        member=N_("The member (default: you)"),
        here=N_("Show all matches in this channel (default: no)"),
        following=N_("Show what you follow (default: no)"),
        finished=N_("Show finished matches instead (default: no)"),
    )
    async def matches(
        self,
        answer: Answer,
        member: discord.User | None = None,
        here: bool = False,
        following: bool = False,
        finished: bool = False,
    ) -> None:
        """List the matches of a member that the user may see, or those of a place."""
        guild_id, user = place_of(answer.interaction).guild_id, answer.user
        if (member is not None) + here + following > 1:
            words = lazy_gettext("Choose only one: a member, this channel or what you follow.")
            raise Refusal("both", words)
        if following:
            viewer = viewer_of(answer.interaction)
            await answer.private(following_page(await self.club.follows.of(viewer)))
            return
        if finished:
            player_id = (member or user).id
            is_place = here and not viewer_of(answer.interaction).is_direct
            search = Search("" if is_place else str(player_id))
            await answer.private(await archive_page(self.front, answer, search))
            return
        if here:
            await answer.private(await self._place_page(answer))
            return
        player = member or user
        running = await self.club.match_finder.of_person(guild_id, player.id)
        if player.id == user.id:
            others = await OTHER_LISTS.of((self.club, answer.interaction))
            page = _own_page(running, others, user.id, in_server=guild_id is not None)
            await answer.private(await self._with_rows(answer, page))
            return
        viewer = viewer_of(answer.interaction)
        visible = [match for match in running if viewer.sees_match(match)]
        await answer.private(_member_page(visible, player))

    @on_control("matches-here")
    async def list_in_place(self, answer: Answer) -> None:
        """List the matches and open challenges of a place."""
        await answer.private(await self._place_page(answer))

    @on_control("withdraw", updates=True)
    async def cancel_from_list(self, answer: Answer, challenge_id: int) -> None:
        """Cancel the user's own challenge, and list the others."""
        notice = gettext("Challenge {number} is cancelled.", number=challenge_id)
        try:
            await self.club.challenges.find_visible(viewer_of(answer.interaction), challenge_id)
            await self.club.challenges.cancel(challenge_id, person(answer.user))
        except Refusal as refusal:
            notice = refusal_words(refusal, DISCORD)
        await answer.update(await self._place_page(answer, notice))
        await self.front.courier.deliver_challenge(challenge_id)

    async def _place_page(self, answer: Answer, notice: str = "") -> Page:
        interaction = answer.interaction
        running = await self.club.match_finder.in_place(viewer_of(interaction))
        async with self.club.store.read() as tx:
            challenges = await stored_challenges.open_in(tx, place_id_of(interaction))
        now = discord.utils.utcnow()
        still_open = [each for each in challenges if each.expires_at > now]
        page = _place_page(running, still_open, answer.user.id, notice)
        return await self._with_rows(answer, page)

    async def _with_rows(self, answer: Answer, page: Page) -> Page:
        rows = await BELOW_LISTS.of((self.club, answer.interaction))
        return replace(page, blocks=(*page.blocks, *rows))

    @command("next", N_("Go to your most urgent match"), is_free=True)
    async def next_match(self, answer: Answer) -> None:
        """Show the match in which the user's move is most urgent."""
        guild_id = place_of(answer.interaction).guild_id
        turns = await self.club.match_finder.turns_of(guild_id, answer.user.id)
        await answer.private(_next_page(turns, answer.user.id, guild_id))

    @on_control("next", is_free=True)
    async def next_after_this(self, answer: Answer, match_id: int) -> None:
        """Show the next match, with the current one last."""
        guild_id = place_of(answer.interaction).guild_id
        turns = await self.club.match_finder.turns_of(guild_id, answer.user.id, match_id)
        await answer.private(_next_page(turns, answer.user.id, guild_id))


def _own_page(
    running: list[StoredMatch], others: Sequence[MatchList], user_id: int, *, in_server: bool
) -> Page:
    here = Button(gettext("In this channel"), control("matches-here"))
    if not running and not others:
        words = gettext("You have no matches in progress. Start one with `/challenge`.")
        buttons: tuple[Button, ...] = (here,)
        if in_server:
            words = gettext(
                "You have no matches in progress in this server. Start one with `/challenge`."
            )
            form = control("propose", FIRST_GAME.key, "", "usual", "r00", "")
            buttons = Button(gettext("Challenge someone"), form), here
        return Page((words, buttons))
    turns = [match for match in running if has_turn(match, user_id)]
    waiting = [match for match in running if not has_turn(match, user_id)]
    rows = [_row(match, user_id) for match in turns[:MAX_ROWS]]
    heading = gettext("Your turn")
    blocks: list[Block] = [f"### {heading}", *rows] if rows else []
    if hidden := len(turns) - len(rows):
        blocks.append(more_words(hidden))
    room = MAX_TEXT_LENGTH - RESERVED_LENGTH - sum(len(row.text) for row in rows)
    lists = [(gettext("Waiting for others"), _lines(waiting, user_id))]
    lists += [(title, _lines(matches, None)) for title, matches in others]
    for title, lines in lists:
        if text := listing(title, lines, room):
            blocks.append(text)
            room -= len(text)
    return Page((*blocks, (here,)))


def _member_page(running: list[StoredMatch], member: discord.User | discord.Member) -> Page:
    name = DISCORD.name(member.display_name)
    if not running:
        words = gettext(
            "{name} has no matches in progress in this server that you can see.", name=name
        )
        return Page((words,))
    return Page((listing(gettext("Matches of {name}", name=name), _lines(running, None)),))


def _place_page(
    running: list[StoredMatch], challenges: list[Challenge], user_id: int, notice: str = ""
) -> Page:
    before = [notice] if notice else []
    if not running and not challenges:
        words = gettext(
            "No matches are in progress in this channel, and no challenges are open. Start one "
            "with `/challenge`."
        )
        return Page((*before, words))
    ordered = sorted(running, key=lambda match: (not has_turn(match, user_id), match.id))
    room = MAX_TEXT_LENGTH - len(notice)
    open_text = listing(
        gettext("Open challenges"), list(map(_challenge_line, challenges)), room // 2
    )
    matches_text = listing(
        gettext("Matches in this channel"), _lines(ordered, user_id), room - len(open_text)
    )
    own = [challenge for challenge in challenges if challenge.challenger_id == user_id]
    buttons = tuple(
        Button(gettext("Cancel {number}", number=each.id), control("withdraw", each.id))
        for each in own[:MAX_CANCELLED]
    )
    return Page((*before, *filter(None, (matches_text, open_text, buttons))))


def _challenge_line(challenge: Challenge) -> str:
    waiting = [guest for guest in challenge.guests if not guest.accepted]
    anyone = pgettext("challenged", "anyone")
    if challenge.is_for_servers:
        anyone = pgettext("challenged", "another server")
    return gettext(
        "- **{number}** · {name} to {others}: {game}, {pace} · expires {when} · [card]({link})",
        number=challenge.id,
        name=DISCORD.name(challenge.name),
        others=listed([DISCORD.name(guest.name) if guest.name else anyone for guest in waiting]),
        game=game_words(GAMES[challenge.game], challenge.options),
        pace=pace_words(pace_of(challenge.pace)),
        when=DISCORD.relative(challenge.expires_at),
        link=address(challenge.guild_id, challenge.channel_id, challenge.message_id),
    )


def _row(match: StoredMatch, user_id: int) -> TextWithButton:
    """Return a match in which it is the user's turn, with a button that opens its panel."""
    link, facts = own_turn_lines(match, user_id, DISCORD)
    play = Button(gettext("Play"), control("onward", match.id), "success")
    return TextWithButton(f"**{link}**\n-# {facts}", play)


def _lines(matches: list[StoredMatch], user_id: int | None) -> list[str]:
    return [f"- {match_line(match, user_id, DISCORD)}" for match in matches]


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
    blocks: list[Block] = [_row(first, user_id)]
    if others:
        blocks.append(ngettext("And {count} more.", "And {count} more.", len(others)))
    return Page(tuple(blocks))
