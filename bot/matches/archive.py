"""Lists of finished matches (`/matches finished`), narrowed by a form, and their records."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields, replace

from bot.interface.answers import Answer
from bot.interface.arguments import number_in
from bot.interface.context import place_id_of, viewer_of
from bot.interface.controls import on_control, outdated
from bot.interface.front import Front, FrontCog
from bot.interface.markup import DISCORD
from bot.pages.forms import AnyField, ChoiceField, Form, FormEntries, PeopleField, TextField
from bot.pages.layout import (
    Block,
    Button,
    Document,
    Menu,
    MenuChoice,
    Page,
    control,
    id_in,
)
from bot.pages.listing import listing
from club.matches.finding import (
    MAX_IN_FILE,
    ArchivePage,
    month_in,
    month_text,
    result_in,
    turns_in,
    turns_text,
)
from club.parts import LoadedParts
from language.texts import gettext, ngettext
from presentation.markup import PLAIN
from presentation.matches.archive import finished_words, records_text, result_names
from presentation.phrases import labelled
from rules.registry import GAMES, game_named
from storage.matches.archive import ArchiveFilter
from storage.matches.match import StoredMatch

PAGE_SIZE = 10
MAX_MONTH_LENGTH = 7
MAX_TURNS_LENGTH = 10

_BETWEEN = ","
"""Stands between the parts of a list in the id of a control."""

ANY = "any"
"""Stands for all games, results or events in a menu."""

SERVER = "server"
"""Stands for all matches of the server."""


@dataclass(frozen=True, slots=True)
class Search:
    """A list of finished matches, as its controls carry it."""

    player: str
    """The id of the player, empty for the list of a channel, `SERVER` for that of the server."""
    opponent: str = ""
    game: str = ""
    result: str = ""
    turns: str = ""
    month: str = ""
    before: str = ""
    """Where the page begins, empty for the first one."""
    event: str = ""
    """The id of the event, if an extension narrows the list to one instead of by the form."""

    @property
    def player_id(self) -> int | None:
        """The player, None for other lists."""
        return None if self.player == SERVER else id_in(self.player)

    def control(self, name: str) -> str:
        """Return the id of a control of this list."""
        return control(name, _BETWEEN.join(astuple(self)))

    @classmethod
    def read(cls, carried: str) -> Search:
        """Return the list of a control.

        :raises Refusal: `outdated`.
        """
        parts = carried.split(_BETWEEN)
        # Older controls carry no event.
        if len(parts) not in (len(fields(cls)) - 1, len(fields(cls))):
            raise outdated()
        return cls(*parts)

    def wanted(self, answer: Answer) -> ArchiveFilter:
        """Return the filter.

        :raises Refusal: `game`, `result`, `turns`, `month`.
        """
        now = answer.interaction.created_at
        player_id = self.player_id
        return ArchiveFilter(
            channel_id=None if self.player else place_id_of(answer.interaction),
            event_id=number_in(self.event, "event") if self.event else None,
            player_id=player_id,
            opponent_id=id_in(self.opponent),
            game=game_named(self.game).key if self.game else None,
            result=result_in(self.result, of_player=player_id is not None) if self.result else None,
            turns=turns_in(self.turns) if self.turns else None,
            ended=month_in(self.month, now) if self.month else None,
        )


MENUS = LoadedParts[tuple[Front, Answer, Search], Menu]()
"""Menus by which extensions narrow a list instead of by the form."""


async def archive_page(front: Front, answer: Answer, search: Search) -> Page:
    """Return a page of a list, of the matches that the user may see."""
    page = await _matches(front, answer, search, PAGE_SIZE)
    user_id = search.player_id
    lines = [f"- {_line(match, user_id)}" for match in page.matches]
    title = _title(search)
    blocks: list[Block] = [listing(title, lines) or f"### {title}\n{_empty_words(page)}"]
    if page.matches:
        blocks.append(
            Menu(
                control("recall"),
                gettext("Step through…"),
                tuple(
                    MenuChoice(
                        f"{match.id} · {finished_words(match, user_id, PLAIN)[0]}", str(match.id)
                    )
                    for match in page.matches
                ),
            )
        )
    blocks += await MENUS.of((front, answer, search))
    buttons: list[Button] = []
    if search.before:
        newest = replace(search, before="")
        buttons.append(Button(gettext("« Newest"), newest.control("archive")))
    if page.older is not None:
        older = replace(search, before=str(page.older))
        buttons.append(Button(gettext("Older ▶"), older.control("archive")))
    buttons.append(Button(gettext("Narrow…"), replace(search, before="").control("narrow")))
    if page.matches:
        buttons.append(Button(gettext("Save as text"), search.control("records")))
    if viewer_of(answer.interaction).guild_id is not None and search.player != SERVER:
        buttons.append(Button(gettext("Whole server"), Search(SERVER).control("archive")))
    return Page((*blocks, tuple(buttons)))


class ArchiveControls(FrontCog):
    """Turns the pages of lists of finished matches, narrows them, and saves them."""

    @on_control("archive", updates=True)
    async def turn(self, answer: Answer, carried: str) -> None:
        """Show another page."""
        search = Search.read(carried)
        await answer.update(await archive_page(self.front, answer, search))

    @on_control("narrow")
    async def ask(self, answer: Answer, carried: str) -> None:
        """Open the form with what the list is narrowed to."""
        search = Search.read(carried)
        await answer.ask(_form(search, f"{answer.interaction.created_at:%Y-%m}"))

    @on_control("narrowed", updates=True, asked_by="narrow")
    async def narrow(self, answer: Answer, carried: str) -> None:
        """Show the list that the form describes."""
        entries = FormEntries(answer.interaction)
        opponents = entries.people("opponent")
        texts = (entries.text(key).strip() for key in ("turns", "month"))
        search = Search(
            Search.read(carried).player,
            str(opponents[0].id) if opponents else "",
            _chosen(entries, "game"),
            _chosen(entries, "result"),
            *texts,
        )
        wanted = search.wanted(answer)
        search = replace(
            search,
            turns="" if wanted.turns is None else turns_text(wanted.turns),
            month="" if wanted.ended is None else month_text(wanted.ended),
        )
        await answer.update(await archive_page(self.front, answer, search))

    @on_control("records")
    async def save(self, answer: Answer, carried: str) -> None:
        """Send the records of this page's matches and of older ones as one file."""
        search = Search.read(carried)
        page = await _matches(self.front, answer, search, MAX_IN_FILE)
        matches = await self.club.archive.whole(page)
        rest = gettext(
            "There are more matches in this list. Go on to the older ones to save them too."
        )
        text = records_text(matches, "", page.older, lambda _: rest)
        words = ngettext(
            "{count} match as text. `/history` opens such a file.",
            "{count} matches as text. `/history` opens such a file.",
            len(matches),
        )
        if page.older is not None:
            words = f"{words}\n{rest}"
        await answer.private(Page((words, Document("stairwell-matches.txt", text.encode()))))


