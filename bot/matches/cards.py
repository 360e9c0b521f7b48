"""The card of a match in a place: whether it is due, and its page.

In each place of a match, a turn has one current card. A card of an earlier turn is stripped of its
controls. A former card of the same turn is deleted. If nobody has to be notified, a recent card is
edited instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

import discord

from bot.interface.context import readers_see_place
from bot.interface.markup import DISCORD, markup_at
from bot.matches.vacancies import take_back_button, vacancy_blocks
from bot.pages.layout import (
    SEPARATOR,
    Block,
    Button,
    Page,
    TextWithPicture,
    attachment,
    control,
    with_link,
)
from club.club import Club
from club.matches.alarms import nudging_seat
from club.matches.match import Match, Player
from club.members.vacations import away_in
from club.outbox.kinds import CardPost
from club.outbox.notices import next_but_one, people_to_answer
from club.parts import LoadedParts, Parts
from language.lists import listed
from language.texts import gettext, pgettext
from presentation.markup import Markup
from presentation.matches.clocks import away_lines, clock_words, nudge_lines
from presentation.matches.match import (
    guide_lines,
    last_turn_words,
    match_picture,
    match_scene,
    match_title,
    mover_words,
    next_turn_words,
    outcome_lines,
    over_title,
    players_words,
    result_words,
    short_title,
    to_move_words,
    turn_title,
)
from presentation.matches.offers import offer_labels, open_offer_words
from presentation.matches.seat_words import SEAT_WORDS
from presentation.matches.vacancies import substitute_lines
from presentation.pictures import DEFAULT_WIDTH, Picture
from rendering import alt_text, text_board
from storage.database.transaction import Transaction
from storage.matches.match import MatchPlace, Place, Seat, StoredMatch
from storage.matches.offers import Offer

Step = Literal["post", "become", "update", "wait"]
"""How to bring a card up to date: a new message, an edit to show another turn, an edit if its page
has changed, or nothing, because the next player's card also shows a computer's move.
"""

EDITED_WITHIN = timedelta(minutes=50)
"""The age up to which a card is edited. Discord limits edits of messages older than an hour."""


def step_for(match: Match, place: MatchPlace, *, notifies: bool, posted_at: datetime) -> Step:
    """Return how to bring the card of a place up to date.

    :param notifies: whether someone has to be notified within the turn.
    :param posted_at: when its card was posted, if it has one.
    """
    if match.computer_to_move is not None:
        return "wait"
    if place.card_turn != match.turn_id:
        has_card = place.card_message_id is not None
        return "become" if has_card and becomes(match.stored, place, posted_at) else "post"
    return "post" if notifies or _is_outdated(match, place) else "update"


def becomes(match: StoredMatch, place: MatchPlace, posted_at: datetime) -> bool:
    """Whether the current card is edited to show another turn, instead of posting a new one.

    That keeps a channel quiet where nobody misses a message: the result of an event's match soon
    after its last turn, and a match against computers in a channel.

    :param posted_at: when the current card was posted.
    """
    if (match.ended_at or match.turn_started_at) > posted_at + EDITED_WITHIN:
        return False
    if match.event_id is not None:
        return match.state != "running"
    people = sum(seat.level is None for seat in match.seats)
    return people == 1 and place.kind == "server" and place.thread_id is None


def users_to_notify(
    match: Match, place: MatchPlace, posts: Collection[CardPost]
) -> tuple[list[int], bool]:
    """Return the users whom some posts to a place mention, and whether it needs a new message.

    Only those count for whom the match still waits. A team is notified without a mention, and a
    card that was deleted with its channel is replaced.
    """
    awaited, ahead = _awaited_and_next(match)
    wanted = dict.fromkeys(user_id for post in posts for user_id in post.pings)
    homes = {user_id: match.stored.home_of(user_id).number for user_id in wanted}
    homes |= {left.user_id: left.home for left in match.replaced}
    here = [each for each in wanted if homes[each] == place.number]
    is_ahead = {user_id for post in posts if post.why == "turn" for user_id in post.pings}
    is_ahead &= set() if ahead is None else {ahead.user_id}
    pings = [each for each in here if each in awaited or each in is_ahead]
    is_shown_again = any(
        (post.why == "reminder" and not post.pings and post.version == match.version)
        or post.deleted in place.enclosing
        for post in posts
    )
    # Someone whose turn is only next is mentioned on a new card, but gets none of their own.
    return pings, any(each in awaited for each in pings) or is_shown_again


def _awaited_and_next(match: Match) -> tuple[list[int], Seat | None]:
    """Return for whom a match waits, or to whom something has just happened, and who is next.

    :returns: these users, and the person whose turn comes after the present one unless they are
        among them.
    """
    seats = (seat for each in match.offers for seat in people_to_answer(match.stored, each))
    awaited = [seat.user_id for seat in seats]
    if match.stored.from_pool and not match.played:
        awaited += [player.user_id for player in match.players]
    elif match.vacancy is not None:
        awaited += [player.user_id for player in match.playing]
    elif match.player_to_move is not None:
        awaited.append(match.player_to_move.user_id)
    # A computer may have moved before the card on which its seat's former player is mentioned.
    awaited += [left.user_id for left in match.replaced]
    ahead = next_but_one(match.stored, match.position.follower)
    return awaited, None if ahead is None or ahead.user_id in awaited else ahead


def _is_outdated(match: Match, place: MatchPlace) -> bool:
    """Whether the board on a card of this turn shows undone moves, or lacks those of a team."""
    ply = place.card_ply or 0
    return ply > match.ply or (match.team_to_move is not None and ply < match.ply)


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a card besides the board."""

    match: Match
    place: int = 1
    """The number of its place."""
    has_engine: bool = False
    """Whether computers support the game."""
    notes: Sequence[str] = ()
    """Lines below its title."""
    asides: Sequence[str] = ()
    """Lines below its clock, while it runs. They are left out if there is no room."""


