"""The daily puzzle: its cards, solving it from them, its tables, and its page of `/settings`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import discord

from bot.interface.answers import Answer
from bot.interface.context import deleted_in, guild_id_of
from bot.interface.controls import on_control, outdated, values_of
from bot.interface.delivery import Posting, delivers
from bot.interface.front import FrontCog
from bot.interface.markup import DISCORD
from bot.interface.messages import edit_page, post_once
from bot.interface.options import game_choice
from bot.members.own_day import MAX_CITY_LENGTH
from bot.members.preferences import SECTIONS, own_preferences
from bot.pages.forms import FIELD, Form, TextField, typed_in
from bot.pages.layout import Block, Button, Menu, MenuChoice, Page, attachment, control
from bot.ratings.summaries import OF_MONTH
from bot.servers.settings import (
    BUTTONS,
    SettingsPage,
    channel_menu,
    check_manages,
    chosen_channel,
    chosen_value,
    posting_problems,
    settings_page,
)
from club.club import Club
from club.matches.match import Match
from club.members.cities import city_of, zone_of_city
from club.outbox.delivery import Claim, Conclusion, sent
from engine.puzzles import Puzzle, main_line, puzzle, puzzles
from extensions.training.bot.puzzles import PICTURE_WIDTH, first_page, solution_page
from extensions.training.club.daily import (
    PUZZLE_CHANNEL,
    PUZZLE_GAMES,
    PUZZLE_HOUR,
    TIME_ZONE,
    DailyPuzzles,
    MonthlyTable,
    PuzzleOverPost,
    PuzzlePost,
    Results,
    zone_words,
)
from extensions.training.club.puzzles import Puzzles, puzzle_of
from extensions.training.presentation.daily import (
    closing_words,
    daily_solution,
    daily_task,
    daily_title,
    results_words,
    table_lines,
)
from extensions.training.presentation.puzzles import played_in, puzzle_scene, record_words
from extensions.training.storage import daily as stored_daily
from extensions.training.storage.daily import DailyPuzzle, DailySolver, Solved
from language.dates import month_name
from language.lists import listed, sentences
from language.texts import gettext, lazy_gettext
from presentation.pictures import scene_picture
from presentation.ratings.profiles import UNDER_RATINGS, Line, ViewedPlayer
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.members.preferences import Preferences
from storage.servers import settings as stored_settings
from storage.servers.settings import GuildSettings

HOURS = tuple(f"{hour:02}:00" for hour in range(24))


class DailyPuzzleControls(FrontCog):
    """Opens daily puzzles from their cards."""

    @on_control("daily")
    async def solve(self, answer: Answer, day: str) -> None:
        """Show the puzzle of a card privately."""
        daily = await self._daily(answer, day)
        if daily.is_closed or self.club.clock() >= daily.closes_at:
            raise Refusal(
                "puzzle_over",
                lazy_gettext(
                    "This daily puzzle is closed. Its card shows the solution. Get another one "
                    "with `/puzzle`."
                ),
            )
        user = answer.user
        current = await self.club.part(Puzzles).begin_daily(user.id, user.display_name, daily)
        await answer.private(await first_page(current))

    @on_control("dailysolution")
    async def show_solution(self, answer: Answer, day: str) -> None:
        """Show the solution of a puzzle whose day is over, move by move."""
        daily = await self._daily(answer, day)
        if not daily.is_closed:
            raise outdated()
        puzzle, user = puzzle_of(daily.puzzle), answer.user
        current = await self.club.part(Puzzles).view(user.id, puzzle)
        result = await self.club.part(Puzzles).give_up(
            user.id, user.display_name, daily.guild_id, puzzle
        )
        await answer.private(await solution_page(current, result, 1, width=PICTURE_WIDTH))

    @on_control("naming", updates=True)
    async def choose_naming(self, answer: Answer, is_on: bool) -> None:
        """Set whether to name the user on the cards of daily puzzles."""
        person = await self.club.part(DailyPuzzles).set_named_as_solver(answer.user.id, is_on)
        await answer.update(await own_preferences(self.club, answer.interaction, person))

    @on_control("puzzle")
    async def give(self, answer: Answer, game: Game) -> None:
        """Give the user a puzzle of a card's game."""
        current = await self.club.part(Puzzles).give(answer.user.id, game)
        await answer.private(await first_page(current))

    async def _daily(self, answer: Answer, day: str) -> DailyPuzzle:
        """Return the puzzle of a day in the server of a click.

        :raises Refusal: `unknown_puzzle`.
        """
        daily = await self.club.part(DailyPuzzles).of(guild_id_of(answer.interaction), day)
        if daily is None:
            raise Refusal(
                "unknown_puzzle",
                lazy_gettext("That puzzle no longer exists. Get another one with `/puzzle`."),
            )
        return daily


