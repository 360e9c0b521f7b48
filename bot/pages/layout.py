"""Pages of texts, pictures and controls as plain values.

A page is built without Discord and converted to a Components V2 layout here, the only place that
knows Discord's limits. Controls carry their whole state in their id (see `control`), so layouts
are never kept in memory and work after a restart.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Literal

import discord
from discord import ui

from bot.pages.emojis import partial_emoji
from language.texts import gettext
from presentation import pictures
from rendering import Icon

log = logging.getLogger(__name__)

PREFIX = "sw"
SEPARATOR = "|"

MAX_ID = 2**63 - 1
"""The largest id that the database can store. Discord's ids are smaller."""

# Discord's limits, in characters and items (its documentation, "Component Reference").
MAX_TEXT_LENGTH = 4000
MAX_LABEL_LENGTH = 80
MAX_CONTROL_LENGTH = 100
MAX_OPTION_LENGTH = 100
MAX_ALT_LENGTH = 1024
MAX_PLACEHOLDER_LENGTH = 150
MAX_OPTIONS = 25
MAX_IN_ROW = 5
MAX_COMPONENTS = 40

BOARD = "board.png"
"""The default file name of pictures."""

Style = Literal["primary", "secondary", "success", "danger"]
ACCENT = 0xC8963E


def control(verb: str, *arguments: object) -> str:
    """Return the id of a control.

    >>> control("play", 17, 5)
    'sw|play|17|5'
    """
    return SEPARATOR.join((PREFIX, verb, *(str(each) for each in arguments)))


def id_in(text: str) -> int | None:
    """Parse the id of a member or channel in a control, or None if it is invalid."""
    if not (are_digits(text) and len(text) <= len(str(MAX_ID))):
        return None
    return value if (value := int(text)) <= MAX_ID else None


def are_digits(text: str) -> bool:
    """Whether a text has only the digits 0 to 9, and at least one."""
    return text.isascii() and text.isdigit()


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or GIF with its alt text. Without bytes, one that was already uploaded."""

    filename: str
    alt: str
    data: bytes | None = field(default=None, repr=False)


def attachment(picture: pictures.Picture, filename: str = BOARD) -> Picture:
    """Return a picture as an attachment of a message."""
    return Picture(filename, picture.alt, picture.data)


@dataclass(frozen=True, slots=True)
class Document:
    """A file to download."""

    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Button:
    """A button. `control` is the id of its control, or a web address to open."""

    label: str
    control: str
    style: Style = "secondary"
    disabled: bool = False
    icon: Icon | None = None
    """The icon for its emoji, if any."""


def choice_button(label: str, control: str, *, chosen: bool) -> Button:
    """Return a button for one of several choices. The current one is marked, and can be pressed."""
    return Button(f"✓ {label}" if chosen else label, control, "primary" if chosen else "secondary")


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """An entry of a menu."""

    label: str
    value: str
    description: str | None = None
    chosen: bool = False
    icon: Icon | None = None
    """The icon for its emoji, if any."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu of 1 to 25 choices, with a single choice unless `takes_several`."""

    control: str
    placeholder: str
    choices: tuple[MenuChoice, ...]
    takes_several: bool = False
    """Whether any number of choices may be chosen, including none."""


@dataclass(frozen=True, slots=True)
class ChannelMenu:
    """A menu of the guild's channels of one kind, with an optional choice."""

    control: str
    placeholder: str
    chosen: tuple[int, ...] = ()
    max_choices: int = MAX_OPTIONS
    """Maximum number of choices."""
    kind: Literal["text", "forum"] = "text"


@dataclass(frozen=True, slots=True)
class RoleMenu:
    """A menu of the guild's roles, with at most one choice."""

    control: str
    placeholder: str
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class TextWithPicture:
    """A text with a small picture on its right, which opens when clicked."""

    text: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class TextWithButton:
    """A text with a button on its right."""

    text: str
    button: Button


Row = tuple[Button, ...] | Menu | ChannelMenu | RoleMenu
Block = str | Picture | TextWithPicture | TextWithButton | Document | Row


