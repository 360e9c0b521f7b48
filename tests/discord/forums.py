"""Forums of the loopback Discord, their posts and tags, and Discord's refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.discord.messages import ApiError, Message
from tests.discord.places import INVITED_BOT, Channel, Guild, Json, Permission, Thread

if TYPE_CHECKING:
    from tests.discord.loopback import Loopback
    from tests.discord.rest import Request

MAX_TAGS, MAX_TAG_LENGTH, MAX_APPLIED_TAGS = 20, 20, 5
REQUIRE_TAG = 1 << 4


class Forum(Channel):
    """A forum of a guild. Its posts are threads, and it has no messages of its own."""

    type = 15

    def __init__(self, guild: Guild, identity: int, name: str, bot_permissions: int) -> None:
        super().__init__(guild, identity, name, bot_permissions)
        self.tags: list[Json] = []
        self.requires_tag = False

    @property
    def payload(self) -> Json:
        return super().payload | {
            "flags": REQUIRE_TAG if self.requires_tag else 0,
            "available_tags": self.tags,
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
            "default_auto_archive_duration": 4320,
            "default_thread_rate_limit_per_user": 0,
        }

    def add_tags(self, *names: str, moderated: bool = False) -> None:
        """Add tags as an admin would, and notify the bot."""
        new_tags = [{"name": name, "moderated": moderated} for name in names]
        self.set_tags([*self.tags, *new_tags])
        self.guild.wire.dispatch(self.guild, "CHANNEL_UPDATE", self.payload)

    def set_tags(self, tags: list[Json]) -> None:
        """Replace all tags. New ones have no id, and omitted ones disappear from posts.

        :raises ApiError:
        """
        names = [str(tag["name"]).casefold() for tag in tags]
        if len(tags) > MAX_TAGS or any(not 1 <= len(name) <= MAX_TAG_LENGTH for name in names):
            raise ApiError(400, 50035, f"At most {MAX_TAGS} tags, of at most 20 characters")
        if len(set(names)) < len(names):
            raise ApiError(400, 40061, "Tag names must be unique")
        self.tags = [
            {
                "id": str(tag.get("id") or self.guild.wire.snowflake()),
                "name": tag["name"],
                "moderated": bool(tag.get("moderated")),
                "emoji_id": None,
                "emoji_name": None,
            }
            for tag in tags
        ]
        ids = {tag["id"] for tag in self.tags}
        for post in self.threads:
            post.applied_tags = [each for each in post.applied_tags if each in ids]

    def tag_names(self, post: Thread) -> list[str]:
        """The names of a post's tags, in the order in which they were applied."""
        names = {tag["id"]: tag["name"] for tag in self.tags}
        return [names[each] for each in post.applied_tags]

    def validate_tags(self, ids: list[object], current_ids: list[str]) -> list[str]:
        """Return the tags that the bot may give a post.

        :param current_ids: the current tags of the post.
        :raises ApiError:
        """
        tag_ids = [str(each) for each in ids]
        tags = {tag["id"]: tag for tag in self.tags}
        if len(tag_ids) > MAX_APPLIED_TAGS or not tags.keys() >= set(tag_ids):
            raise ApiError(400, 50035, f"Unknown tags, or more than {MAX_APPLIED_TAGS}")
        if self.requires_tag and not tag_ids:
            raise ApiError(400, 40067, "A tag is required to create a forum post in this channel")
        changed = set(tag_ids) ^ set(current_ids)
        is_moderator = self.bot_permissions & Permission.MANAGE_THREADS
        if not is_moderator and any(tags[each]["moderated"] for each in changed):
            raise ApiError(403, 50013, "Missing Permissions")
        return tag_ids


FORUM_PERMISSIONS = INVITED_BOT | Permission.MANAGE_CHANNELS


def add_forum(
    guild: Guild, name: str, bot_permissions: int = FORUM_PERMISSIONS, *, requires_tag: bool = False
) -> Forum:
    """Add a forum, and notify the bot."""
    forum = Forum(guild, guild.wire.snowflake(), name, bot_permissions)
    forum.requires_tag = requires_tag
    guild.channels[forum.id] = forum
    guild.wire.dispatch(guild, "CHANNEL_CREATE", forum.payload)
    return forum


def create_post(world: Loopback, forum: Forum, request: Request) -> Json:
    """Create a post, whose first message has its id.

    The caller must check the permissions.

    :raises ApiError:
    """
    body = request.json
    if not 1 <= len(body.get("name") or "") <= 100:
        raise ApiError(400, 50035, "A name has between 1 and 100 characters")
    if not body.get("message"):
        raise ApiError(400, 50035, "A post needs a message")
    tags = forum.validate_tags(body.get("applied_tags") or [], [])
    minutes = body.get("auto_archive_duration") or 4320
    owner = forum.guild.bot.id
    post = Thread(forum, world.snowflake(), body["name"], 11, owner, minutes)
    post.applied_tags = tags
    first_message = Message(world, post, world.files_url)
    first_message.id = post.id
    first_message.write(body["message"], request.files)
    post.sent.append(first_message)
    forum.guild.channels[post.id] = post
    world.dispatch(forum.guild, "THREAD_CREATE", {**post.payload, "newly_created": True})
    return {**post.payload, "message": first_message.payload}


def edit_tags(post: Thread, ids: list[object]) -> None:
    """Change the tags of a post.

    :raises ApiError:
    """
    if not isinstance(post.parent, Forum):
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    post.applied_tags = post.parent.validate_tags(ids, post.applied_tags)