async def board_page(card: Card, width: int = DEFAULT_WIDTH, pings: Sequence[int] = ()) -> Page:
    """Return the board card: position, last turn, player to move, and controls while it runs.

    :param pings: the users to mention.
    """
    picture = await match_picture(card.match, width=width)
    return _card(card, _board_blocks(card.match, card.place, picture), pings)


def refreshed_board_page(card: Card, ply: int) -> Page:
    """Return the board card of `ply` in the current turn, updated except for its board."""
    match = card.match
    past_match = match if ply == match.ply else match.at(ply)
    picture = Picture(alt_text(match_scene(past_match)))
    return _card(card, _board_blocks(past_match, card.place, picture), ())


def card_mark(match: Match) -> str:
    """Return the control that identifies the current card of a match."""
    return control("text", match.id, "over" if match.is_over else match.turn_began)


def is_card_mark(mark: str, match_id: int) -> bool:
    """Whether a control is a `card_mark` of a match."""
    return mark.startswith(f"{control('text', match_id)}{SEPARATOR}")


def past_board_page(match: Match, ply: int) -> Page:
    """Return the former board card of `ply`: its turn and the next one, without controls.

    It keeps its picture and mentions no one.
    """
    if ply > len(match.played):
        picture = attachment(Picture(gettext("A move was taken back")))
        after = gettext("Taken back.")
        lines = [f"### {match_title(match)}", f"-# {after}"]
    else:
        past_match = match.at(ply)
        picture = attachment(Picture(alt_text(match_scene(past_match))))
        lines = [
            f"### {turn_title(match, past_match.turn_number)}",
            last_turn_words(past_match, DISCORD),
            f"-# {next_turn_words(match, ply, DISCORD)}",
        ]
    return Page((TextWithPicture("\n".join(line for line in lines if line), picture),), accent=None)


