"""Making challenges by command, button or form, and posting their cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.challenges.cards import ChallengeCards, challenge_card
from bot.interface import permissions
from bot.interface.answers import Answer, refusal_page
from bot.interface.arguments import id_in
from bot.interface.context import person, place_id_of, place_of
from bot.interface.controls import on_control, outdated
from bot.interface.delivery import Posting
from bot.interface.forms import ChoiceField, Form, FormEntries, PeopleField, TextField, TicksField
from bot.interface.front import Front, FrontCog, in_context_menu
from bot.interface.layout import MAX_CONTROL_LENGTH, SEPARATOR, Button, MenuChoice, Page, control
from bot.interface.options import game_choice, options_in
from bot.matches.panel import MoveAnswers, first_move_page
from club.matches.computers import USUAL_LEVEL
from club.matches.match import Match
from club.paces import PACES, PRIVATE_PACES
from engine.engine import LEVELS, level_numbered
from language.texts import N_, Text, gettext, lazy_gettext
from presentation.matches.play import computer_name
from presentation.phrases import pace_words
from rules.refusal import Refusal
from rules.registry import FIRST_GAME, GAMES, game_named
from storage.challenges.challenges import Challenge, TeamTerms
from storage.matches.match import Participant, Terms
from storage.servers.settings import GuildSettings

GAME, OPPONENTS, OPTIONS, PACE, TERMS = "game", "opponents", "options", "pace", "terms"
RATED, FIRST = "rated", "first"
"""The checkboxes of `TERMS`."""

USUAL = "usual"
"""The choice of the place's usual pace."""

MAX_OPPONENTS = 2
MAX_OPTIONS_LENGTH = 60

_BETWEEN = "."

FIXABLE_CODES = frozenset(
    {
        "alone",
        "blocks",
        "bot",
        "level",
        "not_available",
        "not_here",
        "option",
        "pace",
        "same_guest",
        "seat",
        "too_many_guests",
        "yourself",
    }
)
"""Codes of refusals that the user can resolve by editing the form."""

LEVEL_NUMBERS = {each.number for each in LEVELS}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A challenge as entered in the form."""

    game: str = FIRST_GAME.key
    opponents: tuple[int, ...] = ()
    """The ids of users. If empty, the seats are open to anyone."""
    options: str = ""
    """The options of the game, as typed."""
    pace: str | None = None
    """None for the usual pace of the place."""
    rated: bool = True
    seat: int | None = None
    level: int | None = None
    """The bot's level, if it plays."""


def proposal_button(label: str, proposal: Proposal) -> Button:
    """Return a button that opens the form with a proposal."""
    people = _BETWEEN.join(map(str, proposal.opponents))
    rated = RATED[0] if proposal.rated else "-"
    terms = f"{rated}{proposal.seat or 0}{proposal.level or 0}"
    fixed_part = control("propose", proposal.game, people, proposal.pace or USUAL, terms, "")
    options = " ".join(proposal.options.replace(SEPARATOR, " ").split())
    return Button(label, f"{fixed_part}{options[: MAX_CONTROL_LENGTH - len(fixed_part)]}")


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