@dataclass(frozen=True, slots=True)
class Page:
    """Blocks from top to bottom in one container. `mentions` are the users it may ping."""

    blocks: tuple[Block, ...]
    mentions: tuple[int, ...] = ()
    accent: int | None = ACCENT

    def files(self) -> list[discord.File]:
        """Return the files to upload, new at each call because sending consumes them."""
        files: list[discord.File] = []
        for block in self.blocks:
            picture = block.picture if isinstance(block, TextWithPicture) else block
            if isinstance(picture, Picture) and picture.data is not None:
                alt, data = picture.alt[:MAX_ALT_LENGTH], io.BytesIO(picture.data)
                files.append(discord.File(data, picture.filename, description=alt))
            elif isinstance(block, Document):
                files.append(discord.File(io.BytesIO(block.data), block.filename))
        return files

    @property
    def digest(self) -> str:
        """A hash of everything but the bytes of its pictures and whom it may ping."""
        return sha256(repr((self.blocks, self.accent)).encode()).hexdigest()[:16]

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Allow only the intended users, never a role or everyone."""
        users = [discord.Object(user_id) for user_id in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)

    def fits(self) -> bool:
        """Whether the page is within Discord's limits."""
        try:
            self.layout()
        except ValueError:
            return False
        return True

    def layout(self) -> ui.LayoutView:
        """Return the Discord layout.

        :raises ValueError: if the page exceeds one of Discord's limits.
        """
        view = ui.LayoutView(timeout=None)
        container: ui.Container[ui.LayoutView] = ui.Container(accent_color=self.accent)
        for block in _split(self.blocks):
            container.add_item(_item(block))
        view.add_item(container)
        _check(self, view)
        # The client doesn't keep stopped views. Dispatching only uses control ids.
        view.stop()
        return view


def with_link(page: Page, label: str, address: str) -> Page:
    """Return a page with a button that opens a web page, in its last row if there is room.

    :param address: if empty, no button is added.
    """
    if not address:
        return page
    button, last = Button(label, address), page.blocks[-1]
    if isinstance(last, tuple) and len(last) < MAX_IN_ROW:
        return replace(page, blocks=(*page.blocks[:-1], (*last, button)))
    return replace(page, blocks=(*page.blocks, (button,)))


def text_page(words: str) -> Page:
    """Return a page with only a text, cut to the length of a message."""
    return Page((words if len(words) <= MAX_TEXT_LENGTH else f"{words[: MAX_TEXT_LENGTH - 1]}…",))


def cut(text: str, max_length: int) -> str:
    """Cut a label to Discord's limit, as a last resort for incomplete translations."""
    if len(text) <= max_length:
        return text
    log.warning("cutting %r to %d characters", text, max_length)
    return f"{text[: max_length - 1]}…"


def select_option(choice: MenuChoice) -> discord.SelectOption:
    """Return an entry of a menu for Discord."""
    return discord.SelectOption(
        label=cut(choice.label, MAX_OPTION_LENGTH),
        value=choice.value,
        description=cut(choice.description or "", MAX_OPTION_LENGTH) or None,
        default=choice.chosen,
        emoji=partial_emoji(choice.icon),
    )


def with_board_button(page: Page, match_id: int) -> Page:
    """Return a page with a button for a link to a match's board on the web, if there is room."""
    wider = with_link(page, gettext("Open board"), control("web", match_id))
    return wider if wider.fits() else page


