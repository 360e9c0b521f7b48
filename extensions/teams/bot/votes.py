"""Voting on the turn of a team: the panel in which members choose a turn, and their wishes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import discord

from bot.interface.answers import Answer
from bot.interface.context import place_of
from bot.interface.controls import on_control, on_steps
from bot.interface.front import Front, FrontCog
from bot.interface.markup import DISCORD, board_address
from bot.interface.move_entry import ButtonEntry, after_choice, last_row
from bot.matches.cards import BESIDE_PLAY
from bot.matches.offers import ON_MORE_PAGE
from bot.matches.play import SeatPanel
from bot.pages.forms import FIELD, Form, TextField, typed_in
from bot.pages.layout import (
    Block,
    Button,
    Page,
    attachment,
    control,
    with_board_button,
)
from bot.pages.step_picker import SentSteps, StepControls, StepVerbs, move_label
from club.matches.match import Match
from club.matches.reasons import check_has_draws, stale
from extensions.teams.club.teams import MAX_WORDS, Teams, Voter
from extensions.teams.club.votes import WISHES, is_whole, possible_wishes, vote_of, voting_of
from extensions.teams.presentation import (
    closing_words,
    own_vote_words,
    request_label,
    turn_text,
    wishes_words,
)
from extensions.teams.storage.teams import Wish
from language.lists import all_of
from language.texts import N_, gettext
from presentation.matches.lines import TriedLine, code_of, follow, open_line, planned_scene
from presentation.matches.match import match_title
from presentation.pictures import scene_picture
from presentation.refusals import refusal_words
from rules.notation import read
from rules.refusal import Refusal
from rules.replay import Played

VERBS = StepVerbs("vote", "votegroup", "votemove", "vote-type", "vote-typed")


def voter_of(interaction: discord.Interaction) -> Voter:
    """Return the user of an interaction as a voter of the server where they are."""
    user = interaction.user
    joined_at = user.joined_at if isinstance(user, discord.Member) else None
    return Voter(user.id, user.display_name, place_of(interaction).guild_id, joined_at)


@dataclass(frozen=True, slots=True)
class Ballot:
    """A turn that a member chooses to vote for."""

    match: Match
    line: TriedLine
    """The moves of the turn so far, as everyone sees the board."""
    entry: ButtonEntry
    """The next move."""


def ballot_controls(match: Match, moves: Sequence[Played] = ()) -> StepControls:
    """Return the controls for the move after these of a turn to vote for."""
    return StepControls((match.id, match.version, code_of(moves)), VERBS, match.game.key)


def ballot_of(match: Match, line: TriedLine) -> Ballot:
    """Return a ballot on which a turn is chosen so far, with buttons for its next move."""
    return Ballot(match, line, ButtonEntry(line.position, line.steps))


async def voting_page(ballot: Ballot, user_id: int, width: int) -> Page:
    """Return the panel in which a member chooses a turn to vote for."""
    match, line = ballot.match, ballot.line
    controls, entry = ballot_controls(match, line.moves), ballot.entry
    scene = planned_scene(match, line)
    moves = [move.text for move in line.moves]
    words = [entry.refusal, DISCORD.strong(match_title(match))]
    words.append(own_vote_words(vote_of(match, user_id), DISCORD))
    undo: tuple[Button, ...] = ()
    if line.moves:
        words.append(gettext("Chosen: {turn}.", turn=turn_text(moves, DISCORD)))
        back = control("vote", match.id, match.version, code_of(line.moves[:-1]), "")
        undo = (Button(gettext("Undo"), back),)
    if is_whole(match, line.position, len(line.moves)):
        label = move_label(N_("Vote for {move}"), str(all_of(moves)))
        rows = last_row((Button(label, control("voted", *controls.key), "success"), *undo))
    else:
        scene = entry.on(scene)
        words.append(entry.question)
        rows = entry.rows(controls, style="secondary", at_start=undo)
    picture = await scene_picture(scene, width)
    closing = closing_words(match, DISCORD)
    small = [f"-# {closing}"] if closing else []
    return Page(("\n".join(filter(None, [*words, *small])), attachment(picture), *rows))


def wish_buttons(match: Match, user_id: int) -> Iterator[Button]:
    """Yield the buttons for what a voter can wish besides a turn, or take back."""
    player, own = match.player_to_move, vote_of(match, user_id)
    assert player is not None
    for wish in possible_wishes(match, player):
        is_wished = own is not None and own.wish == wish
        label = gettext("Withdraw vote") if is_wished else request_label(match, player, wish)
        value = "-" if is_wished else wish
        yield Button(label, control("vote-wish", match.id, match.version, value))


class VoteControls(FrontCog):
    """Takes the votes of members."""

    @on_steps(VERBS)
    async def choose(
        self, answer: Answer, match: Match, version: int, code: str, sent: SentSteps
    ) -> None:
        """Show the turn so far after its next move was chosen."""
        line = await self._line(answer, match, version, code)
        if line is not None:
            await self._show(answer, Ballot(match, *after_choice(line, sent)))

    @on_control("voted", updates=True)
    async def vote(self, answer: Answer, match: Match, version: int, code: str) -> None:
        """Vote for the turn of the panel."""
        line = await self._line(answer, match, version, code)
        if line is None:
            return
        texts = [move.text for move in line.moves]
        try:
            after = await self.club.part(Teams).vote(
                match, voter_of(answer.interaction), version, texts
            )
        except Refusal as refusal:
            if refusal.code != "stale":
                raise
            await answer.refuse(refusal)
            return
        await self._show_vote(answer, after, version)

    @on_control("vote-wish", updates=True)
    async def wish(self, answer: Answer, match: Match, version: int, wish: str) -> None:
        """Wish something else than a turn, or take that back."""
        wished: Wish | None = next((each for each in WISHES if each == wish), None)
        after = await self.club.part(Teams).wish(
            match, voter_of(answer.interaction), version, wished
        )
        await self._show_vote(answer, after, version)

    @on_control("vote-say")
    async def ask_to_say(self, answer: Answer, match: Match, version: int) -> None:
        """Open the form for the sentence with a vote."""
        own = vote_of(match, answer.user.id)
        field = TextField(
            FIELD,
            gettext("Why this turn?"),
            "" if own is None else own.words,
            gettext("for example: blocks f5"),
            MAX_WORDS,
            is_required=False,
        )
        form = Form(
            control("vote-said", match.id, version), gettext("A sentence with your vote"), (field,)
        )
        await answer.ask(form)

    @on_control("vote-said", updates=True)
    async def say(self, answer: Answer, match: Match, version: int) -> None:
        """Add a sentence to the user's vote."""
        words = typed_in(answer.interaction)
        voter = voter_of(answer.interaction)
        await self._show_vote(
            answer, await self.club.part(Teams).say(match, voter, version, words), version
        )

    async def _line(
        self, answer: Answer, match: Match, version: int, code: str
    ) -> TriedLine | None:
        """Return the turn of a control, or show that the match has changed and return None."""
        if match.version != version or match.is_over:
            await answer.refuse(stale(match))
            return None
        await self.club.part(Teams).check_may_vote(match, voter_of(answer.interaction))
        return follow(open_line(match), code)

    async def _show(self, answer: Answer, ballot: Ballot) -> None:
        await answer.update(await _panel(self.front, ballot, answer.user.id))

    async def _show_vote(self, answer: Answer, after: Match, version: int) -> None:
        """Show a stored vote, or that it has closed the vote."""
        await answer.update(_result_page(after, answer.user.id, version))
        await self.front.report_delivery(answer, after.id, after)


