"""Messages of the loopback Discord, from the bot's request to the message object.

`Message.write` applies the body of a request (with its files). It also refuses what Discord is
known to refuse beyond its OpenAPI description. `Message.payload` is the message object.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from mimetypes import guess_type
from typing import TYPE_CHECKING

from tests.discord.places import Channel, Json, Member, Wire, timestamp

if TYPE_CHECKING:
    from tests.discord.calls import InteractionRecord
    from tests.discord.places import Thread

EPHEMERAL = 1 << 6
LOADING = 1 << 7
HAS_THREAD = 1 << 5
COMPONENTS_V2 = 1 << 15
ROW, BUTTON, STRING_SELECT, TEXT_DISPLAY = 1, 2, 3, 10
SELECTS = (3, 5, 6, 7, 8)
COMPONENT_DEFAULTS: Mapping[int, Json] = {
    2: {"disabled": False},
    3: {"min_values": 1, "max_values": 1, "disabled": False},
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False},
    14: {"divider": True, "spacing": 1},
    17: {"accent_color": None, "spoiler": False},
}


class ApiError(Exception):
    """A refusal of a request, with an HTTP status and a Discord error code."""

    def __init__(self, status: int, code: int, words: str) -> None:
        super().__init__(f"{status} (error code: {code}): {words}")
        self.status = status
        self.code = code
        self.words = words


@dataclass(frozen=True, slots=True)
class Upload:
    """A file part of a multipart request."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file attached to a message."""

    id: int
    name: str
    data: bytes
    url: str
    description: str | None

    @property
    def content_type(self) -> str:
        return guess_type(self.name)[0] or "application/octet-stream"

    @property
    def payload(self) -> Json:
        payload: Json = {
            "id": str(self.id),
            "filename": self.name,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }
        return payload if self.description is None else {**payload, "description": self.description}


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield every component, parents before their children."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        if "accessory" in component:
            yield component["accessory"]


