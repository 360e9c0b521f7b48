"""The controls of event cards and of the pages they open."""

from __future__ import annotations

from bot.commands.events.event_actions import EventActions, joined_words, person_of
from bot.commands.events.event_option import event_numbered
from bot.commands.events.organising import Organising
from bot.commands.front import Front
from bot.commands.front_cog import FrontCog
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated
from bot.interactions.entries.numbers import id_in, number_in
from bot.pages.discord_markup import DISCORD
from bot.pages.events.event_lists import left_page, rounds_page
from bot.pages.page import text_page
from language.lists import sentences
from language.texts import gettext, lazy_gettext
from presentation.events.event_words import title_of
from presentation.events.loading import view_of
from rules.refusal import Refusal


class EventControls(FrontCog):
    """Handles the controls of events."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self.organising = Organising(front)
        self.actions = EventActions(front)

    @on_control("event-join", arguments=1, updates=True)
    async def join_by_button(self, answer: Answer, number: str) -> None:
        """Enter an event and update its card."""
        event = await event_numbered(self.front, answer.interaction, number)
        updated_event = await self.club.events.join(event.id, person_of(answer.interaction))
        await self.actions.refresh_card(answer, updated_event)
        await answer.private(text_page(joined_words(updated_event)))

    @on_control("event-still", arguments=1, updates=True)
    async def stay(self, answer: Answer, number: str) -> None:
        """Confirm an entry, before the start or for the next season."""
        event = await event_numbered(self.front, answer.interaction, number)
        updated_event = await self.club.events.confirm_entry(
            event.id, person_of(answer.interaction)
        )
        await self.actions.refresh_card(answer, updated_event)
        await answer.private(
            text_page(
                str(sentences(gettext("Glad you're still here."), joined_words(updated_event)))
            )
        )

    @on_control("event-leave", arguments=1)
    async def leave_by_button(self, answer: Answer, number: str) -> None:
        """Leave an event, or ask for confirmation if it has started."""
        await self.actions.leave(
            answer, await event_numbered(self.front, answer.interaction, number)
        )

    @on_control("event-gone", arguments=1, updates=True)
    async def leave_confirmed(self, answer: Answer, number: str) -> None:
        """Leave an event that has started, after confirmation."""
        event = await event_numbered(self.front, answer.interaction, number)
        updated_event = await self.club.events.leave(event.id, answer.user.id)
        await answer.update(left_page(updated_event))
        await self.front.courier.deliver_event(updated_event)

    @on_control("event-standings", arguments=3)
    async def open_standings(self, answer: Answer, number: str, page: str, form: str) -> None:
        """Show the standings at the page with the user's row."""
        event = await event_numbered(self.front, answer.interaction, number)
        await self.actions.show_standings(answer, event, None, form)

    @on_control("event-page", arguments=3, updates=True)
    async def turn(self, answer: Answer, number: str, page: str, form: str) -> None:
        """Show another page of the standings, or the same page as text."""
        event = await event_numbered(self.front, answer.interaction, number)
        await self.actions.show_standings(answer, event, number_in(page, "page"), form)

    @on_control("event-news", arguments=2)
    async def open_standings_from_news(self, answer: Answer, number: str, news: str) -> None:
        """Show the standings after a click on the news."""
        event = await event_numbered(self.front, answer.interaction, number)
        await self.actions.show_standings(answer, event, None, "picture")

    @on_control("event-rounds", arguments=2)
    async def show_rounds(self, answer: Answer, number: str, of_round: str) -> None:
        """Show the pairings of the latest round."""
        event = await event_numbered(self.front, answer.interaction, number)
        await self.actions.show_rounds(answer, event)

    @on_control("event-round", arguments=3, updates=True)
    async def turn_round(self, answer: Answer, number: str, of_round: str, page: str) -> None:
        """Show the pairings of another round, or another page of them."""
        event = await event_numbered(self.front, answer.interaction, number)
        view = await view_of(self.club.store, event.id)
        await answer.update(
            rounds_page(view, number_in(of_round, "round"), number_in(page, "page"))
        )

    @on_control("event-above", arguments=1)
    async def show_above(self, answer: Answer, number: str) -> None:
        """Show the opponents to challenge on a ladder."""
        await self.actions.show_above(
            answer, await event_numbered(self.front, answer.interaction, number)
        )

    @on_control("event-climb", arguments=2, updates=True)
    async def challenge_above(self, answer: Answer, number: str, opponent: str) -> None:
        """Challenge someone above on a ladder and start the match."""
        event = await event_numbered(self.front, answer.interaction, number)
        opponent_id = id_in(opponent)
        if opponent_id is None:
            raise outdated()
        view = await view_of(self.club.store, event.id)
        above = view.entrant(opponent_id)
        if above is None or not above.is_in or above.place is None:
            raise Refusal(
                "gone",
                lazy_gettext("This player has left the ladder. Click **Challenge** again."),
            )
        match_id = await self.club.events.challenge_above(
            event.id, person_of(answer.interaction), above.place
        )
        words = gettext(
            "Match {number} of **{event}** has started. Good luck!",
            number=match_id,
            event=title_of(event, DISCORD),
        )
        await answer.update(text_page(words))
        await self.front.report_delivery(answer, match_id)

    @on_control("event-cancel", arguments=1, updates=True)
    async def cancel_confirmed(self, answer: Answer, number: str) -> None:
        """Cancel an event, after confirmation by an organiser."""
        self.organising.check(answer.interaction)
        event = await event_numbered(self.front, answer.interaction, number)
        await self.organising.cancel(answer, event)