class VotingPanel(SeatPanel):
    """Where members vote for a turn."""

    async def open(self, front: Front, answer: Answer, match: Match) -> None:
        await open_ballot(front, answer, match)

    async def controls(self, front: Front, answer: Answer, match: Match) -> StepControls:
        await front.club.part(Teams).check_may_vote(match, voter_of(answer.interaction))
        return ballot_controls(match)

    async def play_typed(
        self, front: Front, answer: Answer, match: Match, text: str, *, offers_draw: bool
    ) -> tuple[Page, Match]:
        return await vote_by_typing(front, answer, match, text, wishes_draw=offers_draw)


async def open_ballot(front: Front, answer: Answer, match: Match) -> None:
    """Open the panel for a member who may vote, or the way to sign up.

    :raises Refusal: why they can't vote.
    """
    try:
        await front.club.part(Teams).check_may_vote(match, voter_of(answer.interaction))
    except Refusal as refusal:
        if refusal.code != "not_signed_up":
            raise
        sign_up = Button(gettext("Sign up"), control("sign-up", match.id), "success")
        await answer.private(Page((refusal_words(refusal, DISCORD), (sign_up,))))
        return
    await answer.private(await _panel(front, ballot_of(match, open_line(match)), answer.user.id))


async def vote_by_typing(
    front: Front, answer: Answer, match: Match, text: str, *, wishes_draw: bool
) -> tuple[Page, Match]:
    """Vote for a typed turn, and return the confirmation. Of a longer turn, show the other moves.

    :param wishes_draw: whether to vote to offer a draw, or to accept one, too.
    :raises Refusal: why they can't vote, or why the move isn't possible.
    """
    teams, voter, version = front.club.part(Teams), voter_of(answer.interaction), match.version
    await teams.check_may_vote(match, voter)
    line = open_line(match)
    line = line.with_move(read(line.position, text))
    if wishes_draw:
        check_has_draws(match)
        match = await teams.wish(match, voter, version, "draw")
    if match.version == version:
        if not is_whole(match, line.position, len(line.moves)):
            return await _panel(front, ballot_of(match, line), voter.user_id), match
        texts = [move.text for move in line.moves]
        match = await teams.vote(match, voter, version, texts)
    return _result_page(match, voter.user_id, version), match