class Message:
    """A message. An ephemeral one belongs to its call and is in no channel's `messages`.

    `edits` counts the changes since it was first shown. `pinged` lists the users notified by its
    first text.
    """

    def __init__(
        self,
        wire: Wire,
        channel: Channel,
        files_url: str,
        call: InteractionRecord | None = None,
        ephemeral: bool = False,
        nonce: str | None = None,
    ) -> None:
        self._wire = wire
        self._files_url = files_url
        self._written = False
        self.id = wire.snowflake()
        self.channel = channel
        self.author: Member = channel.guild.bot
        self.call = call
        self.ephemeral = ephemeral
        self.nonce = nonce
        self.loading = False
        self.deleted = False
        self.edits = 0
        self.content = ""
        self.embeds: list[Json] = []
        self.components: list[Json] = []
        self.attachments: list[Attachment] = []
        self.pinged: list[Member] = []
        self.thread: Thread | None = None
        self.is_v2 = False
        self.created = datetime.now(UTC)
        self.edited: datetime | None = None

    @property
    def channel_id(self) -> int:
        return self.channel.id

    @property
    def text(self) -> str:
        """The whole text: the content and every text display, one per line."""
        displays = [c["content"] for c in walk(self.components) if c["type"] == TEXT_DISPLAY]
        return "\n".join(filter(None, [self.content, *displays]))

    @property
    def buttons(self) -> list[Json]:
        """The buttons that can be pressed, as component objects."""
        return [c for c in self._enabled() if c["type"] == BUTTON and "custom_id" in c]

    @property
    def selects(self) -> list[Json]:
        """The select menus that can be used, as component objects."""
        return [c for c in self._enabled() if c["type"] in SELECTS]

    def find_button(self, label: str) -> Json:
        """:raises LookupError: if no enabled button has this label."""
        for button in self.buttons:
            if button.get("label") == label:
                return button
        labels = [button.get("label") for button in self.buttons]
        raise LookupError(f"no button {label!r} to press, but {labels}")

    def enabled_component(self, custom_id: str) -> Json:
        """:raises LookupError: if no enabled component has this custom id."""
        enabled = {c["custom_id"]: c for c in self._enabled() if "custom_id" in c}
        if custom_id not in enabled:
            raise LookupError(f"no {custom_id!r} to use, but {sorted(enabled)}")
        return enabled[custom_id]

    def _enabled(self) -> Iterator[Json]:
        return (c for c in walk(self.components) if not c.get("disabled"))

    def is_hidden_from(self, member: Member) -> bool:
        """Whether a member can't see it, as an ephemeral message to another member."""
        return self.ephemeral and self.call is not None and self.call.member is not member

    @property
    def flags(self) -> int:
        flags = EPHEMERAL if self.ephemeral else 0
        flags |= LOADING if self.loading else 0
        flags |= COMPONENTS_V2 if self.is_v2 else 0
        return flags | (HAS_THREAD if self.thread else 0)

    @property
    def payload(self) -> Json:
        """The message object as Discord sends it. There is no `thread` key without a thread."""
        payload: Json = {
            "id": str(self.id),
            "type": self._type(),
            "channel_id": str(self.channel.id),
            "author": self.author.user,
            "content": self.content,
            "embeds": self.embeds,
            "attachments": [attachment.payload for attachment in self.attachments],
            "components": self.components,
            "mentions": [member.user for member in self._mentioned_members()],
            "mention_roles": [],
            "mention_everyone": False,
            "timestamp": timestamp(self.created),
            "edited_timestamp": timestamp(self.edited) if self.edited else None,
            "flags": self.flags,
            "pinned": False,
            "tts": False,
        }
        if self.nonce is not None:
            payload["nonce"] = self.nonce
        if self.thread is not None:
            payload["thread"] = self.thread.payload
        if self.call is not None:
            payload["application_id"] = payload["webhook_id"] = str(self.author.id)
            payload["interaction_metadata"] = self.call.metadata
        return payload

    def _type(self) -> int:
        return 20 if self.call is not None and self.call.is_command else 0

    def write(self, body: Json, files: Mapping[int, Upload]) -> None:
        """Apply the body of a create or edit request. Absent keys stay unchanged.

        :raises ApiError: without changing anything.
        """
        is_v2 = self.is_v2 or bool((body.get("flags") or 0) & COMPONENTS_V2)
        attachments = self._attachments(body, files)
        components = self.components
        if "components" in body:
            layout = ResolvedComponents(self._wire, {a.name: a for a in attachments})
            components = layout.all(body["components"] or [])
        content = (body["content"] or "") if "content" in body else self.content
        embeds = (body["embeds"] or []) if "embeds" in body else self.embeds
        if is_v2 and (content or embeds):
            raise ApiError(400, 50035, "Content and embeds can't go with IS_COMPONENTS_V2")
        if not (content or embeds or components or attachments):
            raise ApiError(400, 50006, "Cannot send an empty message")
        refuse_bad_components(components)
        was_placeholder, self.loading = self.loading, False
        if self._written:
            self.edits += 1
            self.edited = datetime.now(UTC)
        self.is_v2, self.content, self.components = is_v2, content, components
        self.embeds = [{"type": "rich", **embed} for embed in embeds]
        self.attachments = attachments
        if not self._written and not was_placeholder:
            self.pinged = self._mentioned_members(body.get("allowed_mentions"))
        self._written = True

    def _attachments(self, body: Json, files: Mapping[int, Upload]) -> list[Attachment]:
        existing = {str(attachment.id): attachment for attachment in self.attachments}
        entries = body.get("attachments")
        if entries is None:
            entries = [{"id": identity} for identity in existing] + [{"id": n} for n in files]
        attachments: list[Attachment] = []
        for entry in entries:
            identity = str(entry["id"])
            if identity in existing:
                attachments.append(existing[identity])
            elif identity.isdigit() and int(identity) in files:
                attachments.append(self._create_attachment(files[int(identity)], entry))
            else:
                raise ApiError(400, 50035, f"There is neither a file nor an attachment {identity}")
        return attachments

    def _create_attachment(self, upload: Upload, entry: Json) -> Attachment:
        name = entry.get("filename") or upload.name
        identity = self._wire.snowflake()
        url = f"{self._files_url}/attachments/{self.channel.id}/{identity}/{name}"
        return Attachment(identity, name, upload.data, url, entry.get("description"))

    def _mentioned_members(self, allowed: Json | None = None) -> list[Member]:
        """Return the users mentioned in the text and permitted by `allowed`.

        :param allowed: an allowed mentions object; None permits all.
        """
        allowed = {"parse": ["users"]} if allowed is None else allowed
        mentioned = dict.fromkeys(int(user_id) for user_id in re.findall(r"<@!?(\d+)>", self.text))
        if "users" not in allowed.get("parse", []):
            permitted = {int(user) for user in allowed.get("users", [])}
            mentioned = {identity: None for identity in mentioned if identity in permitted}
        members = self.channel.guild.members
        return [members[identity] for identity in mentioned if identity in members]

    def __repr__(self) -> str:
        return f"<Message {self.id} in {self.channel.name}: {self.text[:60]!r}>"