@SECTIONS.add
def naming_section(person: Preferences) -> Sequence[Block]:
    """Return whether a user is named as a solver, and the button to change that."""
    if person.named_as_solver:
        words = gettext(
            "When you solve one on the first try, I'll **name** you on its card and in the "
            "month's table."
        )
        naming = Button(gettext("Don't name me"), control("naming", "off"))
    else:
        words = gettext(
            "When you solve one on the first try, I **won't name** you on its card or in the "
            "month's table."
        )
        naming = Button(gettext("Name me"), control("naming", "on"))
    heading = gettext("### Daily puzzles")
    return [f"{heading}\n{words}", (naming,)]


@BUTTONS.add
def settings_button(settings: GuildSettings) -> Sequence[Button]:
    """Return the button to the page of daily puzzles."""
    return [Button(gettext("Daily puzzle…"), control("settings-puzzle"))]


@OF_MONTH.add
async def puzzles_of_month(month: tuple[Club, int, str]) -> Sequence[str]:
    """Return the table of a month's daily puzzles, if there were any."""
    club, guild_id, name = month
    words = await club.part(PuzzleTables).month_words(guild_id, name)
    return [words] if words else []


@UNDER_RATINGS.add
async def record_line(viewed: ViewedPlayer) -> Sequence[Line]:
    """Return a player's record in puzzles, if the viewer may see it."""
    club, user_id = viewed.club, viewed.user_id
    is_own = user_id == viewed.viewer.user_id
    if not (is_own or (await club.preferences.of(user_id)).is_shown_globally):
        return []
    record = await club.part(Puzzles).record_of(user_id)
    return [lambda markup: record_words(record, club.clock(), markup)]


class DailyPuzzlePage(SettingsPage, opened_by="settings-puzzle"):
    """Changes the settings of daily puzzles."""

    @on_control("settings-puzzle-channel", updates=True)
    async def choose_channel(self, answer: Answer) -> None:
        """Post the daily puzzle in another channel, or switch it off."""
        await self.change(answer, PUZZLE_CHANNEL, chosen_channel(answer))

    @on_control("settings-puzzle-hour", updates=True)
    async def choose_hour(self, answer: Answer) -> None:
        """Change the hour of the daily puzzle."""
        hour = chosen_value(answer)
        if hour not in HOURS:
            raise outdated()
        await self.change(answer, PUZZLE_HOUR, HOURS.index(hour))

    @on_control("settings-zone")
    async def ask_for_zone(self, answer: Answer) -> None:
        """Open the form for the city of the time zone."""
        check_manages(answer.interaction)
        settings = await self.club.settings.of(guild_id_of(answer.interaction))
        initial = "" if settings.zone is None else city_of(settings.zone)
        label = gettext("City in your time zone (leave empty for UTC)")
        field = TextField(
            FIELD, label, initial, gettext("Berlin"), MAX_CITY_LENGTH, is_required=False
        )
        await answer.ask(Form(control("settings-zone-typed"), gettext("Time zone"), (field,)))

    @on_control("settings-zone-typed", updates=True, asked_by="settings-zone")
    async def set_zone(self, answer: Answer) -> None:
        """Change the time zone of daily posts."""
        city = typed_in(answer.interaction).strip()
        await self.change(answer, TIME_ZONE, zone_of_city(city) if city else None)

    @on_control("settings-puzzle-games", updates=True)
    async def choose_games(self, answer: Answer) -> None:
        """Choose the games of daily puzzles, by default all."""
        await self.change(answer, PUZZLE_GAMES, values_of(answer.interaction))

    async def page(self, answer: Answer, settings: GuildSettings) -> Page:
        """Return the page with menus for the channel, the hour and the games."""
        guild = answer.interaction.guild
        heading = gettext("Daily puzzle")
        label = gettext("Channel for the daily puzzle (leave empty for none)")
        lines = [
            f"## {heading}",
            *_schedule(settings, guild),
            _games_words(settings),
            gettext("**Time zone**: {zone}.", zone=zone_words(settings.zone)),
        ]
        if settings.summary_channel_id is None:
            note = gettext(
                "The first card of each month sums up the month before, unless there is a "
                "monthly summary."
            )
            lines.append(f"-# {note}")
        return settings_page(
            "\n".join(lines),
            channel_menu("settings-puzzle-channel", label, settings.puzzle_channel_id, guild),
            *_menus(settings),
            beside_back=(Button(gettext("Change time zone"), control("settings-zone")),),
        )


