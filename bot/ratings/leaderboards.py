"""`/leaderboard`, private until shown to the channel, and the live leaderboards of servers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import discord
from discord import app_commands

from bot.challenges.making import Proposal, proposal_button
from bot.interface.answers import Answer
from bot.interface.context import check_may_post, guild_id_of, note_presence
from bot.interface.controls import on_control, values_of
from bot.interface.delivery import Posting, delivers
from bot.interface.front import FrontCog, command
from bot.interface.markup import DISCORD
from bot.interface.messages import earlier_message, post_or_edit
from bot.interface.options import GAME_CHOICES, game_choice
from bot.pages.layout import (
    Block,
    Button,
    Menu,
    MenuChoice,
    Page,
    Picture,
    choice_button,
    control,
    with_link,
)
from bot.pages.listing import ARROWS, page_buttons
from club.matches.match import Match
from club.outbox.delivery import Claim, Conclusion, sent
from club.outbox.kinds import LeaderboardPost
from club.parts import Parts
from club.ratings.leaderboards import (
    FORMS,
    MAX_ROUNDS,
    PERIODS,
    SCOPES,
    SORTS,
    Overview,
    Period,
    Ranking,
    View,
)
from club.ratings.rating_book import periods_of
from language.texts import N_, gettext
from presentation.ratings.leaderboards import (
    SCOPE_WORDS,
    SORT_HEADINGS,
    SORT_WORDS,
    UNDER_TABLE,
    figure_of,
    filling_words,
    leaderboard_picture,
    overview_lines,
    overview_picture,
    overview_title,
    own_words,
    period_words,
    updated_words,
    vacant_words,
)
from presentation.steps import outdated
from rendering.figures.leaderboard import leaderboard_text
from rules.registry import FIRST_GAME, GAMES
from storage.database.transaction import Transaction
from storage.ratings.leaderboards import LiveLeaderboard

MAX_PAGE_DIGITS = 7
"""Maximum number of digits of a page number."""

OVERVIEW = "-"
"""Placeholder for no game in a control."""

PICTURE = "leaderboard.png"

BELOW_BOARD = Parts[View, Button]()
"""Buttons below a private leaderboard, which lead to others."""

SCOPE_CHOICES = [
    app_commands.Choice(name=N_("this server"), value="server"),
    app_commands.Choice(name=N_("all servers"), value="everywhere"),
]
PERIOD_CHOICES = [
    app_commands.Choice(name=N_("all time"), value="all"),
    app_commands.Choice(name=N_("this year"), value="year"),
    app_commands.Choice(name=N_("this month"), value="month"),
]
SORT_CHOICES = [app_commands.Choice(name=name, value=each) for each, name in SORT_HEADINGS.items()]


def arguments_of(view: View) -> tuple[str, ...]:
    """Return a view as arguments of a control, which `view_of` reads."""
    return view.game or OVERVIEW, view.scope, view.period, view.sort, view.form, str(view.page)


ViewTexts = tuple[str, str, str, str, str, str]
"""The arguments of a control with a view."""


def view_of(arguments: ViewTexts) -> View:
    """Return the view of a control.

    :raises Refusal: `outdated`.
    """
    game, scope, period, sort, form, page = arguments
    is_number = page.isascii() and page.isdigit() and len(page) <= MAX_PAGE_DIGITS
    try:
        if not is_number:
            raise KeyError(page)
        return View(
            None if game == OVERVIEW else GAMES[game].key,
            SCOPES[scope],
            PERIODS[period],
            SORTS[sort],
            FORMS[form],
            int(page),
        )
    except KeyError:
        raise outdated("leaderboard") from None


async def private_page(
    board: Ranking | Overview, width: int, now: datetime, more: Sequence[str] = ()
) -> Page:
    """Return a private leaderboard with controls for browsing.

    :param more: lines below the table.
    """
    view = board.view
    menus = _game_menu(view), _period_menu(view, now)
    blocks = await _blocks(board, width)
    if isinstance(board, Ranking):
        blocks.append(own_words(board, DISCORD))
        if board.pages > 1:
            blocks.append(_turning_row(board))
    blocks += _filling_blocks(board)
    blocks += ["\n".join(more)] if more else []
    form = replace(view, form="picture" if view.form == "text" else "text")
    words = gettext("As a picture") if view.form == "text" else gettext("As text")
    other = Button(words, control("board-form", *arguments_of(form)))
    if buttons := tuple(BELOW_BOARD.of(view)):
        menus = (*menus, buttons)
    if _is_empty(board):
        return Page((*blocks, *menus))
    return Page((*blocks, (*_sort_buttons(view), other, _post_button(view)), *menus))


async def public_page(
    board: Ranking | Overview, width: int, updated_at: datetime | None = None
) -> Page:
    """Return a public leaderboard.

    :param updated_at: when a live leaderboard was last updated.
    """
    blocks = (*await _blocks(board, width), *_filling_blocks(board))
    return Page((*blocks, *_closing_blocks(board.view, updated_at)))


def live_mark(view: View) -> str:
    """Return the control that identifies a live leaderboard."""
    return control("board-live", *arguments_of(view))


def with_game(view: View, chosen: str) -> View:
    """Return the view after a choice in the menu of games."""
    game = chosen if chosen in GAMES else None
    return replace(view, game=game, page=0)


def with_period(view: View, chosen: str) -> View:
    """Return the view after a choice in the menu of periods."""
    scope, _, period = chosen.partition(" ")
    if scope not in SCOPES or period not in PERIODS:
        return view
    new_period: Period = PERIODS[period]
    return replace(view, scope=SCOPES[scope], period=new_period, page=0)


class LeaderboardCommands(FrontCog):
    """Shows leaderboards, checked for members who have left."""

    @command("leaderboard", N_("See the leaderboard (only you see it)"), is_for_servers=True)
    @app_commands.describe(
        game=N_("The game (default: the top players of every game)"),
        scope=N_("This server, or all servers together"),
        period=N_("All time, this year or this month"),
        sort=N_("Sort order"),
        text=N_("Show it as text instead of a picture"),
    )
    @app_commands.choices(
        game=GAME_CHOICES, scope=SCOPE_CHOICES, period=PERIOD_CHOICES, sort=SORT_CHOICES
    )
    async def leaderboard(
        self,
        answer: Answer,
        game: str | None = None,
        scope: str = "server",
        period: str = "all",
        sort: str = "rating",
        text: bool = False,
    ) -> None:
        """Show the leaderboard chosen by the options."""
        view = View(
            game, SCOPES[scope], PERIODS[period], SORTS[sort], "text" if text else "picture"
        )
        await self._open(answer, view)

    @on_control("board-page", "board-own", "board-sort", "board-form", updates=True)
    async def turn(self, answer: Answer, *view: *ViewTexts) -> None:
        """Show the view of a button: another page, order or form."""
        await self._show(answer, view_of(view))

    @on_control("board-game", updates=True)
    async def choose_game(self, answer: Answer, *view: *ViewTexts) -> None:
        """Show the view for the game chosen in the menu."""
        value = next(iter(values_of(answer.interaction)), "")
        await self._show(answer, with_game(view_of(view), value))

    @on_control("board-period", updates=True)
    async def choose_period(self, answer: Answer, *view: *ViewTexts) -> None:
        """Show the view for the period chosen in the menu."""
        value = next(iter(values_of(answer.interaction)), "")
        await self._show(answer, with_period(view_of(view), value))

    @on_control("board-open", "board-live")
    async def open_from_post(self, answer: Answer, *view: *ViewTexts) -> None:
        """Open a public leaderboard privately, for browsing."""
        await self._open(answer, view_of(view))

    @on_control("month")
    async def open_from_summary(self, answer: Answer, month: str) -> None:
        """Show the overview, from a monthly summary."""
        await self._open(answer, View())

    @on_control("board-here", posts=True)
    async def post_in_channel(self, answer: Answer, *view: *ViewTexts) -> None:
        """Post a private leaderboard in the channel."""
        check_may_post(answer.interaction)
        board = await self._load(answer, view_of(view), is_public=True)
        await answer.public(await self._page(answer, board, is_public=True))
        await self._check(answer, board, is_public=True)

    async def _open(self, answer: Answer, view: View) -> None:
        # This comes first so that the page includes a member who has rejoined.
        await note_presence(self.club.membership, answer.interaction)
        board = await self._load(answer, view)
        await answer.private(await self._page(answer, board))
        await self._check(answer, board)

    async def _show(self, answer: Answer, view: View) -> None:
        board = await self._load(answer, view)
        await answer.update(await self._page(answer, board))
        await self._check(answer, board)

    async def _load(
        self, answer: Answer, view: View, *, is_public: bool = False
    ) -> Ranking | Overview:
        viewer_id = None if is_public else answer.user.id
        return await self.club.leaderboards.load(guild_id_of(answer.interaction), view, viewer_id)

    async def _page(
        self, answer: Answer, board: Ranking | Overview, *, is_public: bool = False
    ) -> Page:
        guild_id = guild_id_of(answer.interaction)
        width = await self.front.board_width(guild_id)
        address = await self.club.pages.server_address(guild_id)
        if is_public:
            async with answer.publicly():
                page = await public_page(board, width)
                return with_link(page, gettext("On the web"), address)
        more: list[str] = []
        if board.view.scope == "server":
            words = await UNDER_TABLE.of((self.club, guild_id, board.view.game))
            more = [line for each in words for line in each(DISCORD)]
        page = await private_page(board, width, discord.utils.utcnow(), more)
        return with_link(page, gettext("On the web"), address)

    async def _check(
        self, answer: Answer, board: Ranking | Overview, *, is_public: bool = False
    ) -> None:
        """Update a page after it was shown, if members have left or changed their names."""
        for _ in range(MAX_ROUNDS):
            await self.club.membership.check(guild_id_of(answer.interaction), board.names)
            former, board = board, await self._load(answer, board.view, is_public=is_public)
            if board == former:
                break
            await answer.update(await self._page(answer, board, is_public=is_public))


@delivers(LeaderboardPost)
class LeaderboardMessages:
    """The live leaderboards of all servers."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._club = posting.club

    async def deliver(self, claim: Claim[LeaderboardPost], match: Match | None) -> Conclusion:
        """Edit the message of a leaderboard, or post it if there is none."""
        live = await self._club.live_leaderboards.begin(claim.post.guild_id)
        if live is None or live.channel_id != claim.post.channel_id:
            return sent(claim)
        if self._club.membership.deleted(live.guild_id, [live.channel_id]):
            # `/settings` says so.
            return sent(claim)
        channel = self._client.get_partial_messageable(live.channel_id, guild_id=live.guild_id)
        message_id = live.message_id
        if message_id is None:
            mark = live_mark(_view(live))
            message_id = await earlier_message(self._client, claim, channel, mark)
        page = await self._page(live)
        shown_in = await post_or_edit(channel, page, message_id, claim.key)

        async def conclude(tx: Transaction, now: datetime) -> None:
            await self._club.live_leaderboards.note_shown(tx, live, shown_in, now)
            await sent(claim, shown_in)(tx, now)

        return conclude

    async def _page(self, live: LiveLeaderboard) -> Page:
        standings = await self._club.leaderboards.load_checked(live.guild_id, _view(live))
        width = (await self._club.settings.of(live.guild_id)).board_width
        page = await public_page(standings, width, self._club.clock())
        address = await self._club.pages.server_address(live.guild_id)
        return with_link(page, gettext("On the web"), address)


