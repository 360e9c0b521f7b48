"""Vacant seats: the buttons on the card, and the choices of the players who go on."""

from __future__ import annotations

from contextlib import suppress

from bot.interface.answers import Answer
from bot.interface.context import organises, person, viewer_of
from bot.interface.controls import on_control
from bot.interface.front import FrontCog
from bot.interface.markup import DISCORD
from bot.pages.layout import MAX_IN_ROW, Block, Button, Page, control, text_page
from club.audit import Admin
from club.matches.match import Match
from club.matches.vacancies import deciding
from language.texts import gettext
from presentation.markup import Markup
from presentation.matches.vacancies import (
    agreed_words,
    choice_labels,
    computer_for,
    offered_words,
    taken_words,
    vacancy_words,
)
from rules.refusal import Refusal
from storage.matches.match import Participant


def vacancy_blocks(match: Match, markup: Markup) -> list[Block]:
    """Return what a card says of the vacant seat, with the buttons."""
    vacancy = match.vacancy
    if vacancy is None:
        return []
    first = Button(gettext("Offer the seat"), control("offerseat", match.id), "primary")
    if vacancy.is_open:
        first = Button(gettext("Take the seat"), control("takeseat", match.id), "success")
    choices = Button(gettext("Other choices"), control("seatchoices", match.id))
    agreement = ()
    if vacancy.agreed:
        agree = control("seatlevel", match.id, vacancy.level)
        agreement = (Button(gettext("Agree"), agree, "success"),)
    return [vacancy_words(match, markup), (first, *agreement, choices)]


def take_back_button(match_id: int) -> Button:
    """Return the button with which a player takes a seat back."""
    return Button(gettext("Take it back"), control("seatback", match_id))


class VacancyCommands(FrontCog):
    """Offers vacant seats, fills them, and gives them back."""

    @on_control("offerseat")
    async def offer(self, answer: Answer, match: Match) -> None:
        """Offer the vacant seat to members, as a player or an organiser."""
        is_there = answer.interaction.guild_id == match.guild_id
        organiser = None
        if is_there and organises(answer.interaction.permissions):
            organiser = Admin(answer.user.id, answer.user.display_name)
        after = await self.club.vacancies.offer(match, answer.user.id, organiser)
        await answer.private(text_page(offered_words()))
        await self.front.report_delivery(answer, after.id)

    @on_control("takeseat")
    async def take(self, answer: Answer, match: Match) -> None:
        """Take the vacant seat, from the place of the click."""
        user = person(answer.user)
        home = match.stored.place.number
        taker = Participant(user.user_id, user.name, home=home)
        after = await self.club.vacancies.take(match, taker)
        await answer.private(text_page(taken_words(after, answer.user.id)))
        await self.front.report_delivery(answer, after.id)

    @on_control("seatback")
    async def take_back(self, answer: Answer, match_id: int) -> None:
        """Take a seat back, possibly on a message in another place than the match."""
        match = await self._match_of(answer, match_id)
        after = await self.club.vacancies.take_back(match, answer.user.id)
        await answer.private(text_page(taken_words(after, answer.user.id)))
        await self.front.report_delivery(answer, after.id)

    async def _match_of(self, answer: Answer, match_id: int) -> Match:
        """Return a match whose seat the user has left, or that they can see."""
        with suppress(Refusal):
            match = await self.club.matches.find(match_id)
            if any(each.user_id == answer.user.id for each in match.vacancies):
                return match
        return await self.club.match_finder.find_visible(viewer_of(answer.interaction), match_id)

    @on_control("seatchoices")
    async def choices(self, answer: Answer, match: Match) -> None:
        """Show what else the others can agree on."""
        has_engine = self.club.opponents.can_play(match.game)
        self.club.vacancies.check_decides(match, answer.user.id)
        buttons = [
            Button(label, control("seatlevel", match.id, level))
            for level, label in choice_labels(match, has_engine=has_engine)
        ]
        rows = [
            tuple(buttons[first : first + MAX_IN_ROW])
            for first in range(0, len(buttons), MAX_IN_ROW)
        ]
        words = [vacancy_words(match, DISCORD)]
        if len(deciding(match)) > 1:
            words.append(
                gettext(
                    "You all have to choose the same thing. Until then, you can change your mind."
                )
            )
        await answer.private(Page((*words, *rows)))

    @on_control("seatlevel")
    async def agree(self, answer: Answer, match: Match, level: int) -> None:
        """Agree to a computer in the vacant seat, or to playing on without it."""
        computer = await computer_for(self.club, match, level)
        after = await self.club.vacancies.agree(match, answer.user.id, computer)
        await answer.private(text_page(agreed_words(after, DISCORD)))
        await self.front.report_delivery(answer, after.id)