async def _panel(front: Front, ballot: Ballot, user_id: int) -> Page:
    page = await voting_page(ballot, user_id, await front.board_width(ballot.match.guild_id))
    if not front.club.web_sessions.are_available:
        return page
    return with_board_button(page, ballot.match.id)


def _result_page(after: Match, user_id: int, version: int) -> Page:
    """Return the confirmation of a vote, or that it has closed the vote.

    :param version: the match's version before the vote.
    """
    if after.version == version:
        return voted_page(after, user_id)
    words = gettext("Thanks! With your vote, the turn is decided.")
    return Page((words, (Button(gettext("Go to the board"), board_address(after.stored)),)))


def voted_page(match: Match, user_id: int) -> Page:
    """Return the confirmation of a vote, with ways to change it."""
    vote = vote_of(match, user_id)
    lines = [own_vote_words(vote, DISCORD) or gettext("You haven't voted on this turn.")]
    lines.append(gettext("You can change your vote until it closes."))
    if closing := closing_words(match, DISCORD):
        lines.append(f"-# {closing}")
    key = (match.id, match.version)
    buttons = [Button(gettext("Change"), control("vote", *key, "0", ""))]
    if vote is not None:
        buttons.append(Button(gettext("Say why"), control("vote-say", *key)))
    return Page(("\n".join(lines), tuple(buttons)))


@BESIDE_PLAY.add
def sign_up_button(match: Match) -> list[Button]:
    """Return the button to sign up, for a match in which only those who have can vote."""
    if all(each.voters != "members" for each in voting_of(match).teams):
        return []
    return [Button(gettext("Sign up"), control("sign-up", match.id))]


@ON_MORE_PAGE.add
def wish_rows(shown: tuple[discord.Interaction, Match]) -> list[Block]:
    """Return the blocks of the More page with what the team can decide besides a turn."""
    interaction, match = shown
    user_id, team = interaction.user.id, match.team_to_move
    if team is None or match.is_over or match.player_of(user_id) is not None:
        return []
    if match.seats[team.seat - 1].team_id != place_of(interaction).guild_id:
        return []
    return [f"-# {wishes_words()}", tuple(wish_buttons(match, user_id))]


@ON_MORE_PAGE.add
def organiser_rows(shown: tuple[discord.Interaction, Match]) -> list[Block]:
    """Return the buttons of the More page for those who manage a server that plays."""
    interaction, match = shown
    guild_id = place_of(interaction).guild_id
    is_theirs = any(seat.team_id == guild_id for seat in match.seats if seat.is_team)
    if match.is_over or not is_theirs or not interaction.permissions.manage_guild:
        return []
    buttons: list[Button] = []
    if match.paused_until is None and not match.stored.is_between_servers:
        buttons = [Button(gettext("Pause the clocks"), control("team-pause", match.id, "on"))]
    elif match.paused_until is not None:
        buttons = [Button(gettext("Resume the clocks"), control("team-pause", match.id, "off"))]
    if match.may_be_aborted:
        buttons.append(Button(gettext("Abort"), control("team-abort", match.id), "danger"))
    return [tuple(buttons)] if buttons else []
