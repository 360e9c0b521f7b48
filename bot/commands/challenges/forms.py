"""The form for a challenge, opened from a member's menu or profile, or to correct a refused
challenge."""

from __future__ import annotations

import discord

from bot.commands.challenges.making import ChallengeMaker, check_place
from bot.commands.front_cog import in_context_menu
from bot.interactions.answers import Answer
from bot.interactions.controls import on_control, outdated
from bot.interactions.entries.form_entries import FormEntries
from bot.interactions.entries.numbers import id_in
from bot.interactions.interaction_context import place_of
from bot.pages.matches.challenge_form import (
    FIRST,
    GAME,
    MAX_OPPONENTS,
    OPPONENTS,
    OPTIONS,
    PACE,
    RATED,
    TERMS,
    Proposal,
    challenge_form,
)
from club.clocks.pace import PACES, PRIVATE_PACES
from engine.engine import LEVELS
from language.texts import N_, lazy_gettext
from rules.refusal import Refusal
from rules.registry import GAMES

LEVEL_NUMBERS = {each.number for each in LEVELS}


class ChallengeForms(ChallengeMaker):
    """Opens the form for a challenge, and makes the entered challenge."""

    @in_context_menu(N_("Challenge"))
    async def challenge_member(
        self, interaction: discord.Interaction, member: discord.User
    ) -> None:
        """Open the form for a challenge to the member whose menu was opened."""
        async with Answer(interaction) as answer:
            if member.id == interaction.user.id:
                words = lazy_gettext("You can't play against yourself. Choose someone else.")
                raise Refusal("yourself", words)
            check_place(interaction)
            self.guests(interaction, [member], None)
            await self._ask(answer, Proposal(opponents=(member.id,)))

    @on_control("propose", arguments=5)
    async def open_form(
        self, answer: Answer, game: str, people: str, pace: str, terms: str, options: str
    ) -> None:
        """Open the form with the entries in a button."""
        opponents = [id_in(each) for each in people.split(".") if each]
        if game not in GAMES or None in opponents or len(opponents) > MAX_OPPONENTS:
            raise outdated()
        await self._ask(
            answer,
            Proposal(
                game,
                tuple(each for each in opponents if each is not None),
                options,
                pace if pace in PACES else None,
                rated=terms[:1] == RATED[0],
                seat=_seat(terms[1:2]),
                level=_level(terms[2:3]),
            ),
        )

    @on_control("proposed", arguments=2)
    async def submit_form(self, answer: Answer, seat: str, level: str) -> None:
        """Make the challenge entered into the form.

        :param seat: the previously chosen seat. The form only offers the first.
        :param level: the previously chosen level of the bot.
        """
        entries = FormEntries(answer.interaction)
        game, pace, terms = entries.choice(GAME), entries.choice(PACE), entries.choices(TERMS)
        if game not in GAMES:
            raise outdated()
        users, before = entries.people(OPPONENTS), _seat(seat)
        plays_bot = not users or self.front.own_user in users
        proposal = Proposal(
            game,
            tuple(each.id for each in users),
            entries.text(OPTIONS),
            pace if pace in PACES else None,
            rated=RATED in terms,
            seat=1 if FIRST in terms else (before if before != 1 else None),
            level=_level(level) if plays_bot else None,
        )
        await self.propose(answer, proposal, users)

    async def _ask(self, answer: Answer, proposal: Proposal) -> None:
        is_private = place_of(answer.interaction).guild_id is None
        paces = PRIVATE_PACES if is_private else tuple(PACES)
        await answer.ask(challenge_form(proposal, paces))


def _seat(text: str) -> int | None:
    return int(text) if text in ("1", "2", "3") else None


def _level(text: str) -> int | None:
    number = int(text) if text.isascii() and text.isdigit() and len(text) == 1 else 0
    return number if number in LEVEL_NUMBERS else None