async def daily_card(daily: DailyPuzzle, puzzle: Puzzle, width: int, table: str) -> Page:
    """Return the card of a daily puzzle, with a button to solve it privately.

    :param table: the previous month's table, empty on most days.
    """
    lines = [
        f"### {daily_title(puzzle)}",
        daily_task(puzzle, DISCORD),
        f"-# {closing_words(daily.closes_at, DISCORD)}",
    ]
    solve = Button(gettext("Solve"), daily_mark(daily.day), "primary")
    picture = attachment(await scene_picture(puzzle_scene(puzzle), width))
    return Page(("\n".join([*lines, *([table] if table else [])]), picture, (solve,)))


async def solution_card(
    daily: DailyPuzzle,
    puzzle: Puzzle,
    results: Results,
    names: Mapping[int, str],
    width: int,
    table: str,
) -> Page:
    """Return the card after its day: the solution and the results.

    :param names: the names of those who agreed to be named, by user id.
    """
    lines = [
        f"### {daily_title(puzzle)}",
        daily_solution(puzzle, DISCORD),
        results_words(results, names, DISCORD),
    ]
    another = gettext("Another {game} puzzle", game=GAMES[puzzle.game].name)
    buttons = (
        Button(gettext("See the solution"), control("dailysolution", daily.day)),
        Button(another, control("puzzle", puzzle.game)),
    )
    scene = puzzle_scene(puzzle, played_in(puzzle, main_line(puzzle)))
    picture = attachment(await scene_picture(scene, width))
    return Page(("\n".join([*lines, *([table] if table else [])]), picture, buttons))


def daily_mark(day: str) -> str:
    """Return the control that identifies the card of a day."""
    return control("daily", day)


def table_words(month: str, table: MonthlyTable, names: Mapping[int, str]) -> str:
    """Return the table of a month's puzzles in words."""
    return "\n".join(table_lines(month, table, names, DISCORD))


class PuzzleTables:
    """The monthly tables of daily puzzles."""

    def __init__(self, club: Club) -> None:
        self._store = club.store
        self._daily = club.part(DailyPuzzles)
        self._membership = club.membership

    async def month_words(self, guild_id: int, month: str, title: str = "") -> str:
        """Return the table of a month, empty if it had no puzzles.

        :param month: formatted like `2026-10`.
        :param title: the month in words, if the table should name it.
        """
        table = await self._daily.table(guild_id, month)
        if table is None:
            return ""
        return table_words(title, table, await self.names(guild_id, table.best))

    async def words_of_month_before(self, daily: DailyPuzzle) -> str:
        """Return the previous month's table for a month's first card, else an empty text.

        Servers with a monthly summary get it there.
        """
        async with self._store.read() as tx:
            settings = await stored_settings.get(tx, daily.guild_id)
            before = await stored_daily.before(tx, daily.guild_id, daily.day)
        has_summary = self._membership.existing(settings).summary_channel_id is not None
        if has_summary or before is None:
            return ""
        month = before.day[:7]
        if month == daily.day[:7]:
            return ""
        return await self.month_words(daily.guild_id, month, month_name(int(month[5:])))

    async def names(self, guild_id: int, people: Iterable[DailySolver | Solved]) -> dict[int, str]:
        """Return the names of those who are still members, keyed by user id."""
        names = {person.user_id: person.name for person in people}
        await self._membership.check(guild_id, names)
        return await self._membership.present(guild_id, names)


