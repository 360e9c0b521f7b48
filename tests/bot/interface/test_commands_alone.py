"""A single class of commands in a bare client, and code that runs without a client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Literal, get_origin

import discord
import pytest
from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.arguments import CONVERTERS, match_of
from bot.interface.controls import Controls, on_control
from bot.interface.delivery import Courier, Posting, deliverers
from bot.interface.front import Front
from bot.interface.languages import Languages
from bot.interface.options import options_in, options_texts
from bot.matches.cards import CardPages
from bot.matches.match_lists import BoardCommands
from bot.matches.pulled_cards import PulledCards
from bot.members.rules import RulesCommands, rules_page
from bot.pages.emojis import Emojis
from bot.pages.layout import Button, Page, Picture, control, text_page
from bot.pages.step_picker import SentSteps
from bot.process import features
from bot.servers.pages import PublicChannelChore
from club.club import Club
from club.outbox.kinds import KINDS
from extensions.installed import switched_on
from rules.position import Game
from rules.registry import GAMES
from storage.database.shards import ALL
from storage.database.store import Store
from storage.matches.match import Participant, Place, Terms
from tests.bot.simulated import alt_of, place_for, reply_text
from tests.club.services import BEN


class BareClient(discord.Client):
    """A client with only the commands and controls added by a test."""

    def __init__(self, store: Store) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.club = Club(store, discord.utils.utcnow)
        languages = Languages(self, self.club)
        features.import_all()
        courier = Courier(Posting(self, self.club, languages), emojis=Emojis())
        self.front = Front(
            self,
            self.club,
            languages,
            courier,
            PulledCards(self.club, CardPages(self.club, self)),
            PublicChannelChore(self, self.club, ALL).store_changes,
        )
        self.tree = app_commands.CommandTree(self)
        self.controls = Controls(self.front)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self.controls.dispatch(interaction)


@pytest.fixture
async def bare(tmp_path: Path) -> AsyncIterator[BareClient]:
    store = await Store.open(f"sqlite:///{tmp_path / 'stairwell.db'}")
    yield BareClient(store)
    await store.close()


async def start_match(bare: BareClient, channel: Any, ada: Any) -> None:
    """Start a match between Ada and Ben in a channel."""
    challenge = await bare.club.challenges.make(
        Terms("skirt", GAMES["skirt"].choose({})),
        Place(channel.guild.id, channel.id),
        Participant(ada.id, "Ada"),
        [BEN],
    )
    await bare.club.challenges.accept(challenge.id, BEN)


async def test_a_command_class_works_alone_in_a_client(bare: BareClient) -> None:
    RulesCommands(bare.front).add_to(bare.tree, bare.controls)
    async with place_for(bare) as (channel, ada):
        rules = await ada.slash(channel, "rules", game="skirt")
        assert "## Skirt" in reply_text(rules)
        assert alt_of(rules.response)
    assert [each.name for each in bare.tree.get_commands()] == ["rules"]
    assert sorted(bare.controls.verbs) == ["rules", "rulespage", "terms"]


async def test_a_control_handler_can_be_called_directly(bare: BareClient) -> None:
    boards = BoardCommands(bare.front)

    @bare.tree.command(name="text")
    async def text(interaction: discord.Interaction, match: str) -> None:
        """Show the board as text, as the button does."""
        async with Answer(interaction) as answer:
            await boards.show_text_board(answer, await match_of(bare.front, answer, match), "0")

    async with place_for(bare) as (channel, ada):
        await start_match(bare, channel, ada)
        assert "to move" in reply_text(await ada.slash(channel, "text", match="1"))
        assert "There is no match 2" in reply_text(await ada.slash(channel, "text", match="2"))


async def test_the_rules_page_of_every_game_can_be_built_without_discord() -> None:
    for game in GAMES.values():
        words, picture, *_ = (await rules_page(game)).blocks
        assert isinstance(words, str)
        assert words.startswith(f"## {game.name}\n")
        assert isinstance(picture, Picture)


def test_options_default_to_enough_seats() -> None:
    game = GAMES["passtally"]
    assert game.choose(options_in(game, None), seats=3)["players"] == 3


def test_options_are_typed_with_their_names_but_the_first_needs_none() -> None:
    game = GAMES["passtally"]
    assert options_in(game, "3") == {"players": 3}
    assert options_in(game, "3, head-start 2") == {"players": 3, "head-start": 2}
    texts = options_texts(game)
    assert texts[:2] == ["players 2", "players 2, head-start 1"]
    assert [options_in(game, each) for each in texts[6:8]] == [
        {"players": 3},
        {"players": 3, "head-start": 1},
    ]


async def test_a_control_handler_receives_only_its_own_controls(bare: BareClient) -> None:
    class Greeter:
        @on_control("hello", "hi")
        async def greet(self, answer: Answer, name: str) -> None:
            await answer.private(text_page(f"Hello {name}!"))

        async def ignore(self, answer: Answer, name: str) -> None:
            raise AssertionError(name)

    @bare.tree.command(name="buttons")
    async def buttons(interaction: discord.Interaction) -> None:
        """Show a known button and an unknown one."""
        working, unknown = Button("Hi", control("hi", "Ada")), Button("Bye", control("bye", "Ada"))
        async with Answer(interaction) as answer:
            await answer.private(Page(("Buttons", (working, unknown))))

    bare.controls.collect(Greeter())
    assert set(bare.controls.verbs) == {"hello", "hi"}
    async with place_for(bare) as (channel, ada):
        page: Any = (await ada.slash(channel, "buttons")).response
        assert reply_text(await ada.click(page, label="Hi")) == "Hello Ada!"
        assert "out of date" in reply_text(await ada.click(page, label="Bye"))


def test_every_argument_of_a_control_can_be_converted(bare: BareClient) -> None:
    for each in features.with_those_of(switched_on()):
        each(bare.front).add_to(bare.tree, bare.controls)
    for verb, verb_control in bare.controls.verbs.items():
        kinds = {argument.kind for argument in verb_control.arguments}
        others = kinds - CONVERTERS.keys() - {str, int, bool, Game, SentSteps}
        assert all(get_origin(kind) is Literal for kind in others), verb
        assert len(control(verb, *["1"] * len(verb_control.arguments))) < 100


async def test_each_kind_of_post_has_a_deliverer(bare: BareClient) -> None:
    posting = Posting(bare, bare.club, Languages(bare, bare.club))
    assert set(deliverers(posting)) == set(KINDS.values())