def _split(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks, with a further row for the buttons that a row has no room for."""
    for block in blocks:
        if isinstance(block, tuple) and block:
            yield from (block[at : at + MAX_IN_ROW] for at in range(0, len(block), MAX_IN_ROW))
        else:
            yield block


def _item(block: Block) -> ui.Item[ui.LayoutView]:
    if isinstance(block, str):
        return ui.TextDisplay(block)
    if isinstance(block, Picture):
        media = f"attachment://{block.filename}"
        alt = block.alt[:MAX_ALT_LENGTH]
        return ui.MediaGallery(discord.MediaGalleryItem(media, description=alt))
    if isinstance(block, TextWithPicture):
        media, alt = f"attachment://{block.picture.filename}", block.picture.alt[:MAX_ALT_LENGTH]
        return ui.Section(block.text, accessory=ui.Thumbnail(media, description=alt))
    if isinstance(block, TextWithButton):
        return ui.Section(block.text, accessory=_button(block.button))
    if isinstance(block, Document):
        return ui.File(f"attachment://{block.filename}")
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    if isinstance(block, Menu):
        row.add_item(_select(block))
    elif isinstance(block, ChannelMenu):
        row.add_item(_channel_select(block))
    elif isinstance(block, RoleMenu):
        row.add_item(_role_select(block))
    else:
        for button in block:
            row.add_item(_button(button))
    return row


def _is_link(control: str) -> bool:
    return control.startswith(("https://", "http://"))


def _button(button: Button) -> ui.Button[ui.LayoutView]:
    if _is_link(button.control):
        return ui.Button(label=cut(button.label, MAX_LABEL_LENGTH), url=button.control)
    return ui.Button(
        label=cut(button.label, MAX_LABEL_LENGTH),
        custom_id=button.control,
        style=discord.ButtonStyle[button.style],
        disabled=button.disabled,
        emoji=partial_emoji(button.icon),
    )


def _select(menu: Menu) -> ui.Select[ui.LayoutView]:
    options = [select_option(choice) for choice in menu.choices]
    return ui.Select(
        custom_id=menu.control,
        placeholder=cut(menu.placeholder, MAX_PLACEHOLDER_LENGTH),
        options=options,
        min_values=0 if menu.takes_several else 1,
        max_values=len(options) if menu.takes_several else 1,
    )


def _channel_select(menu: ChannelMenu) -> ui.ChannelSelect[ui.LayoutView]:
    chosen = [
        discord.SelectDefaultValue(id=channel_id, type=discord.SelectDefaultValueType.channel)
        for channel_id in menu.chosen[: menu.max_choices]
    ]
    return ui.ChannelSelect(
        custom_id=menu.control,
        placeholder=cut(menu.placeholder, MAX_PLACEHOLDER_LENGTH),
        channel_types=[discord.ChannelType[menu.kind]],
        min_values=0,
        max_values=menu.max_choices,
        default_values=chosen,
    )


def _role_select(menu: RoleMenu) -> ui.RoleSelect[ui.LayoutView]:
    role = discord.SelectDefaultValueType.role
    chosen = [] if menu.chosen is None else [discord.SelectDefaultValue(id=menu.chosen, type=role)]
    return ui.RoleSelect(
        custom_id=menu.control,
        placeholder=cut(menu.placeholder, MAX_PLACEHOLDER_LENGTH),
        min_values=0,
        max_values=1,
        default_values=chosen,
    )


def _check(page: Page, view: ui.LayoutView) -> None:
    """Check Discord's limits, most of which discord.py doesn't check."""
    words = (getattr(block, "text", block) for block in page.blocks)
    texts = sum(len(part) for part in words if isinstance(part, str))
    if texts > MAX_TEXT_LENGTH:
        raise ValueError(f"{texts} characters of text on a page; {MAX_TEXT_LENGTH} is the limit")
    if view.total_children_count > MAX_COMPONENTS:
        raise ValueError(f"{view.total_children_count} components; {MAX_COMPONENTS} is the limit")
    controls = [control for control, _ in _controls(page)]
    if len(set(controls)) < len(controls):
        raise ValueError(f"the same control twice on a page: {controls}")
    for control_id, texts in _controls(page):
        if len(control_id) > MAX_CONTROL_LENGTH and not _is_link(control_id):
            raise ValueError(f"the control id {control_id!r} is too long")
        if not all(texts):
            raise ValueError(f"no words on the control {control_id!r}")


def _controls(page: Page) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each control of a page with its labels."""
    for block in page.blocks:
        if isinstance(block, ChannelMenu | RoleMenu):
            yield block.control, [block.placeholder]
        elif isinstance(block, Menu):
            if not 0 < len(block.choices) <= MAX_OPTIONS:
                raise ValueError(f"a menu of {len(block.choices)} choices")
            if any(len(choice.value) > MAX_OPTION_LENGTH for choice in block.choices):
                raise ValueError(f"the menu {block.control!r} has a value that is too long")
            texts = [text for choice in block.choices for text in (choice.label, choice.value)]
            yield block.control, [block.placeholder, *texts]
        elif isinstance(block, TextWithButton):
            yield block.button.control, [block.button.label]
        elif isinstance(block, tuple):
            if not block:
                raise ValueError("a row without buttons")
            for button in block:
                yield button.control, [button.label]