@delivers(PuzzlePost)
class DailyPuzzleCards:
    """Posts the daily puzzles."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._daily = posting.club.part(DailyPuzzles)
        self._clock = posting.club.clock
        self._tables = posting.club.part(PuzzleTables)

    async def deliver(self, claim: Claim[PuzzlePost], match: Match | None) -> Conclusion:
        """Post the puzzle of a day, unless the day is over."""
        daily = await self._daily.of(claim.post.guild_id, claim.post.day)
        daily_puzzle = None if daily is None else puzzle(daily.puzzle)
        if daily is None or daily_puzzle is None or self._clock() >= daily.closes_at:
            return sent(claim)
        channel = self._client.get_partial_messageable(daily.channel_id, guild_id=daily.guild_id)
        table = await self._tables.words_of_month_before(daily)
        page = await daily_card(daily, daily_puzzle, claim.settings.board_width, table)
        message_id = await post_once(self._client, claim, channel, page, daily_mark(daily.day))
        await self._daily.set_message(daily.guild_id, daily.day, message_id)
        return sent(claim, message_id)


@delivers(PuzzleOverPost)
class DailySolutionCards:
    """Shows the solutions on the cards of daily puzzles that are over."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._daily = posting.club.part(DailyPuzzles)
        self._tables = posting.club.part(PuzzleTables)

    async def deliver(self, claim: Claim[PuzzleOverPost], match: Match | None) -> Conclusion:
        """Update the card of a day with the solution and its solvers."""
        daily = await self._daily.of(claim.post.guild_id, claim.post.day)
        daily_puzzle = None if daily is None else puzzle(daily.puzzle)
        if daily is None or daily_puzzle is None or daily.message_id is None:
            return sent(claim)
        results = await self._daily.results(daily.guild_id, daily.day)
        page = await solution_card(
            daily,
            daily_puzzle,
            results,
            await self._tables.names(daily.guild_id, results.named),
            claim.settings.board_width,
            await self._tables.words_of_month_before(daily),
        )
        channel = self._client.get_partial_messageable(daily.channel_id, guild_id=daily.guild_id)
        await edit_page(channel, page, daily.message_id)
        return sent(claim, daily.message_id)


def _schedule(settings: GuildSettings, guild: discord.Guild | None) -> list[str]:
    """Return where and when the next puzzle appears, and what prevents it."""
    channel_id = settings.puzzle_channel_id
    if channel_id is None or settings.puzzle_at is None:
        off = gettext(
            "Off. Choose a channel, and I'll post a puzzle there every day. Everyone solves it "
            "privately; the solution appears a day later."
        )
        return [off]
    if deleted_in(guild, [channel_id]):
        return [gettext("⚠️ The channel of the daily puzzle was deleted. Choose another one.")]
    when = gettext(
        "A puzzle a day in {channel}. Next one: {when}.",
        channel=DISCORD.channel(channel_id),
        when=DISCORD.moment(settings.puzzle_at),
    )
    return [when, *posting_problems(guild, channel_id)]


def _menus(settings: GuildSettings) -> list[Menu]:
    """Return the menus for the hour and the games."""
    zone = zone_words(settings.zone)
    hours = tuple(
        MenuChoice(f"{hour} {zone}", hour, chosen=number == settings.puzzle_hour)
        for number, hour in enumerate(HOURS)
    )
    menus = [Menu(control("settings-puzzle-hour"), gettext("Hour"), hours)]
    games = tuple(
        game_choice(key, chosen=key in settings.puzzle_games) for key in GAMES if puzzles(key)
    )
    if games:
        label = gettext("Games (leave empty for all)")
        menus.append(Menu(control("settings-puzzle-games"), label, games, takes_several=True))
    return menus


def _games_words(settings: GuildSettings) -> str:
    """Return the line about the games of daily puzzles."""
    names = [GAMES[key].name for key in settings.puzzle_games if key in GAMES]
    if not names:
        return gettext("**Games**: all of them, in turn.")
    if len(names) == 1:
        words = gettext("**Games**: {game}.", game=names[0])
    else:
        words = gettext("**Games**: {games}, in turn.", games=listed(names))
    return str(sentences(words, gettext("If you choose none, all games take turns.")))