async def _blocks(board: Ranking | Overview, width: int) -> list[Block]:
    if isinstance(board, Overview):
        return await _overview(board, width)
    if board.view.form == "text":
        return [f"```\n{leaderboard_text(figure_of(board))}\n```"]
    picture = await leaderboard_picture(board, width)
    return [Picture(PICTURE, picture.alt, picture.data)]


async def _overview(overview: Overview, width: int) -> list[Block]:
    vacant = [f"-# {words}"] if (words := vacant_words(overview)) else []
    if overview.view.form == "text" or _is_empty(overview):
        lines = [f"### {overview_title(overview)}", *overview_lines(overview, DISCORD), *vacant]
        return ["\n".join(lines)]
    picture = await overview_picture(overview, width)
    return [Picture(PICTURE, picture.alt, picture.data), *vacant]


def _is_empty(board: Ranking | Overview) -> bool:
    rows = (
        board.rows
        if isinstance(board, Ranking)
        else [each for _, best in board.best for each in best]
    )
    return not rows


def _filling_blocks(board: Ranking | Overview) -> list[Block]:
    """Return how to fill an empty leaderboard, with a button to begin."""
    if not _is_empty(board):
        return []
    # A viewer's own line already says what they need.
    has_own_words = isinstance(board, Ranking) and board.own is not None
    proposal = Proposal(board.view.game or FIRST_GAME.key)
    row = (proposal_button(gettext("Challenge someone"), proposal),)
    return [row] if has_own_words else [filling_words(), row]


