"""Lines kept from Explore: naming, listing, opening, planning and sharing them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interface.answers import Answer
from bot.interface.arguments import number_in
from bot.interface.context import check_may_post, place_of, readers_see_match
from bot.interface.controls import on_control, values_of
from bot.interface.front import FrontCog
from bot.interface.markup import DISCORD
from bot.matches.panel import PANEL_LINES
from bot.pages.forms import FIELD, Form, TextField, typed_in
from bot.pages.layout import (
    MAX_OPTION_LENGTH,
    Block,
    Button,
    Menu,
    MenuChoice,
    Page,
    attachment,
    control,
    cut,
)
from club.club import Club
from club.matches.match import Match
from club.matches.reasons import player_in
from club.references import BoardOf
from extensions.study.bot.conditional_moves import lines_page
from extensions.study.bot.explore import exploring_page
from extensions.study.club.kept_lines import (
    MAX_NAME_LENGTH,
    OpenLine,
    check_may_be_shared,
    replies_in,
)
from extensions.study.club.study import Study
from extensions.study.presentation.explore import (
    check_can_explore,
    check_mark,
    line_of,
    line_scene,
    tried_words,
)
from extensions.study.presentation.kept_lines import kept_line_words, line_opened, says_words
from language.texts import N_, gettext
from presentation.matches.history import MatchHistory, history_of
from presentation.matches.match import match_title
from presentation.pictures import scene_picture
from rules.refusal import Refusal


def kept_lines_page(
    match: Match, user_id: int, lines: tuple[OpenLine, ...], notice: str = ""
) -> Page:
    """Return a user's lines of a match, with menus to open, plan and remove them.

    :param notice: a confirmation of the last action.
    """
    title = gettext("### Your lines in {match}", match=match_title(match))
    words = [notice, title] if notice else [title]
    words += ["- " + "\n  ".join(kept_line_words(match, line, DISCORD)) for line in lines]
    back = Button(gettext("Explore"), control("explore", match.id, match.ply))
    if not lines:
        words.append(gettext("None yet. Try moves in **Explore**, then press **Keep this line**."))
        return Page(("\n".join(words), (back,)))
    blocks: list[Block] = ["\n".join(words), _menu("line-open", match, gettext("Open…"), lines)]
    if planned := tuple(line for line in lines if replies_in(match, user_id, line)):
        blocks.append(_menu("line-plan", match, gettext("Plan this line…"), planned))
    blocks += [_menu("line-remove", match, gettext("Remove…"), lines), (back,)]
    return Page(tuple(blocks))


@PANEL_LINES.add
async def next_moves_of_lines(turn: tuple[Club, Match]) -> Sequence[str]:
    """Return the next moves of the lines that the player to move has kept."""
    club, match = turn
    player = match.player_to_move
    if player is None:
        return ()
    return says_words(match, await club.part(Study).kept_lines.of(match, player.user_id), DISCORD)


class KeptLineCommands(FrontCog):
    """Keeps, opens and shares lines."""

    @on_control("line-keep")
    async def ask_for_name(
        self, answer: Answer, number: str, ply: str, mark: str, code: str
    ) -> None:
        """Open the form for the name of a line."""
        example = gettext("for example: quiet reply")
        field = TextField(FIELD, gettext("Name"), "", example, MAX_NAME_LENGTH)
        submit = control("line-kept", number, ply, mark, code)
        await answer.ask(Form(submit, gettext("Keep this line"), (field,)))

    @on_control("line-kept", updates=True, asked_by="line-keep")
    async def keep(self, answer: Answer, match: Match, ply: int, mark: str, code: str) -> None:
        """Keep a line, and list them all."""
        history = _history(match, ply, mark)
        line = line_of(history, ply, code, answer.user.id)
        texts, name = [move.text for move in line.moves], typed_in(answer.interaction)
        await self.club.part(Study).kept_lines.keep(match, answer.user.id, ply, texts, name)
        await self._list(answer, match, gettext("Kept. Only you see it."))

    @on_control("line-list", updates=True)
    async def list_lines(self, answer: Answer, match: Match) -> None:
        """List the user's lines of a match."""
        await self._list(answer, match)

    @on_control("line-open", updates=True)
    async def open_line(self, answer: Answer, match: Match) -> None:
        """Explore the chosen line, from where it leaves the match to its end."""
        opened = await self._chosen(answer, match)
        history = history_of(match, DISCORD)
        line = line_opened(history, opened, answer.user.id)
        width = await self.front.board_width(place_of(answer.interaction).guild_id)
        page = await exploring_page(history, opened.ply, line, width)
        await answer.update(page)

    @on_control("line-plan", updates=True)
    async def plan(self, answer: Answer, match: Match) -> None:
        """Turn the chosen line into planned replies."""
        opened, user_id = await self._chosen(answer, match), answer.user.id
        steps = replies_in(match, user_id, opened)
        after, lines = await self.club.part(Study).conditional_moves.add(
            match, user_id, steps, match.version
        )
        notice = gettext("Planned: I'll play it for you as long as the others follow it.")
        await answer.update(lines_page(after, player_in(after, user_id), lines, notice))

    @on_control("line-remove", updates=True)
    async def remove(self, answer: Answer, match: Match) -> None:
        """Remove the chosen line."""
        for value in values_of(answer.interaction):
            line_id = number_in(value, "line")
            await self.club.part(Study).kept_lines.remove(answer.user.id, line_id)
        await self._list(answer, match, gettext("Removed."))

    @on_control("line-share", posts=True)
    async def share(self, answer: Answer, match: Match, ply: int, mark: str, code: str) -> None:
        """Show a line to everyone here, after a match or while a whole channel plays it.

        :raises Refusal: `running`, `not_allowed`, `not_all_see`.
        """
        if not match.teams:
            check_may_be_shared(match)
        check_may_post(answer.interaction)
        if not readers_see_match(answer.interaction, match.stored):
            raise Refusal(
                "not_all_see",
                N_(
                    "Not everyone in this channel can see match {id}. Share the line in the "
                    "match's own channel: {board}"
                ),
                id=match.id,
                board=BoardOf(match.stored),
            )
        async with answer.publicly():
            await answer.public(await self._shared_page(answer, match, ply, mark, code))

    @on_control("line-look")
    async def look(self, answer: Answer, match: Match, ply: int, mark: str, code: str) -> None:
        """Explore a line that someone has shared."""
        history = _history(match, ply, mark)
        line = line_of(history, ply, code, answer.user.id)
        width = await self.front.board_width(place_of(answer.interaction).guild_id)
        await answer.private(await exploring_page(history, ply, line, width))

    async def _shared_page(
        self, answer: Answer, match: Match, ply: int, mark: str, code: str
    ) -> Page:
        history = _history(match, ply, mark)
        line = line_of(history, ply, code)
        words = gettext(
            "{name} shares a line after turn {number}:",
            name=DISCORD.name(answer.user.display_name),
            number=history.turn_number(ply),
        )
        lines = [f"### {history.title}", words, *tried_words(history, line, DISCORD)]
        width = await self.front.board_width(place_of(answer.interaction).guild_id)
        picture = await scene_picture(line_scene(history, ply, line), width)
        look = Button(gettext("Look at it"), control("line-look", match.id, ply, mark, code))
        return Page(("\n".join(lines), attachment(picture), (look,)))

    async def _list(self, answer: Answer, match: Match, notice: str = "") -> None:
        lines = await self.club.part(Study).kept_lines.of(match, answer.user.id)
        await answer.update(kept_lines_page(match, answer.user.id, lines, notice))

    async def _chosen(self, answer: Answer, match: Match) -> OpenLine:
        line_id = number_in(next(iter(values_of(answer.interaction)), ""), "line")
        return await self.club.part(Study).kept_lines.find(match, answer.user.id, line_id)


def _history(match: Match, ply: int, mark: str) -> MatchHistory:
    """Return the history of a match, checked to have this position."""
    history = history_of(match, DISCORD)
    check_can_explore(history)
    check_mark(history, ply, mark)
    return history


def _menu(verb: str, match: Match, placeholder: str, lines: tuple[OpenLine, ...]) -> Menu:
    choices = (
        MenuChoice(cut(opened.line.name, MAX_OPTION_LENGTH), str(opened.line.id))
        for opened in lines
    )
    return Menu(control(verb, match.id), placeholder, tuple(choices))
