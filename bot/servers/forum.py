"""The page of `/settings` for a forum with a post for each match."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import discord

from bot.interface.answers import Answer
from bot.interface.context import deleted_in
from bot.interface.controls import on_control, outdated, values_of
from bot.interface.markup import DISCORD
from bot.interface.threads import (
    MAX_TAGS,
    ensure_tags,
    forum_with_id,
    missing_permissions_in,
    missing_tags,
    refuses_untagged,
    usable_tags,
)
from bot.pages.layout import ChannelMenu, Page, control, id_in
from bot.servers.settings import (
    SettingsPage,
    check_manages,
    deleted_forum_words,
    settings_page,
)
from club.servers.settings import FORUM
from language.lists import all_of, listed
from language.texts import Text, gettext, lazy_gettext
from presentation.matches.match import all_tag_names, first_tag_names
from rules.refusal import Refusal
from storage.servers.settings import GuildSettings


class MatchForumPage(SettingsPage, opened_by="settings-forum"):
    """Chooses the forum for matches."""

    @on_control("settings-forum-channel", updates=True)
    async def choose_forum(self, answer: Answer) -> None:
        """Set the forum with a post for each match, or turn posts off."""
        check_manages(answer.interaction)
        values = values_of(answer.interaction)
        forum = _usable_forum(answer.interaction.guild, values[0]) if values else None
        if forum is not None:
            async with answer.publicly():
                forum = await ensure_tags(forum, all_tag_names())
                is_refused = _refuses_some_match(forum)
            if is_refused:
                raise Refusal("tags", _untagged_words())
        changed = await self.save(answer, FORUM, None if forum is None else forum.id)
        # The cache may not have its new tags yet.
        await answer.update(await self._page_with(answer, changed.after, forum))

    async def page(self, answer: Answer, settings: GuildSettings) -> Page:
        """Return the page with a menu, and with obstacles to posting."""
        guild = answer.interaction.guild
        forum = None if guild is None else forum_with_id(guild, settings.forum_id)
        return await self._page_with(answer, settings, forum)

    async def _page_with(
        self, answer: Answer, settings: GuildSettings, forum: discord.ForumChannel | None
    ) -> Page:
        notices: list[str] = []
        if forum is not None:
            async with answer.publicly():
                names, is_refused = all_tag_names(), _refuses_some_match(forum)
            notices = _notices(forum, names, is_refused=is_refused)
        deleted = deleted_in(answer.interaction.guild, settings.references)
        return _page(settings, forum, deleted, notices)


def _usable_forum(guild: discord.Guild | None, value: str) -> discord.ForumChannel:
    """Return a chosen forum, after checking what the bot may do there.

    :raises Refusal: `outdated`, `forum`, `permissions`.
    """
    channel_id = id_in(value)
    if guild is None or channel_id is None:
        raise outdated()
    forum = forum_with_id(guild, channel_id)
    if forum is None:
        raise Refusal("forum", lazy_gettext("That isn't a forum. Choose one from the list."))
    missing = missing_permissions_in(forum, guild.me)
    if missing:
        bold = [Text("**{name}**", (("name", lazy_gettext(each)),)) for each in missing]
        words = lazy_gettext(
            "I can't create posts in {forum}: I'm missing {permissions}. Fix that in the "
            "forum's settings, then choose it again.",
            forum=forum.mention,
            permissions=all_of(bold),
        )
        raise Refusal("permissions", words)
    return forum


def _refuses_some_match(forum: discord.ForumChannel) -> bool:
    """Whether a forum requires tags and has none that the bot can use for every match."""
    me = forum.guild.me
    return any(refuses_untagged(forum, names, me) for names in first_tag_names())


def _untagged_words() -> Text:
    return lazy_gettext(
        "This forum requires a tag on every post, but none of its tags fits all matches. Give "
        "me **Manage Channels** in the forum, or stop requiring tags."
    )


def _notices(forum: discord.ForumChannel, names: Sequence[str], *, is_refused: bool) -> list[str]:
    """Return lines about a forum's match tags and about obstacles to posting.

    :param names: the names of all tags, in the server's language.
    """
    notices: list[str] = []
    tags = usable_tags(forum, names, forum.guild.me)
    if tags:
        notices.append(gettext("**Tags**: {tags}.", tags=listed([tag.name for tag in tags])))
    missing = missing_permissions_in(forum, forum.guild.me)
    if missing:
        notices.append(
            gettext(
                "⚠️ I can't create posts there: I'm missing {permissions}. Until that's fixed, "
                "matches get threads or stay in their channel.",
                permissions=listed([f"**{gettext(each)}**" for each in missing]),
            )
        )
    missing_names = missing_tags(forum, names)
    if is_refused:
        notices.append(f"⚠️ {_untagged_words()}")
    elif missing_names:
        notices.append(_missing_tags_words(forum, missing_names))
    return notices


def _missing_tags_words(forum: discord.ForumChannel, names: Sequence[str]) -> str:
    """Explain why some tags are absent. Posts work without them."""
    tags = listed(names)
    if len(forum.available_tags) >= MAX_TAGS:
        return gettext("-# The forum has no room for the tags {tags}.", tags=tags)
    return gettext(
        "-# Without **Manage Channels** in the forum, I can't add the tags {tags}. You can add "
        "them yourself, or do without.",
        tags=tags,
    )


def _page(
    settings: GuildSettings,
    forum: discord.ForumChannel | None,
    deleted: Collection[int],
    notices: Sequence[str],
) -> Page:
    """Return the settings page for the forum.

    :param forum: the chosen forum, or None if there is none or it is unknown.
    :param deleted: the chosen channels and roles that were deleted.
    """
    lines = [gettext("## Forum for matches")]
    if settings.forum_id is None or settings.forum_id in deleted:
        lines.append(
            gettext("**Forum**: none. Choose one, and each match gets its own post there.")
        )
    else:
        lines.append(
            gettext(
                "**Forum**: each match gets a post in {forum}. Challenges stay in the channel "
                "where they are made.",
                forum=DISCORD.channel(settings.forum_id),
            )
        )
    if settings.forum_id in deleted:
        lines.append(deleted_forum_words())
    menu = ChannelMenu(
        control("settings-forum-channel"),
        gettext("Forum for matches (leave empty for none)"),
        () if forum is None else (forum.id,),
        max_choices=1,
        kind="forum",
    )
    return settings_page("\n".join((*lines, *notices)), menu)
