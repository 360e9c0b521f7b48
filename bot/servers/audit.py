"""The log of a server's changes by admins and moderators, a page of `/settings`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from bot.interface.answers import Answer
from bot.interface.context import guild_id_of
from bot.interface.controls import on_control
from bot.interface.front import FrontCog
from bot.interface.markup import DISCORD, markup_in
from bot.pages.layout import MAX_TEXT_LENGTH, Button, Page, control
from bot.pages.listing import paged
from bot.servers.settings import check_manages, settings_page
from club.parts import Parts
from club.servers.settings import SETTINGS, channel_words, game_words
from language.lists import sentences
from language.texts import N_, gettext, lazy_gettext
from presentation.markup import Markup
from presentation.refusals import value_words
from storage.servers import audit

ALSO_LOGGED = Parts[None, str]()
"""Sentences about what else is in the log."""

PAGE_SIZE = 10
"""Maximum number of changes per page. There are fewer if their lines are long."""


class ChangeLog(FrontCog):
    """Shows the changes to admins."""

    @on_control("settings-audit", updates=True)
    async def show_changes(self, answer: Answer, before: int) -> None:
        """Show the latest changes, or older ones than the change with a number."""
        check_manages(answer.interaction)
        guild_id = guild_id_of(answer.interaction)
        changes = await self.club.audit.of_guild(guild_id, PAGE_SIZE + 1, before=before or None)
        markup = markup_in(answer.interaction.guild)
        await answer.update(audit_page(changes, markup, is_latest=before == 0))


def audit_page(
    changes: Sequence[audit.Change], markup: Markup = DISCORD, *, is_latest: bool
) -> Page:
    """Return a page of changes, latest first.

    :param changes: the changes of this page, plus one if there are older ones.
    :param is_latest: whether this is the page of the latest changes.
    """
    heading = gettext("## Change log")
    note = str(
        sentences(
            gettext("-# Changes in `/settings`, and matches ended with `/end`."),
            *ALSO_LOGGED.of(None),
            gettext("Kept for a year."),
        )
    )
    room = MAX_TEXT_LENGTH - len(heading) - len(note)
    all_lines = [f"- {audit_line(change, markup)}" for change in changes]
    portion = paged(all_lines, 0, room, PAGE_SIZE)
    lines = [heading, *portion.lines]
    if not changes:
        lines.append(gettext("Nothing has been changed in the past year."))
    buttons: list[Button] = []
    if not is_latest:
        buttons.append(Button(gettext("Newest"), control("settings-audit", 0)))
    if portion.pages > 1:
        last = changes[len(portion.lines) - 1]
        buttons.append(Button(gettext("Older"), control("settings-audit", last.id)))
    return settings_page("\n".join(lines), note, beside_back=buttons)


SENTENCES: dict[audit.AuditCode, str] = {
    "leaderboard_channel_id": N_(
        "{time} {name} put the live leaderboard in {after} (before: {before})"
    ),
    "leaderboard_game": N_(
        "{time} {name} made the live leaderboard show {after} (before: {before})"
    ),
    "match": N_("{time} {name} ended match {after}"),
}
"""The sentences about changes that aren't settings, by code. An extension adds its own."""

_WORDS: Mapping[audit.AuditCode, Callable[[Any], object]] = {
    "leaderboard_channel_id": channel_words,
    "leaderboard_game": game_words,
}

_OTHER = N_("{time} {name} changed {what}")


def audit_line(change: audit.Change, markup: Markup = DISCORD) -> str:
    """Return a line about a change: when, who and what."""
    text = lazy_gettext(
        _sentence(change),
        time=DISCORD.moment(change.at),
        name=DISCORD.strong(DISCORD.name(change.name)),
        what=change.what,
        **_values(change),
    )
    return text.formatted(lambda value: value_words(value, markup))


def _sentence(change: audit.Change) -> str:
    setting = SETTINGS.get(change.what)
    if setting is None:
        return SENTENCES.get(change.what, _OTHER)
    return setting.sentence(change.after)


def _values(change: audit.Change) -> Mapping[str, object]:
    """Return the values in a line: a setting before and after, or the object of the action."""
    setting = SETTINGS.get(change.what)
    words = _WORDS.get(change.what) if setting is None else setting.words
    if words is not None:
        return {"before": words(change.before), "after": words(change.after)}
    after: object = change.after
    return cast("Mapping[str, object]", after) if isinstance(after, Mapping) else {"after": after}
