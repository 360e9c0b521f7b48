"""A match of two friends in a group chat, played with the buttons of its cards."""

from __future__ import annotations

from dataclasses import dataclass

from tests.bot.wire.stage import MATCH_HEADING, SOON, find_buttons
from tests.discord.calls import InteractionRecord
from tests.discord.loopback import Loopback
from tests.discord.messages import Message
from tests.discord.outside import Chat
from tests.discord.places import Member
from tests.discord.waiting import wait_until

GROUP_ROUTES = "/channels/{id}"
FOLLOW_UP = "/webhooks/{id}/{token}"


def group_chat(world: Loopback, *names: str) -> Chat:
    """Add a group chat of these people, the first of whom has installed the bot."""
    people = [world.outside.add_member(name) for name in names or ("ada", "ben")]
    return world.outside.add_chat("group chat", *people)


def all_cards(chat: Chat) -> list[Message]:
    """The board cards of a place where the bot can only reply."""
    return [each for each in chat.messages if each.attachments and MATCH_HEADING.search(each.text)]


def current_card(chat: Chat) -> Message:
    return [each for each in all_cards(chat) if find_buttons(each, "Play")][-1]


async def click(world: Loopback, member: Member, message: Message, label: str) -> InteractionRecord:
    """Click a button, and return once the bot has replied."""
    call = await world.click(member, message, label=label)
    await call.first_reply(SOON)
    return call


async def open_panel(world: Loopback, member: Member, card: Message) -> Message:
    """Click Play, and return the private panel."""
    call = await world.click(member, card, label="Play")
    await wait_until(lambda: any(each.ephemeral for each in call.messages), SOON, "no panel")
    return next(each for each in call.messages if each.ephemeral)


async def play_by_panel(world: Loopback, member: Member, card: Message, pause: float = 0) -> None:
    """Make a move, with a pause after opening the panel."""
    panel = await open_panel(world, member, card)
    world.pass_time(pause)
    await enter_move(world, member, panel)


async def enter_move(world: Loopback, member: Member, panel: Message) -> None:
    """Choose the first steps offered until a move can be confirmed, and confirm it."""
    confirm = await move_to_confirm(world, member, panel)
    edits = panel.edits
    await world.click(member, panel, confirm)
    await wait_until(lambda: panel.edits > edits, SOON, "the panel stays")


async def move_to_confirm(world: Loopback, member: Member, panel: Message) -> str:
    """Choose the first steps offered, and return the button that confirms the move."""
    while True:
        ids = [each["custom_id"] for each in panel.buttons]
        verbs = [[each for each in ids if each.split("|")[1] == verb] for verb in STEPS]
        chosen = next(each[0] for each in verbs if each)
        if chosen.split("|")[1] == "confirm":
            return chosen
        edits = panel.edits
        await world.click(member, panel, chosen)
        await wait_until(lambda edits=edits: panel.edits > edits, SOON, "the panel stays")


STEPS = ("confirm", "at", "group")
"""The verbs of the panel's buttons that lead to a move, the last step first."""


@dataclass(slots=True)
class GroupMatch:
    """A match between the two people of a chat. The first one moves first."""

    world: Loopback
    chat: Chat
    plies: int = 0

    @classmethod
    async def start(
        cls, world: Loopback, chat: Chat, *, options: str = "size 4", pace: str = "none"
    ) -> GroupMatch:
        """:param pace: one of the choices of the command."""
        call = await world.slash(
            chat.people[0], chat, "challenge", game="skirt", options=options, seat=1, pace=pace
        )
        offer = await call.first_reply(SOON)
        await world.click(chat.people[1], offer, label="Accept")
        await wait_until(lambda: all_cards(chat), SOON, "no first board")
        return cls(world, chat)

    @property
    def people(self) -> tuple[Member, ...]:
        return self.chat.people

    @property
    def mover(self) -> Member:
        return self.people[self.plies % 2]

    async def play(self, pause: float = 0) -> None:
        """Make a move as the player to move, and wait for the next card."""
        count = len(all_cards(self.chat))
        former = current_card(self.chat)
        await play_by_panel(self.world, self.mover, former, pause)
        self.plies += 1
        await wait_until(lambda: len(all_cards(self.chat)) > count, SOON, "no next card")
        await self.world.settle(0.05, within=SOON)
