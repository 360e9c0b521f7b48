"""The form for a challenge: opening it, and posting what was entered after showing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.challenges.cards import challenge_card
from bot.challenges.making import (
    BETWEEN,
    FIRST,
    RATED,
    USUAL,
    ChallengeMaker,
    Proposal,
    check_place,
    member_of,
    proposal_button,
)
from bot.interface import permissions
from bot.interface.answers import Answer
from bot.interface.context import card_channel_id_of, person, place_of
from bot.interface.controls import on_control, outdated
from bot.interface.front import in_context_menu
from bot.interface.markup import DISCORD, card_address
from bot.interface.options import game_choice
from bot.pages.forms import ChoiceField, Form, FormEntries, PeopleField, TextField, TicksField
from bot.pages.layout import Button, MenuChoice, Page, control, id_in
from club.paces import PACES, PRIVATE_PACES
from engine.engine import LEVELS
from language.lists import listed
from language.texts import N_, gettext, lazy_gettext, ngettext
from presentation.phrases import pace_words
from rules.position import Game
from rules.record import options_text
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.challenges.challenges import Challenge
from storage.matches.match import Participant, Place, Terms

GAME, OPPONENTS, OPTIONS, PACE, TERMS = "game", "opponents", "options", "pace", "terms"
MAX_OPPONENTS = 2
MAX_OPTIONS_LENGTH = 60

LEVEL_NUMBERS = {each.number for each in LEVELS}


def challenge_form(proposal: Proposal, paces: tuple[str, ...]) -> Form:
    """Return the form with a proposal in it.

    :param paces: the paces to choose from.
    """
    games = tuple(game_choice(key, chosen=key == proposal.game) for key in GAMES)
    usual = MenuChoice(gettext("Usual pace"), USUAL, chosen=proposal.pace not in paces)
    other_paces = (
        MenuChoice(pace_words(PACES[text]), text, chosen=text == proposal.pace) for text in paces
    )
    ticks = (
        MenuChoice(gettext("Rated"), RATED, chosen=proposal.rated),
        MenuChoice(gettext("I move first"), FIRST, chosen=proposal.seat == 1),
    )
    anyone, example = gettext("Anyone in this channel"), gettext("for example: size 5")
    return Form(
        control("proposed", proposal.seat or 0, proposal.level or 0),
        gettext("Challenge someone"),
        (
            ChoiceField(GAME, gettext("Game"), games),
            PeopleField(OPPONENTS, gettext("Opponents"), anyone, proposal.opponents, MAX_OPPONENTS),
            TextField(
                OPTIONS,
                gettext("Options of the game"),
                proposal.options[:MAX_OPTIONS_LENGTH],
                example,
                MAX_OPTIONS_LENGTH,
                is_required=False,
            ),
            ChoiceField(PACE, gettext("Time per turn"), (usual, *other_paces)),
            TicksField(TERMS, gettext("Terms"), ticks),
        ),
    )


class ChallengeForms(ChallengeMaker):
    """Opens the form for a challenge, and makes the entered challenge."""

    @in_context_menu(N_("Challenge"))
    async def challenge_member(self, answer: Answer, member: discord.User) -> None:
        """Open the form for a challenge to the member whose menu was opened."""
        if member.id == answer.user.id:
            words = lazy_gettext("You can't play against yourself. Choose someone else.")
            raise Refusal("yourself", words)
        check_place(answer.interaction)
        self.guests(answer.interaction, [member], None)
        await self._ask(answer, Proposal(opponents=(member.id,)))

    @on_control("propose")
    async def open_form(
        self, answer: Answer, game: str, people: str, pace: str, terms: str, options: str
    ) -> None:
        """Open the form with the entries in a button."""
        await self._ask(answer, _proposal(game, people, pace, terms, options))

    @on_control("seek")
    async def open_form_of_game(self, answer: Answer, game: Game) -> None:
        """Open the form for a challenge to a game."""
        await self._ask(answer, Proposal(game.key))

    @on_control("proposed")
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
            tuple(user.id for user in users),
            entries.text(OPTIONS),
            pace if pace in PACES else None,
            rated=RATED in terms,
            seat=1 if FIRST in terms else (before if before != 1 else None),
            level=_level(level) if plays_bot else None,
        )
        if place_of(answer.interaction).guild_id is None:
            # The bot only answers there, so the card is the answer.
            await self.propose(answer, proposal, users)
            return
        async with self.fixable(answer, proposal):
            entered_terms, guests = await self.entered(answer, proposal, users)
            place, user = self._card_place(answer.interaction), person(answer.user)
            draft = self.club.challenges.draft(entered_terms, place, user, guests, proposal.seat)
            if not all(guest.accepted for guest in draft.guests):
                await answer.private(await _draft_page(draft, proposal))
                return
        await self.propose(answer, proposal, users)

    @on_control("post", updates=True)
    async def post_draft(
        self, answer: Answer, game: str, people: str, pace: str, terms: str, options: str
    ) -> None:
        """Post the challenge that was entered into the form."""
        proposal = _proposal(game, people, pace, terms, options)
        users = [await member_of(answer.interaction, each) for each in proposal.opponents]
        async with self.fixable(answer, proposal):
            entered_terms, guests = await self.entered(answer, proposal, users)
            challenge = await self._post_in_channel(answer, entered_terms, guests, proposal.seat)
            await answer.update(_posted_page(challenge))

    def _card_place(self, interaction: discord.Interaction) -> Place:
        """Return where the card goes: from a public thread, to its channel.

        :raises Refusal: `permissions`.
        """
        channel_id = card_channel_id_of(interaction)
        cached_channel = self.front.client.get_channel(channel_id)
        if isinstance(cached_channel, discord.TextChannel):
            permissions.require(
                cached_channel.permissions_for(cached_channel.guild.me), channel_id, in_thread=False
            )
        return replace(place_of(interaction), channel_id=channel_id)

    async def _post_in_channel(
        self, answer: Answer, terms: Terms, guests: Sequence[Participant], seat: int | None
    ) -> Challenge:
        """Make a challenge and post its card, apart from the answer."""
        place = self._card_place(answer.interaction)
        challenge = await self.club.challenges.make(
            terms, place, person(answer.user), guests, seat=seat, only_one=True
        )
        channel = self.front.client.get_partial_messageable(place.channel_id)
        try:
            async with answer.publicly():
                card = await challenge_card(challenge)
            message = await channel.send(
                view=card.layout(),
                files=card.files(),
                allowed_mentions=card.allowed_mentions(),
                nonce=f"n{challenge.id}",
            )
        except Exception:
            await self.club.challenges.cancel(challenge.id, person(answer.user))
            raise
        return await self.club.challenges.set_message(challenge.id, message.id)

    async def _ask(self, answer: Answer, proposal: Proposal) -> None:
        await self.settings_of_place(answer.interaction)
        is_private = place_of(answer.interaction).guild_id is None
        paces = PRIVATE_PACES if is_private else tuple(PACES)
        await answer.ask(challenge_form(proposal, paces))


async def _draft_page(draft: Challenge, proposal: Proposal) -> Page:
    """Return what will be posted, with buttons to post or to edit it."""
    exact = replace(proposal, options=options_text(GAMES[draft.game], draft.options))
    heading = gettext("I'll post this in {channel}:", channel=DISCORD.channel(draft.channel_id))
    (card, *_) = (await challenge_card(draft)).blocks
    buttons = (
        proposal_button(gettext("Post the challenge"), exact, "post", "success"),
        proposal_button(gettext("Edit"), exact),
    )
    return Page((heading, card, buttons))


def _posted_page(challenge: Challenge) -> Page:
    """Return who can accept a challenge and where, with a button to cancel it."""
    names = [DISCORD.name(guest.name) for guest in challenge.guests if guest.name is not None]
    link = card_address(challenge)
    words = gettext("Anyone in this channel can accept your challenge now: {link}", link=link)
    if len(names) == len(challenge.guests):
        words = ngettext(
            "{names} can accept your challenge now: {link}",
            "{names} can accept your challenge now: {link}",
            len(names),
            names=listed(names),
            link=link,
        )
    cancel = Button(gettext("Cancel the challenge"), control("withdraw", challenge.id))
    return Page((words, (cancel,)))


def _proposal(game: str, people: str, pace: str, terms: str, options: str) -> Proposal:
    """Return the proposal in a button.

    :raises Refusal: `outdated`.
    """
    opponents = [id_in(each) for each in people.split(BETWEEN) if each]
    if game not in GAMES or None in opponents or len(opponents) > MAX_OPPONENTS:
        raise outdated()
    return Proposal(
        game,
        tuple(opponent for opponent in opponents if opponent is not None),
        options,
        pace if pace in PACES else None,
        rated=terms[:1] == RATED[0],
        seat=_seat(terms[1:2]),
        level=_level(terms[2:3]),
    )


def _seat(text: str) -> int | None:
    return int(text) if text in ("1", "2", "3") else None


def _level(text: str) -> int | None:
    number = int(text) if text.isascii() and text.isdigit() and len(text) == 1 else 0
    return number if number in LEVEL_NUMBERS else None