class ChallengeMaker(FrontCog):
    """Makes challenges in the place of an interaction."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self.cards = ChallengeCards(Posting(front.client, front.club, front.languages))

    async def propose(
        self, answer: Answer, proposal: Proposal, users: Sequence[discord.abc.User]
    ) -> None:
        """Make the proposed challenge.

        A refusal that the user can resolve gets a button to edit the form.

        :param users: the opponents.
        """
        try:
            challenge = await self._make_challenge(answer, proposal, users)
        except Refusal as refusal:
            if refusal.code not in FIXABLE_CODES:
                raise
            page = refusal_page(refusal, answer.user.id, answer.interaction.guild_id)
            page = answer.with_typed_texts(page)
            edit = proposal_button(gettext("Edit"), proposal)
            await answer.private(Page((*page.blocks, (edit,))))
        else:
            await self.begin(answer, challenge)

    async def _make_challenge(
        self, answer: Answer, proposal: Proposal, users: Sequence[discord.abc.User]
    ) -> Challenge:
        game, interaction = game_named(proposal.game), answer.interaction
        guests = self.guests(interaction, users, proposal.level)
        seats = max(1 + len(users), proposal.seat or 0)
        options = game.choose(options_in(game, proposal.options), seats=seats)
        settings = await self.settings_of_place(interaction)
        pace = proposal.pace or settings.pace
        terms = Terms(game.key, options, pace, rated=proposal.rated)
        return await self.make(answer, terms, guests, seat=proposal.seat)

    async def make(
        self,
        answer: Answer,
        terms: Terms,
        guests: Sequence[Participant],
        *,
        seat: int | None = None,
        only_one: bool = False,
        team: TeamTerms | None = None,
    ) -> Challenge:
        """Make a challenge in the current channel and post its card.

        :param only_one: refuse the same challenge again, for example after a double click.
        :param team: the terms of the server's team, if it plays in place of the user.
        :raises Refusal: if there can't be such a challenge.
        """
        interaction = answer.interaction
        if any(guest.level is not None for guest in guests):
            self.club.opponents.check_can_play(GAMES[terms.game])
        challenge = await self.club.challenges.make(
            terms,
            place_of(interaction),
            person(interaction.user),
            guests,
            seat=seat,
            only_one=only_one,
            team=team,
        )
        await self._post(answer, challenge)
        return challenge

    async def settings_of_place(self, interaction: discord.Interaction) -> GuildSettings:
        """Return the settings of a place, after checking that matches may start there.

        :raises Refusal: `permissions`, `channel`.
        """
        check_place(interaction)
        return await self.club.settings.for_new_play(place_of(interaction))

    def guests(
        self,
        interaction: discord.Interaction,
        users: Sequence[discord.abc.User],
        level: int | None,
    ) -> list[Participant]:
        """Return the guests, with computers for the bot itself. A level alone invites the bot.

        :raises Refusal: `bot`, `not_here`, `level`.
        """
        guests: list[Participant] = []
        computers, own_user = 0, self.front.own_user
        if level is not None and not users and own_user is not None:
            users = [own_user]
        for user in users:
            if own_user is None or user.id != own_user.id:
                guests.append(_guest(interaction, user))
                continue
            computers += 1
            computer_level = level_numbered(level or USUAL_LEVEL)
            me = own_user if interaction.guild is None else interaction.guild.me or own_user
            name = computer_name(me.display_name, computer_level, computers)
            guests.append(Participant(user.id, name, computer_level.number))
        if level is not None and not computers:
            raise Refusal("level", _bot_needed_words(own_user))
        return guests

    async def _post(self, answer: Answer, new_challenge: Challenge) -> None:
        """Post the card of a challenge, or cancel the challenge if that fails."""
        try:
            page = await self.card(answer, new_challenge)
            message_id = await answer.public(page)
            if answer.is_forced_private and new_challenge.state == "open":
                raise Refusal(
                    "forced_private",
                    lazy_gettext(
                        "Nobody else can see what I post in this channel. An admin can allow "
                        "**Use External Apps**."
                    ),
                )
        except Exception:
            if new_challenge.state == "open":
                await self.club.challenges.cancel(new_challenge.id, person(answer.user))
            raise
        current = await self.club.challenges.set_message(new_challenge.id, message_id)
        if current.version != new_challenge.version:
            # It was answered before its card was posted.
            await answer.update(await self.card(answer, current))

    async def begin(self, answer: Answer, challenge: Challenge) -> Match | None:
        """Show the match of a challenge, if it has started. A computer may move first."""
        if challenge.match_id is None:
            return None
        await self.front.report_delivery(answer, challenge.match_id)
        match = await self.club.matches.find(challenge.match_id)
        self.club.opponents.take_up(match)
        return match

    async def begin_with_panel(
        self, answer: Answer, challenge: Challenge, settings: GuildSettings
    ) -> None:
        """Show the started match, and open the panel for the first move."""
        match = await self.begin(answer, challenge)
        assert match is not None
        await answer.private(await first_move_page(match, settings.board_width))

    async def open_panel(self, answer: Answer, match_id: int) -> None:
        """Open the panel of a match against computers, whose turn it may be after their move."""
        match = await self.club.matches.find(match_id)
        await answer.private(await MoveAnswers(self.front).current_page(match, answer.user.id))

    async def card(self, answer: Answer, challenge: Challenge) -> Page:
        """Return the card of a challenge for the place of an interaction."""
        readers = await self.cards.readers_in(challenge, place_id_of(answer.interaction))
        async with answer.publicly():
            return await challenge_card(challenge, readers.markup)


def check_place(interaction: discord.Interaction) -> None:
    """Check that a match can be played in the place of an interaction.

    :raises Refusal: `permissions`.
    """
    if place_of(interaction).guild_id is None:
        # The bot only answers interactions there, which needs no permission.
        return
    in_thread = isinstance(interaction.channel, discord.Thread)
    permissions.require(interaction.app_permissions, place_id_of(interaction), in_thread=in_thread)


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
        opponents = [id_in(each) for each in people.split(".") if each]
        if game not in GAMES or None in opponents or len(opponents) > MAX_OPPONENTS:
            raise outdated()
        await self._ask(
            answer,
            Proposal(
                game,
                tuple(opponent for opponent in opponents if opponent is not None),
                options,
                pace if pace in PACES else None,
                rated=terms[:1] == RATED[0],
                seat=_seat(terms[1:2]),
                level=_level(terms[2:3]),
            ),
        )

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
        await self.propose(answer, proposal, users)

    async def _ask(self, answer: Answer, proposal: Proposal) -> None:
        is_private = place_of(answer.interaction).guild_id is None
        paces = PRIVATE_PACES if is_private else tuple(PACES)
        await answer.ask(challenge_form(proposal, paces))


def _bot_needed_words(own_user: discord.ClientUser | None) -> Text:
    if own_user is None:
        return lazy_gettext(
            "Levels are only for matches against me. Choose me as the opponent, too."
        )
    return lazy_gettext(
        "Levels are only for matches against me. Choose {me} as the opponent, too.",
        me=own_user.mention,
    )


def _guest(interaction: discord.Interaction, user: discord.abc.User) -> Participant:
    """Return an opponent who can be challenged.

    :raises Refusal: `bot`, `not_here`.
    """
    if user.bot:
        words = lazy_gettext(
            "{name} is a bot and can't play. Challenge another member.", name=user.mention
        )
        raise Refusal("bot", words)
    if place_of(interaction).guild_id is None:
        # Discord doesn't reveal who else is in a group chat.
        return person(user)
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    sees_channel = isinstance(user, discord.Member) and (
        not isinstance(channel, discord.abc.GuildChannel)
        or channel.permissions_for(user).view_channel
    )
    if not sees_channel:
        words = lazy_gettext(
            "{name} can't see this channel. Challenge them in one that you both can see.",
            name=user.mention,
        )
        raise Refusal("not_here", words)
    return person(user)


def _seat(text: str) -> int | None:
    return int(text) if text in ("1", "2", "3") else None


def _level(text: str) -> int | None:
    number = int(text) if text.isascii() and text.isdigit() and len(text) == 1 else 0
    return number if number in LEVEL_NUMBERS else None