def refuse_bad_components(components: list[Json]) -> None:
    """Refuse components that Discord refuses beyond its OpenAPI description.

    :raises ApiError:
    """
    all_components = list(walk(components))
    if len(all_components) > 40:
        raise ApiError(400, 50035, f"{len(all_components)} components, where 40 may be")
    for component in all_components:
        refuse_long_parts(component)
    length = sum(len(c["content"]) for c in all_components if c["type"] == TEXT_DISPLAY)
    if length > 4000:
        raise ApiError(400, 50035, f"{length} characters of text, where 4000 may be")
    custom_ids = [c["custom_id"] for c in all_components if "custom_id" in c]
    if len(custom_ids) != len(set(custom_ids)):
        raise ApiError(400, 50035, f"Component custom id cannot be duplicated: {custom_ids}")


LONGEST = {"label": 80, "custom_id": 100, "placeholder": 150, "description": 1024, "url": 512}
"""The maximum lengths of texts of components."""

LONGEST_IN_OPTION = {"label": 100, "value": 100, "description": 100}


def refuse_long_parts(component: Json) -> None:
    """Refuse a component with texts that are empty or too long, or with too many parts.

    :raises ApiError:
    """
    options = component.get("options", [])
    parts = [(component, LONGEST), *((each, LONGEST_IN_OPTION) for each in options)]
    parts += [(each, LONGEST) for each in component.get("items", [])]
    for part, longest in parts:
        for name, most in longest.items():
            text = part.get(name)
            if text is not None and not 0 < len(text) <= most:
                raise ApiError(400, 50035, f"{len(text)} characters in {name}: {text!r}")
    if component["type"] == ROW and not 0 < len(component["components"]) <= 5:
        raise ApiError(400, 50035, f"{len(component['components'])} components in a row")
    if component["type"] == STRING_SELECT and not 0 < len(options) <= 25:
        raise ApiError(400, 50035, f"{len(options)} options in a menu")
    if len({each["value"] for each in options}) < len(options):
        raise ApiError(400, 50035, f"the same value twice in a menu: {options}")


class ResolvedComponents:
    """Components as Discord sends them: numbered, defaults filled in, media resolved."""

    def __init__(self, wire: Wire, attachments: Mapping[str, Attachment]) -> None:
        self._wire = wire
        self._attachments = attachments
        self._numbers = itertools.count(1)

    def all(self, components: list[Json]) -> list[Json]:
        return [self._resolve(component) for component in components]

    def _resolve(self, component: Json) -> Json:
        fields = {key: value for key, value in component.items() if value is not None}
        payload: Json = {**COMPONENT_DEFAULTS.get(component["type"], {}), **fields}
        payload["id"] = fields.get("id") or next(self._numbers)
        for each in (fields, *fields.get("options", ())):
            emoji_id = (each.get("emoji") or {}).get("id")
            if emoji_id is not None and int(emoji_id) not in self._wire.emojis:
                raise ApiError(400, 50035, "Invalid emoji")
        if "components" in payload:
            payload["components"] = self.all(payload["components"])
        if "accessory" in payload:
            payload["accessory"] = self._resolve(payload["accessory"])
        if "items" in payload:
            payload["items"] = [self._resolve_item(item) for item in payload["items"]]
        if "media" in payload:
            payload["media"] = self._resolve_media(payload["media"])
        if "file" in payload:
            payload["file"] = self._resolve_media(payload["file"])
            attachment = self._attachments.get(
                component["file"]["url"].removeprefix("attachment://")
            )
            payload["name"] = attachment.name if attachment else None
            payload["size"] = len(attachment.data) if attachment else None
        return payload

    def _resolve_item(self, item: Json) -> Json:
        fields = {key: value for key, value in item.items() if value is not None}
        return {
            "description": None,
            "spoiler": False,
            **fields,
            "media": self._resolve_media(item["media"]),
        }

    def _resolve_media(self, source: Json) -> Json:
        url = source["url"]
        media: Json = {"id": str(self._wire.snowflake()), "url": url, "proxy_url": url}
        if not url.startswith("attachment://"):
            return media
        attachment = self._attachments.get(url.removeprefix("attachment://"))
        if attachment is None:
            raise ApiError(400, 50035, f"{url} names no attachment of the message")
        return media | {
            "url": attachment.url,
            "proxy_url": attachment.url,
            "attachment_id": str(attachment.id),
            "content_type": attachment.content_type,
        }
