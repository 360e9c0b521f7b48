"""The contexts and install types of each command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import discord
from babel.messages.catalog import Message

from bot.interface.context import check_may_post
from bot.members.help import GROUPS
from bot.process.client import Options, Stairwell
from extensions.installed import NAMES
from making.messages import extracted
from storage.database.store import Store
from tests.bot.matches.test_who_sees_a_match import in_group_chat
from tests.bot.simulated import World

OF_CORE = {"end", "leaderboard", "settings"}
SERVER_COMMANDS = {*OF_CORE, "channel-match", "cup", "event"}
MOST_OF_CORE = 24
"""Maximum number of commands of the core alone."""
CORE = ("bot", "club", "presentation", "storage", "web")
NAMED = re.compile(r"""(?<!click\.)\b[Cc]ommand\("([a-z-]+)|`/([a-z-]+)""")
"""A command that a source names, as a value or in a text."""
VERB = re.compile(r"""\bcontrol\("([a-z-]+)\"""")
"""The verb of a control that a source makes."""
WORDS = {
    "events": r"events?|cups?|leagues?|tournaments?|ladders?|organis\w+|rounds|standings",
    "training": r"lessons?|puzzles?",
    "teams": r"vot(?:e|es|ed|ing|ers?)|teams?|channel match(?:es)?",
    "study": r"conditional|notes?|guess\w*|review(?:s|ed)?|explor\w+",
    "pool": r"pools?",
}
"""What the texts of each extension are about."""
HTTP_PATHS = {"channels", "healthz", "metrics", "readyz"}
WEB_URL = "https://stairwell.example"
"""With web pages there is a command more."""
SERVER, USER = 0, 1
IN_SERVER, OWN_DIRECT, OTHER_PRIVATE = 0, 1, 2


def listed_ids(message: Message) -> Sequence[str]:
    """The text of a message, or its forms."""
    return (message.id,) if isinstance(message.id, str) else message.id


async def test_every_command_declares_its_contexts_and_install_types(tmp_path: Path) -> None:
    async with Store.opened(f"sqlite:///{tmp_path / 'stairwell.db'}") as store:
        tree = Stairwell(store).tree
    payloads: list[dict[str, Any]] = [each.to_dict(tree) for each in tree.get_commands()]
    menus = {each["name"] for each in payloads if each.get("type", 1) != 1}
    declared = {each["name"]: (each["integration_types"], each["contexts"]) for each in payloads}
    of_servers = [SERVER], [IN_SERVER]
    personal = [SERVER, USER], [IN_SERVER, OWN_DIRECT, OTHER_PRIVATE]
    assert declared == {
        name: of_servers if name in SERVER_COMMANDS | menus else personal for name in declared
    }
    assert set(declared) >= OF_CORE


async def test_manager_commands_work_only_in_servers(tmp_path: Path) -> None:
    async with Store.opened(f"sqlite:///{tmp_path / 'stairwell.db'}") as store:
        commands = Stairwell(store).tree.get_commands()
    restricted = {
        each.name for each in commands if getattr(each, "default_permissions", None) is not None
    }
    assert restricted <= SERVER_COMMANDS


async def test_the_core_alone_has_few_commands_and_all_are_in_the_help(tmp_path: Path) -> None:
    async with Store.opened(f"sqlite:///{tmp_path / 'stairwell.db'}") as store:
        tree = Stairwell(store, Options(extensions=(), web_url=WEB_URL)).tree
    typed = {each.name: each for each in tree.get_commands(type=discord.AppCommandType.chat_input)}
    assert len(typed) <= MOST_OF_CORE
    in_groups = {name for _, names in GROUPS.values() for name in names}
    for_admins = {name for name, each in typed.items() if each.default_permissions is not None}
    assert set(typed) - in_groups == for_admins == {"settings", "end"}


async def test_texts_and_buttons_name_only_what_is_there(tmp_path: Path) -> None:
    """Those of the core name no extension, and those of an extension no other."""
    async with Store.opened(f"sqlite:///{tmp_path / 'stairwell.db'}") as store:

        def registered(*names: str) -> tuple[set[str], set[str]]:
            bot = Stairwell(store, Options(extensions=names, web_url=WEB_URL))
            return {each.name for each in bot.tree.walk_commands()}, set(bot.controls.verbs)

        places = {"": registered()} | {name: registered(name) for name in NAMES}
    for extension, (commands, verbs) in places.items():
        folders = [Path("extensions", extension)] if extension else map(Path, CORE)
        for path in (path for folder in folders for path in folder.rglob("*.*")):
            if path.suffix in (".py", ".html"):
                text = path.read_text()
                named = {match[1] or match[2] for match in NAMED.finditer(text)}
                assert named - HTTP_PATHS <= commands, path
                assert set(VERB.findall(text)) <= verbs, path
    for message in extracted():
        # Not what stands for a value.
        texts = [re.sub(r"\{\w+\}", "", text) for text in listed_ids(message)]
        for file, _ in message.locations:
            folder, own = Path(file).parts[:2]
            others = [name for name in WORDS if (folder, name) != ("extensions", own)]
            if folder in (*CORE, "extensions"):
                words = "|".join(WORDS[name] for name in others)
                assert not any(re.search(rf"\b(?:{words})\b", text, re.I) for text in texts), texts


async def test_a_result_can_be_posted_outside_of_servers(world: World) -> None:
    """Discord sends no permissions there, in which posting could be missing."""
    data = in_group_chat(world.ada)
    check_may_post(discord.Interaction(data=data, state=world.bot._connection))