def text_board_page(match: Match) -> Page:
    """Return the position as text, instead of a picture."""
    player = match.player_to_move
    if player is None:
        state = result_words(match, DISCORD)
    else:
        state = gettext("{name} to move.", name=DISCORD.name(player.name))
    last = last_turn_words(match, DISCORD)
    words = f"{DISCORD.strong(short_title(match))} — {state}"
    board = f"```\n{text_board(match_scene(match))}\n```"
    return Page((f"{words}\n{last}" if last else words, board))


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match whose card is shown in a place."""

    club: Club
    match: Match
    place: MatchPlace
    sees: Callable[[Place], bool]
    """Whether all readers of the card certainly see a place of its server."""


UNDER_TITLE = LoadedParts[ShownMatch, str]()
"""Lines below the title of a card, such as what the match counts for."""

UNDER_PLAYERS = Parts[Card, str]()
"""Lines below the players of a card, before those."""

RESULT_BUTTONS = Parts[Card, Button]()
"""Buttons beside that of the history, under the result of a match."""

UNDER_RESULT = Parts[Match, Block]()
"""Rows of buttons between the result of a match and the row that is always there."""

AGAIN = Parts[Match, Button]()
"""Buttons to play again, for matches of teams."""

BESIDE_PLAY = Parts[Match, Button]()
"""Buttons of a running match, after the one for all other actions."""


@dataclass(frozen=True, slots=True)
class Remarks:
    """Who is away in a match, and who has nudged the player to move."""

    away: Mapping[int, datetime] = field(default_factory=dict[int, datetime])
    """When players will be back, by user."""
    nudging: Seat | None = None


async def remarks_in(tx: Transaction, match: StoredMatch, now: datetime) -> Remarks:
    """Read who is away in a match, and who has nudged."""
    return Remarks(await away_in(tx, match, now), await nudging_seat(tx, match))


class CardPages:
    """Makes the pages of board cards."""

    def __init__(self, club: Club, client: discord.Client) -> None:
        self._club = club
        self._client = client
        self._preferences = club.preferences
        self._opponents = club.opponents
        self._pages = club.pages

    async def board(
        self, match: Match, place: int, remarks: Remarks, pings: Sequence[int], width: int
    ) -> Page:
        """Return the current card of a match.

        :param place: the number of its place.
        :param pings: the users to mention.
        :param width: the width of its picture in pixels.
        """
        card = await self._card_of(match, place, remarks)
        return await self._whole(card, await board_page(card, width, pings))

    async def refreshed(self, match: Match, place: int, remarks: Remarks, ply: int) -> Page:
        """Return the card of a ply, updated except for its board."""
        card = await self._card_of(match, place, remarks)
        return await self._whole(card, refreshed_board_page(card, ply))

    async def _card_of(self, match: Match, place: int, remarks: Remarks) -> Card:
        shown_at = match.stored.place_numbered(place)
        guild = self._client.get_guild(shown_at.guild_id or 0)
        sees = partial(readers_see_place, guild, shown_at.channel_id)
        notes = await UNDER_TITLE.of(ShownMatch(self._club, match, shown_at, sees))
        nudges = nudge_lines(match, remarks.nudging, DISCORD)
        asides = *nudges, *away_lines(match, remarks.away, DISCORD)
        has_engine = self._opponents.can_play(match.game)
        return Card(match, place, has_engine=has_engine, notes=notes, asides=asides)

    async def _whole(self, card: Card, page: Page) -> Page:
        page = await self._with_unreachable(page, card.match, card.place)
        return await self._with_watch(page, card.match)

    async def _with_unreachable(self, page: Page, match: Match, number: int) -> Page:
        """Add the players without direct messages, who get neither reminders nor their own card."""
        if match.is_over:
            return page
        unreachable = [
            player.name
            for player in match.playing
            if _needs_messages(match, player, number)
            and (await self._preferences.of(player.user_id)).refused_at is not None
        ]
        if not unreachable:
            return page
        words = gettext(
            "I can't send direct messages to {names}, so they get no reminders.",
            names=listed([DISCORD.name(each) for each in unreachable]),
        )
        return replace(page, blocks=(*page.blocks, f"-# {words}"))

    async def _with_watch(self, page: Page, match: Match) -> Page:
        if match.is_over:
            return page
        return with_link(page, gettext("Watch"), await self._pages.match_address(match.stored))


def _card(card: Card, board: Sequence[Block], pings: Sequence[int]) -> Page:
    """Return the card of a match.

    :param board: the blocks of the board, its last turn and its remarks.
    """
    match = card.match
    number = over_title(match) if match.is_over else turn_title(match, match.turn_number)
    lines = [f"### {number}", players_words(match, DISCORD)]
    _, ahead = _awaited_and_next(match)
    if ahead is not None and ahead.user_id in pings:
        name = DISCORD.mention(ahead.user_id, ahead.name)
        words = gettext("{name}: your turn is next.", name=name)
        lines.append(f"-# {words}")
    lines += [f"-# {note}" for note in (*UNDER_PLAYERS.of(card), *card.notes)]
    heading = "\n".join(lines)
    if match.player_to_move is None:
        blocks = _over_blocks(card)
        return Page((heading, *board, *blocks), accent=None)
    page = Page((heading, *board, *_running_blocks(card)), mentions=tuple(pings))
    if card.asides and not page.fits():
        return _card(replace(card, asides=()), board, pings)
    return page


def _board_blocks(match: Match, place: int, picture: Picture) -> list[Block]:
    since = match.stored.place_numbered(place).shown_ahead_of(match.ply)
    notes = SEAT_WORDS[-1].last_turn(match, DISCORD, since=since)
    last = "\n".join([last_turn_words(match, DISCORD), *(f"-# {line}" for line in notes)])
    guide = "\n".join(f"> {line}" for line in guide_lines(match, DISCORD))
    return [block for block in (last, attachment(picture), guide) if block]


def _over_blocks(card: Card) -> list[Block]:
    """Return the result of a match, with controls."""
    match = card.match
    history = Button(gettext("History"), control("history", match.id, len(match.played)))
    after = [*again_buttons(match), history, *RESULT_BUTTONS.of(card)]
    seek: list[Block] = []
    if match.stored.guided:
        find = control("seek", match.game.key)
        seek = [(Button(gettext("Find a human opponent"), find, "success"),)]
    rows = (*seek, *UNDER_RESULT.of(match), (*after, *_view_buttons(match)))
    return ["\n".join(outcome_lines(match, DISCORD)), *rows]


def again_buttons(match: Match) -> Sequence[Button]:
    """Return the button that leads to another match like a finished one."""
    if match.teams:
        return AGAIN.of(match)
    return [Button(gettext("Rematch"), control("rematch", match.id), "primary")]


def _running_blocks(card: Card) -> list[Block]:
    """Return the player to move, the deadline, the offers and the controls."""
    match, markup = card.match, markup_at(card.match.stored, card.place)
    team = match.team_to_move
    words = to_move_words(match, markup)
    if team is not None:
        moving = SEAT_WORDS[-1].moving(match, markup, place=card.place)
        words = moving or mover_words(match, markup)
    clock = clock_words(match, DISCORD)
    asides = (*substitute_lines(match, markup), *card.asides)
    words += "".join(f"\n-# {line}" for line in (clock, *asides) if line)
    vacant = vacancy_blocks(match, markup)
    offers = [block for offer in match.offers for block in _offer_blocks(match, offer, markup)]
    play = gettext("Play") if team is None else SEAT_WORDS[-1].play_label()
    playing = (Button(pgettext("match", "More"), control("more", match.id)),)
    is_possible = not match.rules.are_missing
    if is_possible and (team is None or match.seats[team.seat - 1].home == card.place):
        # A team votes in its own server only.
        playing = (
            Button(play, control("play", match.id, match.turn_began), "primary"),
            *playing,
        )
    warnings = [f"-# {line}" for line in SEAT_WORDS[-1].warnings(match, markup)]
    if match.vacancy is not None or match.fresh_substitute is not None:
        playing = (*playing, take_back_button(match.id))
    playing = (*playing, *BESIDE_PLAY.of(match))
    return [*(vacant or [words]), *warnings, *offers, (*playing, *_view_buttons(match))]


def _view_buttons(match: Match) -> tuple[Button, ...]:
    return (
        Button(gettext("Rules"), control("rules", match.game.key)),
        Button(gettext("Text board"), card_mark(match)),
    )


def _offer_blocks(match: Match, offer: Offer, markup: Markup) -> tuple[Block, ...]:
    words = open_offer_words(match, offer, markup)
    if not people_to_answer(match.stored, offer):
        return (words,)
    yes, no = offer_labels(offer)
    buttons = (
        Button(yes, control("agree", match.id, offer.id), "success"),
        Button(no, control("disagree", match.id, offer.id)),
    )
    return words, buttons


def _needs_messages(match: Match, player: Player, number: int) -> bool:
    """Whether a player depends on direct messages that readers of this place don't see."""
    if not player.is_person:
        return False
    home = match.stored.home_of(player.user_id)
    return not home.can_post or (home.is_direct and home.number != number)
