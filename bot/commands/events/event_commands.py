"""`/event`: opening, joining and leaving events, looking at them, and what organisers may do; and
the controls of their cards."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.commands.choices import pace_choice, said_choice
from bot.commands.events.event_option import (
    choices_of_events,
    event_meant,
    event_numbered,
    known_events,
)
from bot.commands.events.opening import check_place, opened
from bot.commands.events.organising import Organising
from bot.commands.front import Front
from bot.commands.front_cog import FrontCog
from bot.commands.game_option import GAME_CHOICES
from bot.interactions.answers import Answer
from bot.interactions.autocomplete import MOST_CHOICES, Choices, choice, empty_where_it_fails
from bot.interactions.controls import on_control, outdated
from bot.interactions.interaction_context import guild_id_of, person
from bot.interactions.numbers import id_in, number_in
from bot.pages.discord_markup import DISCORD
from bot.pages.events.event_cards import event_card
from bot.pages.events.event_lists import (
    above_page,
    left_page,
    list_page,
    rounds_page,
    sure_page,
)
from bot.pages.events.standings_page import FORMS, standings_page
from bot.pages.page import text_page
from bot.pages.wording import relative
from club.clocks.pace import PACES
from club.events.course import Person
from club.events.names import named
from club.events.opening import Wishes
from presentation.events.event_words import title_of
from presentation.events.formats.registry import FORMAT_WORDS, format_label
from presentation.events.loading import view_of
from rules.language import N_, gettext, lazy_gettext
from rules.listing import sentences
from rules.refusal import Refusal
from storage.events.events import Event

FORMAT_CHOICES = [said_choice(partial(format_label, key), key) for key in FORMAT_WORDS]
PACE_CHOICES = [
    pace_choice(pace, text)
    for text, pace in PACES.items()
    if pace.time is not None and pace.is_slow
]


class EventCommands(FrontCog):
    """Lets people take part in events and look at them, and organisers see to them."""

    event = app_commands.Group(
        name="event", description=N_("Cups, leagues, tours and ladders here")
    )

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self.organising = Organising(front)

    @event.command(
        name="open",
        description=N_("For organisers: open a league, tour, ladder or Swiss tournament"),
    )
    @app_commands.describe(
        format=N_("How it is played"),
        game=N_("Which game (a tour goes through all of them)"),
        name=N_("What it is called; I'll find a name if you leave it out"),
        pace=N_("How much time a turn gets; what suits the format if you leave it out"),
        players=N_("How many can take part at most"),
        rounds=N_("How many rounds a Swiss tournament has"),
        days=N_("How many days a round lasts"),
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
            await opened(self.front, answer, format, wishes, options, joins=False)

    @event.command(name="list", description=N_("See the events of this server"))
    async def list(self, interaction: discord.Interaction) -> None:
        """Show the events, those under way first."""
        async with Answer(interaction) as answer:
            known = await known_events(self.front, interaction)
            await answer.private(list_page(known))

    @event.command(name="join", description=N_("Take part in an event"))
    @app_commands.describe(event=N_("Which event; leave it out where there is only one"))
    async def join(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Enter an event."""
        async with Answer(interaction) as answer:
            meant = await event_meant(self.front, interaction, event)
            joined = await self.club.events.join(meant.id, _person(interaction))
            await answer.private(text_page(joined_words(joined)))
            await self.front.courier.deliver_event(joined)

    @event.command(name="leave", description=N_("Leave an event"))
    @app_commands.describe(event=N_("Which event; leave it out where there is only one"))
    async def leave(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Leave an event, or ask first where it costs something."""
        async with Answer(interaction) as answer:
            await self._leave(answer, await event_meant(self.front, interaction, event))

    @event.command(name="standings", description=N_("See how an event stands (only you see it)"))
    @app_commands.describe(
        event=N_("Which event; leave it out where there is only one"),
        text=N_("Show it as text instead of a picture"),
    )
    async def standings(
        self, interaction: discord.Interaction, event: str | None = None, text: bool = False
    ) -> None:
        """Show the table, at the place of whoever asks."""
        async with Answer(interaction) as answer:
            meant = await event_meant(self.front, interaction, event)
            await self._show_standings(answer, meant, None, "text" if text else "picture")

    @event.command(name="rounds", description=N_("See who plays whom in an event"))
    @app_commands.describe(event=N_("Which event; leave it out where there is only one"))
    async def rounds(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Show the pairings of the latest round, with links to their matches."""
        async with Answer(interaction) as answer:
            meant = await event_meant(self.front, interaction, event)
            view = await view_of(self.club.store, meant.id)
            await answer.private(rounds_page(view, len(view.rounds)))

    @event.command(name="challenge", description=N_("On a ladder: challenge somebody above you"))
    @app_commands.describe(event=N_("Which ladder; leave it out where there is only one"))
    async def challenge(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Show whom one can challenge, a button each."""
        async with Answer(interaction) as answer:
            await self._show_above(answer, await event_meant(self.front, interaction, event))

    @event.command(name="close", description=N_("For organisers: begin with those who have joined"))
    @app_commands.describe(event=N_("Which event; leave it out where there is only one"))
    async def close(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Close the entries of an event, so that it begins."""
        async with Answer(interaction) as answer:
            self.organising.check(interaction)
            await self.organising.close(answer, await event_meant(self.front, interaction, event))

    @event.command(name="cancel", description=N_("For organisers: call an event off"))
    @app_commands.describe(event=N_("Which event"))
    async def cancel(self, interaction: discord.Interaction, event: str) -> None:
        """Ask whether an event is really to be called off."""
        async with Answer(interaction) as answer:
            self.organising.check(interaction)
            meant = await event_meant(self.front, interaction, event)
            await answer.private(self.organising.sure_of_cancelling(meant))

    @event.command(name="remove", description=N_("For organisers: take somebody out of an event"))
    @app_commands.describe(
        member=N_("Who"), event=N_("Which event; leave it out where there is only one")
    )
    async def remove(
        self, interaction: discord.Interaction, member: discord.User, event: str | None = None
    ) -> None:
        """Take somebody out of an event."""
        async with Answer(interaction) as answer:
            self.organising.check(interaction)
            meant = await event_meant(self.front, interaction, event)
            await self.organising.remove(answer, meant, member)

    @event.command(
        name="extend", description=N_("For organisers: give an event one more week, once")
    )
    @app_commands.describe(event=N_("Which event; leave it out where there is only one"))
    async def extend(self, interaction: discord.Interaction, event: str | None = None) -> None:
        """Give an event more time."""
        async with Answer(interaction) as answer:
            self.organising.check(interaction)
            await self.organising.extend(answer, await event_meant(self.front, interaction, event))

    @event.command(name="adjudicate", description=N_("For organisers: decide a match of an event"))
    @app_commands.describe(match=N_("Which match"), winner=N_("Who wins it; nobody for a draw"))
    async def adjudicate(
        self, interaction: discord.Interaction, match: str, winner: discord.User | None = None
    ) -> None:
        """Decide a match that can't be brought to its end."""
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
    @empty_where_it_fails
    async def events_here(self, interaction: discord.Interaction, typed: str) -> Choices:
        """The events of the server."""
        return choices_of_events(await known_events(self.front, interaction), typed)

    @adjudicate.autocomplete("match")
    @empty_where_it_fails
    async def matches_to_decide(self, interaction: discord.Interaction, typed: str) -> Choices:
        """The running matches of the events of the server."""
        found: Choices = []
        for event in await known_events(self.front, interaction):
            if event.state == "running":
                view = await view_of(self.club.store, event.id)
                for pairing in view.pairings:
                    words = f"{pairing.match_id} · {named(event)} · {view.plain_versus(pairing)}"
                    if pairing.is_open and typed.casefold().strip() in words.casefold():
                        found.append(choice(words, str(pairing.match_id)))
        return found[:MOST_CHOICES]

    @on_control("event-join", arguments=1, updates=True)
    async def join_by_button(self, answer: Answer, number: str) -> None:
        """Enter an event; its card shows it at once."""
        event = await event_numbered(self.front, answer.interaction, number)
        joined = await self.club.events.join(event.id, _person(answer.interaction))
        await self._refresh_card(answer, joined)
        await answer.private(text_page(joined_words(joined)))

    @on_control("event-still", arguments=1, updates=True)
    async def stay(self, answer: Answer, number: str) -> None:
        """Say that one is still there, or that one plays the next season too."""
        event = await event_numbered(self.front, answer.interaction, number)
        stayed = await self.club.events.still_in(event.id, _person(answer.interaction))
        await self._refresh_card(answer, stayed)
        await answer.private(
            text_page(str(sentences(gettext("Glad you're still here."), joined_words(stayed))))
        )

    @on_control("event-leave", arguments=1)
    async def leave_by_button(self, answer: Answer, number: str) -> None:
        """Leave an event, or ask first where it costs something."""
        await self._leave(answer, await event_numbered(self.front, answer.interaction, number))

    @on_control("event-gone", arguments=1, updates=True)
    async def leave_surely(self, answer: Answer, number: str) -> None:
        """Leave an event that has begun."""
        event = await event_numbered(self.front, answer.interaction, number)
        left = await self.club.events.leave(event.id, answer.user.id)
        await answer.update(left_page(left))
        await self.front.courier.deliver_event(left)

    @on_control("event-standings", arguments=3)
    async def look_closer(self, answer: Answer, number: str, page: str, form: str) -> None:
        """Show the table to whoever clicks, at their own place first."""
        event = await event_numbered(self.front, answer.interaction, number)
        await self._show_standings(answer, event, None, form)

    @on_control("event-page", arguments=3, updates=True)
    async def turn(self, answer: Answer, number: str, page: str, form: str) -> None:
        """Show another part of the table, or the same as text."""
        event = await event_numbered(self.front, answer.interaction, number)
        await self._show_standings(answer, event, number_in(page, "page"), form)

    @on_control("event-news", arguments=2)
    async def look_closer_from_news(self, answer: Answer, number: str, news: str) -> None:
        """Show the table to whoever clicks below the news."""
        event = await event_numbered(self.front, answer.interaction, number)
        await self._show_standings(answer, event, None, "picture")

    @on_control("event-rounds", arguments=2)
    async def show_rounds(self, answer: Answer, number: str, of_round: str) -> None:
        """Show the pairings of the latest round to whoever clicks."""
        event = await event_numbered(self.front, answer.interaction, number)
        view = await view_of(self.club.store, event.id)
        await answer.private(rounds_page(view, len(view.rounds)))

    @on_control("event-round", arguments=3, updates=True)
    async def turn_round(self, answer: Answer, number: str, of_round: str, page: str) -> None:
        """Show the pairings of another round, or more of them."""
        event = await event_numbered(self.front, answer.interaction, number)
        view = await view_of(self.club.store, event.id)
        await answer.update(
            rounds_page(view, number_in(of_round, "round"), number_in(page, "page"))
        )

    @on_control("event-above", arguments=1)
    async def show_above(self, answer: Answer, number: str) -> None:
        """Show whom one can challenge on a ladder."""
        await self._show_above(answer, await event_numbered(self.front, answer.interaction, number))

    @on_control("event-climb", arguments=2, updates=True)
    async def challenge_above(self, answer: Answer, number: str, opponent: str) -> None:
        """Challenge somebody above on a ladder; the match begins at once."""
        event = await event_numbered(self.front, answer.interaction, number)
        opponent_id = id_in(opponent)
        if opponent_id is None:
            raise outdated()
        view = await view_of(self.club.store, event.id)
        above = view.entrant(opponent_id)
        if above is None or not above.is_in or above.place is None:
            raise Refusal(
                "gone",
                lazy_gettext("They are no longer on this ladder. Click **Challenge** once more."),
            )
        match_id = await self.club.events.challenge_above(
            event.id, _person(answer.interaction), above.place
        )
        words = gettext(
            "Match {number} of **{event}** begins. Good luck!",
            number=match_id,
            event=title_of(event, DISCORD),
        )
        await answer.update(text_page(words))
        await self.front.report_delivery(answer, match_id)

    @on_control("event-cancel", arguments=1, updates=True)
    async def cancel_surely(self, answer: Answer, number: str) -> None:
        """Call an event off, for an organiser."""
        self.organising.check(answer.interaction)
        event = await event_numbered(self.front, answer.interaction, number)
        await self.organising.cancel(answer, event)

    async def _leave(self, answer: Answer, event: Event) -> None:
        if event.state == "running":
            await answer.private(sure_page(event))
            return
        left = await self.club.events.leave(event.id, answer.user.id)
        await answer.private(left_page(left))
        await self.front.courier.deliver_event(left)

    async def _show_standings(
        self, answer: Answer, event: Event, page: int | None, form: str
    ) -> None:
        if form not in FORMS:
            raise outdated()
        view = await view_of(self.club.store, event.id)
        width = await self.front.board_width(guild_id_of(answer.interaction))
        shown = await standings_page(view, width, page, form, answer.user.id)
        await (answer.private(shown) if page is None else answer.update(shown))

    async def _show_above(self, answer: Answer, event: Event) -> None:
        if event.format != "ladder":
            raise Refusal(
                "not_a_ladder",
                lazy_gettext(
                    "You challenge people yourself only on a ladder. In other events I pair you."
                ),
            )
        view = await view_of(self.club.store, event.id)
        await answer.private(above_page(view, answer.user.id))

    async def _refresh_card(self, answer: Answer, event: Event) -> None:
        """Show the card that was clicked as it is now; the button may be on another message."""
        message = answer.interaction.message
        if message is not None and message.id == event.card_message_id:
            view = await view_of(self.club.store, event.id)
            width = await self.front.board_width(event.guild_id)
            async with answer.publicly():
                page = await event_card(view, width)
            await answer.update(page)
        else:
            await self.front.courier.deliver_event(event)


def joined_words(event: Event) -> str:
    """What somebody is told who has joined."""
    title = title_of(event, DISCORD)
    if event.state == "running":
        return gettext("You're in **{event}**. I'll tell you when it's your turn.", event=title)
    if event.entries_close_at is None:
        return gettext(
            "You're in **{event}**. It begins by itself when it's full, and I'll tell you when "
            "it's your turn.",
            event=title,
        )
    return gettext(
        "You're in **{event}**. It begins {when}, and I'll tell you when it's your turn.",
        event=title,
        when=relative(event.entries_close_at),
    )


def _person(interaction: discord.Interaction) -> Person:
    who = person(interaction.user)
    return Person(who.user_id, who.name)