def _closing_blocks(view: View, updated_at: datetime | None) -> list[Block]:
    label = gettext("Open just for me")
    if updated_at is None:
        return [(Button(label, control("board-open", *arguments_of(view))),)]
    return [f"-# {updated_words(updated_at, DISCORD)}", (Button(label, live_mark(view)),)]


def _turning_row(board: Ranking) -> tuple[Button, ...]:
    page = board.view.page

    def page_control(page: int) -> str:
        return control("board-page", *arguments_of(replace(board.view, page=max(0, page))))

    buttons = [*page_buttons(page, board.pages, page_control, ARROWS)]
    if board.own_page is not None and board.own_page != page:
        arguments = arguments_of(replace(board.view, page=board.own_page))
        buttons.append(Button(gettext("Show my place"), control("board-own", *arguments)))
    return tuple(buttons)


def _post_button(view: View) -> Button:
    return Button(gettext("Post it here"), control("board-here", *arguments_of(view)))


def _sort_buttons(view: View) -> tuple[Button, ...]:
    return tuple(
        choice_button(
            gettext(SORT_WORDS[sort]),
            control("board-sort", *arguments_of(replace(view, sort=sort, page=0))),
            chosen=sort == view.sort,
        )
        for sort in SORTS.values()
    )


def _game_menu(view: View) -> Menu:
    games = [MenuChoice(gettext("Top players in every game"), OVERVIEW, chosen=view.game is None)]
    games += [game_choice(key, chosen=key == view.game) for key in GAMES]
    return Menu(control("board-game", *arguments_of(view)), gettext("Game"), tuple(games))


def _period_menu(view: View, now: datetime) -> Menu:
    choices = tuple(
        MenuChoice(
            f"{gettext(SCOPE_WORDS[scope])} · {period_words(key)}",
            f"{scope} {period}",
            chosen=(scope, period) == (view.scope, view.period),
        )
        for scope in SCOPES.values()
        for period, key in zip(PERIODS.values(), periods_of(now), strict=True)
    )
    return Menu(control("board-period", *arguments_of(view)), gettext("Server and period"), choices)


def _view(live: LiveLeaderboard) -> View:
    return View(live.game)
