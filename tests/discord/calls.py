"""An interaction sent by a member of the loopback Discord, and the bot's answers."""

from __future__ import annotations

import time
from enum import IntEnum

from tests.discord.messages import ApiError, Message
from tests.discord.places import Channel, Json, Member
from tests.discord.waiting import SOON, wait_until

TOKEN_LIFE = 15 * 60  # seconds
MAX_FOLLOW_UPS = 5  # where the bot can only reply to interactions
DEADLINE = 3.0  # seconds: Discord, "Receiving and Responding to Interactions"


class Kind(IntEnum):
    """Interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class Answer(IntEnum):
    """Interaction callback types."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class InteractionRecord:
    """An interaction sent to the bot, with the bot's answers.

    `answer` is the accepted callback, which took `answered_in` seconds. `refusals` lists the
    callbacks that Discord rejected. `messages` lists the bot's replies in the order in which the
    member saw them: the response (a deferred one once it is filled), the updated message and the
    follow-ups, ephemeral or not. `original` is the target of `@original`: the response, or the
    message whose component was used. `choices` and `modal` are the other two kinds of answer.
    """

    def __init__(
        self,
        identity: int,
        kind: Kind,
        member: Member,
        channel: Channel,
        data: Json,
        message: Message | None,
        origin: InteractionRecord | None,
        deadline: float = DEADLINE,
    ) -> None:
        self.id = identity
        self.token = f"interaction{identity}"
        self.kind = kind
        self.member = member
        self.channel = channel
        self.data = data
        self.message = message
        self.origin = origin
        self.sent_at = time.monotonic()
        self.age = 0.0
        """Simulated seconds added to the time since then."""
        self.follow_ups = 0
        self.deadline = deadline
        self.answer: Answer | None = None
        self.answered_in: float | None = None
        self.refusals: list[ApiError] = []
        self.original: Message | None = None
        self.messages: list[Message] = []
        self.choices: list[Json] | None = None
        self.modal: Json | None = None

    @property
    def is_command(self) -> bool:
        return self.kind is Kind.COMMAND

    async def wait_for_callback(self) -> InteractionRecord:
        """Wait for an accepted callback, and return this record.

        :raises AssertionError: if none arrives in time.
        """
        await wait_until(
            lambda: self.answer is not None, self.deadline + 0.5, f"no answer to {self}"
        )
        return self

    async def first_reply(self, within: float = SOON) -> Message:
        """Wait for the first of `messages`, and return it.

        :raises AssertionError: if none appears in time.
        """
        await wait_until(lambda: self.messages, within, f"no message in reply to {self}")
        return self.messages[0]

    def accept(self, answer: Answer, arrived_at: float) -> None:
        """Accept a callback.

        :param arrived_at: the time of its arrival, by `time.monotonic`.
        :raises ApiError: if it is the second one, late, or of a type unsuited to the interaction.
        """
        if self.answer is not None:
            raise self._refuse(400, 40060, "Interaction has already been acknowledged.")
        if arrived_at - self.sent_at > self.deadline:
            raise self._refuse(404, 10062, "Unknown interaction")
        needs_message = answer in (Answer.DEFERRED_UPDATE, Answer.UPDATE)
        if (
            (needs_message and self.message is None)
            or (self.kind is Kind.AUTOCOMPLETE) != (answer is Answer.CHOICES)
            or (self.kind is Kind.MODAL_SUBMIT and answer is Answer.MODAL)
        ):
            raise self._refuse(400, 50035, f"{answer.name} can't answer {self.kind.name}")
        self.answer = answer
        self.answered_in = arrived_at - self.sent_at
        if needs_message:
            self.original = self.message

    def show(self, message: Message) -> None:
        """Add a message to the replies that the member sees."""
        if message not in self.messages:
            self.messages.append(message)

    def _refuse(self, status: int, code: int, words: str) -> ApiError:
        error = ApiError(status, code, words)
        self.refusals.append(error)
        return error

    @property
    def metadata(self) -> Json:
        """The `interaction_metadata` of the resulting messages."""
        metadata: Json = {
            "id": str(self.id),
            "type": int(self.kind),
            "user": self.member.user,
            "authorizing_integration_owners": self.channel.context_for(self.member)[
                "authorizing_integration_owners"
            ],
        }
        if self.kind is Kind.COMPONENT and self.message is not None:
            metadata["interacted_message_id"] = str(self.message.id)
        if self.origin is not None:
            metadata["triggering_interaction_metadata"] = self.origin.metadata
        return metadata

    @property
    def payload(self) -> Json:
        """The INTERACTION_CREATE payload, with the message in its current state."""
        guild = self.member.guild
        payload: Json = {
            "id": str(self.id),
            "application_id": str(guild.bot.id),
            "type": int(self.kind),
            "token": self.token,
            "version": 1,
            "data": self.data,
            "channel_id": str(self.channel.id),
            "channel": self.channel.payload,
            "locale": "en-US",
            "entitlements": [],
            **self.channel.context_for(self.member),
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if self.message is not None:
            payload["message"] = self.message.payload
        return payload

    def __repr__(self) -> str:
        name = self.data.get("name") or self.data.get("custom_id")
        return f"<{self.kind.name} {name!r} by {self.member.name}>"