async def _matches(front: Front, answer: Answer, search: Search, size: int) -> ArchivePage:
    viewer = viewer_of(answer.interaction)
    before = number_in(search.before, "page") if search.before else None
    page = await front.club.archive.page(
        viewer.guild_id, search.wanted(answer), viewer.may_know_of, size, before
    )
    matches = [viewer.from_here(match) for match in page.matches]
    return replace(page, matches=tuple(matches))


def _title(search: Search) -> str:
    """Return a title with what the list is narrowed to, apart from what a menu of `MENUS` shows."""
    parts = [gettext("Finished matches")]
    if (opponent := id_in(search.opponent)) is not None:
        parts.append(DISCORD.mention(opponent, ""))
    if search.game:
        parts.append(game_named(search.game).name)
    if search.result:
        of_player = search.player_id is not None
        result = result_in(search.result, of_player=of_player)
        parts.append(result_names(of_player=of_player)[result])
    if search.turns:
        parts.append(labelled(gettext("Turns"), search.turns))
    if search.month:
        parts.append(search.month)
    return " · ".join(parts)


def _line(match: StoredMatch, user_id: int | None) -> str:
    words, ended, facts = finished_words(match, user_id, DISCORD)
    return f"{DISCORD.strong(str(match.id))} · {words} · {ended} {facts}"


def _empty_words(page: ArchivePage) -> str:
    if page.older is not None:
        return gettext("No match so far fits your search. Older ones might.")
    return gettext("I found no finished matches that you can see.")


def _form(search: Search, month: str) -> Form:
    opponent = id_in(search.opponent)
    names = result_names(of_player=search.player_id is not None)
    form_fields: tuple[AnyField, ...] = (
        ChoiceField(
            "game",
            gettext("Game"),
            (
                MenuChoice(gettext("Any game"), ANY, chosen=not search.game),
                *(
                    MenuChoice(each.name, key, chosen=key == search.game)
                    for key, each in GAMES.items()
                ),
            ),
        ),
        ChoiceField(
            "result",
            gettext("Result"),
            (
                MenuChoice(gettext("Any result"), ANY, chosen=not search.result),
                *(
                    MenuChoice(name, key, chosen=key == search.result)
                    for key, name in names.items()
                ),
            ),
        ),
        TextField(
            "turns", gettext("Turns"), search.turns, "20-60", MAX_TURNS_LENGTH, is_required=False
        ),
        TextField(
            "month", gettext("Month"), search.month, month, MAX_MONTH_LENGTH, is_required=False
        ),
    )
    if search.player_id is not None:
        chosen = () if opponent is None else (opponent,)
        people = PeopleField("opponent", gettext("Opponent"), gettext("Any opponent"), chosen)
        form_fields = (people, *form_fields)
    return Form(search.control("narrowed"), gettext("Finished matches"), form_fields)


def _chosen(entries: FormEntries, key: str) -> str:
    choice = entries.choice(key)
    return "" if choice == ANY else choice
