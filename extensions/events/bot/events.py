"""`/event`: opening, joining, leaving, viewing and organising events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord
from discord import app_commands

from bot.interface.answers import Answer
from bot.interface.context import viewer_of
from bot.interface.controls import on_control, values_of
from bot.interface.front import BY_SERVER, IN_SERVERS, Front, FrontCog, command
from bot.interface.options import (
    GAME_CHOICES,
    OPTIONS_WORDS,
    PACE_CHOICES,
    Choices,
    choices_with,
    empty_on_failure,
    translated_choice,
)
from bot.matches.archive import ANY, MENUS, Search, archive_page
from bot.pages.layout import (
    MAX_OPTION_LENGTH,
    MAX_OPTIONS,
    Menu,
    MenuChoice,
    control,
    cut,
    text_page,
)
from extensions.events.bot.cards import deliver_card
from extensions.events.bot.entering import (
    NAMED_EVENT,
    ORGANISED_EVENT,
    EventActions,
    event_option,
    joined_words,
    known_events,
    person_of,
)
from extensions.events.bot.opening import check_place, open_event
from extensions.events.bot.organising import Organising, check_organises
from extensions.events.bot.standings import above_page, leave_question, left_page, list_page
from extensions.events.club.events import Events
from extensions.events.club.formats.registry import event_name, format_of
from extensions.events.club.opening import EventOptions
from extensions.events.presentation.event_view import view_of
from extensions.events.presentation.events import title_of
from extensions.events.presentation.formats.registry import FORMAT_WORDS, format_label
from extensions.events.storage.events import Event
from language.texts import N_, gettext, lazy_gettext
from presentation.markup import PLAIN
from rules.refusal import Refusal

FORMAT_CHOICES = [translated_choice(partial(format_label, key), key) for key in FORMAT_WORDS]


class EventCommands(FrontCog):
    """The commands for entrants, viewers and organisers of events."""

    event = app_commands.Group(
        name="event",
        description=N_("Cups, leagues and other events"),
        allowed_contexts=IN_SERVERS,
        allowed_installs=BY_SERVER,
    )

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self.organising = Organising(front)
        self.actions = EventActions(front)

    @command("open", N_("For organisers: open an event, such as a league"), group=event)
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
        substitutes=N_("Wait a day for a substitute if a player's time runs out (default: no)"),
        options=OPTIONS_WORDS,
    )
    @app_commands.choices(format=FORMAT_CHOICES, game=GAME_CHOICES, pace=PACE_CHOICES)
    async def open(
        self,
        answer: Answer,
        format: str,
        game: str | None = None,
        name: str | None = None,
        pace: str | None = None,
        players: int | None = None,
        rounds: int | None = None,
        days: int | None = None,
        substitutes: bool = False,
        options: str | None = None,
    ) -> None:
        """Open an event of any format."""
        check_organises(answer.interaction)
        check_place(answer.interaction)
        wishes = EventOptions(game, None, name, pace, rounds, days, players, substitutes)
        await open_event(self.front, answer, format, wishes, options, joins=False)

    @command("list", N_("See the events of this server"), group=event)
    async def list(self, answer: Answer) -> None:
        """List the events, current ones first."""
        events = await known_events(self.front, answer.interaction)
        await answer.private(list_page(events))

    @command("join", N_("Take part in an event"), NAMED_EVENT, group=event)
    async def join(self, answer: Answer, event: Event) -> None:
        """Enter an event."""
        updated_event = await self.club.part(Events).join(event.id, person_of(answer.interaction))
        await answer.private(text_page(joined_words(updated_event)))
        await deliver_card(self.front, updated_event)

    @command("leave", N_("Leave an event"), NAMED_EVENT, group=event)
    @on_control("event-leave")
    async def leave(self, answer: Answer, event: Event) -> None:
        """Leave an event, or ask for confirmation if it has started."""
        if event.state == "running":
            await answer.private(leave_question(event))
            return
        updated_event = await self.club.part(Events).leave(event.id, answer.user.id)
        await answer.private(left_page(updated_event))
        await deliver_card(self.front, updated_event)

    @command(
        "standings", N_("See the standings of an event (only you see it)"), NAMED_EVENT, group=event
    )
    @app_commands.describe(text=N_("Show it as text instead of a picture"))
    async def standings(self, answer: Answer, event: Event, text: bool = False) -> None:
        """Show the standings at the page with the user's row."""
        await self.actions.show_standings(answer, event, None, "text" if text else "picture")

    @command("rounds", N_("See who plays whom in an event"), NAMED_EVENT, group=event)
    async def rounds(self, answer: Answer, event: Event) -> None:
        """Show the pairings of the latest round, with links to their matches."""
        await self.actions.show_rounds(answer, event)

    @command(
        "challenge",
        N_("On a ladder: challenge someone above you"),
        event_option(N_("The ladder (not needed if there is only one)")),
        group=event,
    )
    @on_control("event-above")
    async def challenge(self, answer: Answer, event: Event) -> None:
        """Show the opponents to challenge on a ladder, with a button each.

        :raises Refusal: `not_a_ladder`.
        """
        if not format_of(event).has_challenges:
            raise Refusal(
                "not_a_ladder",
                lazy_gettext(
                    "Only ladders let you choose an opponent. In other events I make the pairings."
                ),
            )
        view = await view_of(self.club.store, event.id)
        await answer.private(above_page(view, answer.user.id))

    @command(
        "close",
        N_("For organisers: start now with everyone who has joined"),
        ORGANISED_EVENT,
        group=event,
    )
    async def close(self, answer: Answer, event: Event) -> None:
        """Close the entries of an event so that it starts."""
        await self.organising.close(answer, event)

    @command(
        "cancel",
        N_("For organisers: cancel an event"),
        event_option(N_("The event"), organises=True, is_required=True),
        group=event,
    )
    async def cancel(self, answer: Answer, event: Event) -> None:
        """Ask for confirmation to cancel an event."""
        await answer.private(self.organising.cancel_question(event))

    @command(
        "remove", N_("For organisers: remove someone from an event"), ORGANISED_EVENT, group=event
    )
    @app_commands.describe(member=N_("The member to remove"))
    async def remove(self, answer: Answer, member: discord.User, event: Event) -> None:
        """Remove an entrant from an event."""
        await self.organising.remove(answer, event, member)

    @command(
        "extend",
        N_("For organisers: extend an event by a week, once"),
        ORGANISED_EVENT,
        group=event,
    )
    async def extend(self, answer: Answer, event: Event) -> None:
        """Extend an event."""
        await self.organising.extend(answer, event)

    @command("adjudicate", N_("For organisers: decide a match of an event"), group=event)
    @app_commands.describe(match=N_("The match"), winner=N_("The winner (default: a draw)"))
    async def adjudicate(
        self, answer: Answer, match: str, winner: discord.User | None = None
    ) -> None:
        """Decide a match that can't be finished."""
        check_organises(answer.interaction)
        await self.organising.adjudicate(answer, match, winner)

    @adjudicate.autocomplete("match")
    @empty_on_failure
    async def matches_to_decide(self, interaction: discord.Interaction, typed: str) -> Choices:
        """Suggest running matches of the server's events."""
        texts: list[tuple[str, str]] = []
        for event in await known_events(self.front, interaction):
            if event.state == "running":
                view = await view_of(self.club.store, event.id)
                for pairing in view.pairings:
                    words = (
                        f"{pairing.match_id} · {event_name(event)} · {view.plain_versus(pairing)}"
                    )
                    if pairing.is_open:
                        texts.append((words, str(pairing.match_id)))
        return choices_with(typed, texts)


@MENUS.add
async def event_menu(shown: tuple[Front, Answer, Search]) -> Sequence[Menu]:
    """Return the menu of the server's latest events that the user may see, if there are any."""
    front, answer, search = shown
    viewer = viewer_of(answer.interaction)
    if viewer.guild_id is None:
        return []
    events = await front.club.part(Events).reader.latest(viewer.guild_id)
    choices = [
        MenuChoice(
            cut(title_of(each, PLAIN), MAX_OPTION_LENGTH),
            str(each.id),
            chosen=str(each.id) == search.event,
        )
        for each in events[: MAX_OPTIONS - 1]
        if viewer.sees(each.place)
    ]
    if not choices:
        return []
    every = MenuChoice(gettext("Any event"), ANY, chosen=not search.event)
    return [Menu(control("archive-event", search.player), gettext("Event"), (every, *choices))]


class EventMatches(FrontCog):
    """Narrows the list of finished matches to those of an event."""

    @on_control("archive-event", updates=True)
    async def choose_event(self, answer: Answer, player: str) -> None:
        """Show the matches of the event chosen in the menu."""
        event = next(iter(values_of(answer.interaction)), ANY)
        search = Search(player, event="" if event == ANY else event)
        await answer.update(await archive_page(self.front, answer, search))
