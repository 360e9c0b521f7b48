"""`/event`: opening, joining, leaving, viewing and organising events."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.events.entering import (
    EventActions,
    choices_of_events,
    joined_words,
    known_events,
    person_of,
    target_event,
)
from bot.events.opening import check_place, open_event
from bot.events.organising import Organising
from bot.events.standings import list_page
from bot.interface.answers import Answer
from bot.interface.front import Front, FrontCog
from bot.interface.layout import text_page
from bot.interface.options import (
    GAME_CHOICES,
    MAX_CHOICES,
    PACE_CHOICES,
    Choices,
    choice,
    empty_on_failure,
    translated_choice,
)
from club.events.formats.registry import event_name
from club.events.opening import Wishes
from language.texts import N_
from presentation.events.event_view import view_of
from presentation.events.formats.registry import FORMAT_WORDS, format_label

FORMAT_CHOICES = [translated_choice(partial(format_label, key), key) for key in FORMAT_WORDS]


class EventCommands(FrontCog):
    """The commands for entrants, viewers and organisers of events."""

    event = app_commands.Group(name="event", description=N_("Cups, leagues, tours and ladders"))

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self.organising = Organising(front)
        self.actions = EventActions(front)

    @event.command(
        name="open",
        description=N_("For organisers: open a league, tour, ladder or Swiss tournament"),
    )
    @app_commands.describe(
        format=N_("Format"),
        game=N_("The game (a tour covers all of them)"),
        name=N_("Name of the event (default: I choose one)"),
        pace=N_("Time per turn (default: the format's usual pace)"),
        players=N_("Maximum number of players (default: the format's)"),
        rounds=N_(
            "Number of rounds in a Swiss tournament (default: depends on the number of players)"
        ),
        days=N_("Length of a round in days (default: the format's)"),
        options=N_("Options of the game, such as the size of the board"),
    )
    @app_commands.choices(format=FORMAT_CHOICES, game=GAME_CHOICES, pace=PACE_CHOICES)
    async def open(
        self,
        interaction: discord.Interaction,
        format: str,
        game: str | None = None,
        name: str | None = None,
        pace: str | None = None,
        players: int | None = None,
        rounds: int | None = None,
        days: int | None = None,
        options: str | None = None,
    ) -> None:
        """Open an event of any format."""
        async with Answer(interaction) as answer:
            self.organising.check(interaction)
            check_place(interaction)
            wishes = Wishes(game, None, name, pace, rounds, days, players)
            await open_event(self.front, answer, format, wishes, options, joins=False)

    @event.command(name="list", description=N_("See the events of this server"))
    async def list(self, interaction: discord.Interaction) -> None:
        """List the events, current ones first."""
        async with Answer(interaction) as answer:
            events = await known_events(self.front, interaction)
            await answer.private(list_page(events))

    @event.command(name="join", description=N_("Take part in an event"))
    @app_commands.describe(event=N_("The event (not needed if there is only one)"))
    async def join(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Enter an event."""
        async with Answer(interaction) as answer:
            target = await target_event(self.front, interaction, event)
            updated_event = await self.club.events.join(target.id, person_of(interaction))
            await answer.private(text_page(joined_words(updated_event)))
            await self.front.courier.deliver_event(updated_event)

    @event.command(name="leave", description=N_("Leave an event"))
    @app_commands.describe(event=N_("The event (not needed if there is only one)"))
    async def leave(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Leave an event, or ask for confirmation if it has started."""
        async with Answer(interaction) as answer:
            await self.actions.leave(answer, await target_event(self.front, interaction, event))

    @event.command(
        name="standings", description=N_("See the standings of an event (only you see it)")
    )
    @app_commands.describe(
        event=N_("The event (not needed if there is only one)"),
        text=N_("Show it as text instead of a picture"),
    )
    async def standings(
        self, interaction: discord.Interaction, event: str | None = None, text: bool = False
    ) -> None:
        """Show the standings at the page with the user's row."""
        async with Answer(interaction) as answer:
            target = await target_event(self.front, interaction, event)
            await self.actions.show_standings(answer, target, None, "text" if text else "picture")

    @event.command(name="rounds", description=N_("See who plays whom in an event"))
    @app_commands.describe(event=N_("The event (not needed if there is only one)"))
    async def rounds(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Show the pairings of the latest round, with links to their matches."""
        async with Answer(interaction) as answer:
            target = await target_event(self.front, interaction, event)
            await self.actions.show_rounds(answer, target)

    @event.command(name="challenge", description=N_("On a ladder: challenge someone above you"))
    @app_commands.describe(event=N_("The ladder (not needed if there is only one)"))
    async def challenge(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Show the opponents to challenge, with a button each."""
        async with Answer(interaction) as answer:
            await self.actions.show_above(
                answer, await target_event(self.front, interaction, event)
            )

    @event.command(
        name="close", description=N_("For organisers: start now with everyone who has joined")
    )
    @app_commands.describe(event=N_("The event (not needed if there is only one)"))
    async def close(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Close the entries of an event so that it starts."""
        async with Answer(interaction) as answer:
            self.organising.check(interaction)
            await self.organising.close(answer, await target_event(self.front, interaction, event))

    @event.command(name="cancel", description=N_("For organisers: cancel an event"))
    @app_commands.describe(event=N_("The event"))
    async def cancel(self, interaction: discord.Interaction, event: str) -> None:
        """Ask for confirmation to cancel an event."""
        async with Answer(interaction) as answer:
            self.organising.check(interaction)
            target = await target_event(self.front, interaction, event)
            await answer.private(self.organising.cancel_question(target))

    @event.command(name="remove", description=N_("For organisers: remove someone from an event"))
    @app_commands.describe(
        member=N_("The member to remove"), event=N_("The event (not needed if there is only one)")
    )
    async def remove(
        self, interaction: discord.Interaction, member: discord.User, event: str | None = None
    ) -> None:
        """Remove an entrant from an event."""
        async with Answer(interaction) as answer:
            self.organising.check(interaction)
            target = await target_event(self.front, interaction, event)
            await self.organising.remove(answer, target, member)

    @event.command(name="extend", description=N_("For organisers: extend an event by a week, once"))
    @app_commands.describe(event=N_("The event (not needed if there is only one)"))
    async def extend(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Extend an event."""
        async with Answer(interaction) as answer:
            self.organising.check(interaction)
            await self.organising.extend(answer, await target_event(self.front, interaction, event))

    @event.command(name="adjudicate", description=N_("For organisers: decide a match of an event"))
    @app_commands.describe(match=N_("The match"), winner=N_("The winner (default: a draw)"))
    async def adjudicate(
        self, interaction: discord.Interaction, match: str, winner: discord.User | None = None
    ) -> None:
        """Decide a match that can't be finished."""
        async with Answer(interaction) as answer:
            self.organising.check(interaction)
            await self.organising.adjudicate(answer, match, winner)

    @join.autocomplete("event")
    @leave.autocomplete("event")
    @standings.autocomplete("event")
    @rounds.autocomplete("event")
    @challenge.autocomplete("event")
    @close.autocomplete("event")
    @cancel.autocomplete("event")
    @remove.autocomplete("event")
    @extend.autocomplete("event")
    @empty_on_failure
    async def server_events(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest events of the server."""
        return choices_of_events(await known_events(self.front, interaction), typed)

    @adjudicate.autocomplete("match")
    @empty_on_failure
    async def matches_to_decide(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest running matches of the server's events."""
        choices: Choices = []
        for event in await known_events(self.front, interaction):
            if event.state == "running":
                view = await view_of(self.club.store, event.id)
                for pairing in view.pairings:
                    words = (
                        f"{pairing.match_id} · {event_name(event)} · {view.plain_versus(pairing)}"
                    )
                    if pairing.is_open and typed.casefold().strip() in words.casefold():
                        choices.append(choice(words, str(pairing.match_id)))
        return choices[:MAX_CHOICES]
