"""The board on which a member plays a match."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from markupsafe import Markup as Html

from club.matches.match import Match, Player, has_turn
from club.members.preferences import is_offered_skipping
from club.parts import LoadedParts, Parts
from club.servers.pages import PublicServer
from language.lists import sentences
from language.texts import gettext
from presentation.challenges.challenges import challenge_title
from presentation.markup import Markup
from presentation.matches.clocks import nudge_lines
from presentation.matches.match import (
    game_words_of,
    match_scene,
    players_title,
    turn_so_far_words,
)
from presentation.matches.offers import (
    ACTION_LABELS,
    DirectAction,
    Reply,
    Request,
    abort_words,
    active_player,
    direct_actions,
    nudge_label,
    offer_words,
    replies,
    requests,
    resign_words,
    unanswered_words,
)
from presentation.matches.play import waiting_words
from presentation.move_entry import MoveEntry
from presentation.pictures import DEFAULT_WIDTH
from presentation.refusals import refusal_words, typed_words
from rendering import Scene, alt_text, draw, place_of
from rules.position import Move
from rules.refusal import Refusal
from storage.matches.offers import Offer
from web.http.live import board_version
from web.http.move_entry import (
    MAX_STEPS_LENGTH,
    SIZES,
    Drawing,
    EntryBoard,
    drawings,
    sent_steps,
    steps_in,
    steps_query,
    suggested,
    suggestions_in,
    with_entry,
)
from web.http.reader import Reader, html
from web.http.routes import (
    ME,
    File,
    FormRoute,
    PrivateRoute,
    PrivateVisit,
    Redirect,
    Route,
    rules_path,
)
from web.http.site import SEAT_PAGES, Site
from web.http.view import Crumb, NoPage, View
from web.matches.match import (
    game_lines,
    seat_link,
    state_lines,
)
from web.matches.plates import pace_lines, plates_of


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An open offer, with the player's answers to it."""

    id: int
    words: Html
    replies: tuple[tuple[Reply, str], ...]


@dataclass(frozen=True, slots=True)
class Actions:
    """A player's actions at a board besides moving."""

    offers: tuple[OpenOffer, ...]
    requests: tuple[Request, ...]
    direct_actions: tuple[tuple[DirectAction, str], ...]
    """Actions that need no agreement, with their labels."""
    version: int
    stands_at: int
    nudge: str
    """The label of the button that nudges the player to move, empty if they can't be nudged."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A confirmation prompt for resigning or aborting."""

    words: Html
    direct_actions: tuple[tuple[DirectAction, str], ...]
    """Actions that can be confirmed, with their labels."""
    version: int


@dataclass(frozen=True, slots=True)
class Feedback:
    """The feedback of a page on the member's last action."""

    notice: str = ""
    """Safe HTML, empty without one."""
    hint: tuple[Html, ...] = ()
    typed: str = ""
    """A refused text, for editing."""
    kept: str | None = None
    """The refused text of a form of an extension, for editing."""
    confirmation: Confirmation | None = None
    status: int = 200


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A member's board of a match."""

    visit: PrivateVisit
    match: Match
    server: PublicServer | None
    """The server of the match, if it has pages."""
    feedback: Feedback


@dataclass(frozen=True, slots=True)
class TextForm:
    """A form with a text that a member keeps beside their board."""

    label: str
    words: str
    """Who sees it."""
    action: str
    text: str
    most: int
    """Maximum length."""


BOARD_LINES = LoadedParts[OwnBoard, Html]()
"""Lines beside the board."""

BOARD_TEXTS = LoadedParts[OwnBoard, TextForm]()
"""Forms below the actions."""

BOARD_LINKS = Parts[OwnBoard, tuple[str, str]]()
"""Links with their labels, which become buttons once a match is over."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The rematch of a finished match."""

    words: str = ""
    """Safe HTML: who has asked for it, or where it is played. Empty before anyone has asked."""
    challenge_id: int | None = None
    """The challenge to answer, or None if the member can't."""


async def rematch_of(site: Site, match: Match, user_id: int, markup: Markup) -> Rematch | None:
    """Return a user's options for a rematch, or None if that only works on Discord."""
    needs_computers = match.has_computers and not site.club.opponents.can_play(match.game)
    if not match.is_over or needs_computers or not match.stored.home_of(user_id).can_post:
        return None
    challenge = await site.club.rematches.current(match.id)
    if challenge is None:
        return Rematch()
    if challenge.match_id is not None:
        words = gettext("The rematch has started: match {number}.", number=challenge.match_id)
        rematch = await site.club.matches.find(challenge.match_id)
        return Rematch(html(markup.board(rematch.stored, words)))
    if challenge.challenger_id == user_id:
        return Rematch(html(gettext("You asked for a rematch.")))
    is_asked = any(guest.user_id == user_id and not guest.accepted for guest in challenge.guests)
    words = html(challenge_title(challenge, markup))
    return Rematch(words, challenge.id if is_asked else None)


async def actions_of(site: Site, match: Match, user_id: int, markup: Markup) -> Actions | None:
    """Return a user's actions in a match, or None if they can't act any more."""
    player = active_player(match, user_id)
    if player is None:
        return None
    has_hints = site.club.opponents.can_play(match.game)
    return Actions(
        tuple(_open_offer(match, offer, player, markup) for offer in match.offers),
        tuple(requests(match, player)),
        _with_labels(
            action for action in direct_actions(match, player) if action != "hint" or has_hints
        ),
        match.version,
        match.stands_at,
        nudge_label(match) if await site.club.nudges.are_possible(match, user_id) else "",
    )


def _open_offer(match: Match, offer: Offer, player: Player, markup: Markup) -> OpenOffer:
    words, answers = offer_words(match, offer, markup), replies(offer, player)
    if "yes" not in dict(answers):
        words = str(sentences(words, unanswered_words(match, offer, markup)))
    return OpenOffer(offer.id, html(words), answers)


def confirmation_of(
    match: Match, player: Player, action: DirectAction, markup: Markup
) -> Confirmation:
    """Return the confirmation prompt for resigning or aborting."""
    possible: tuple[DirectAction, ...] = (action,)
    if action == "abort":
        words = abort_words(match)
    else:
        words = resign_words(match, player, markup)
        if match.may_be_aborted:
            possible = (action, "abort")
    return Confirmation(html(words), _with_labels(possible), match.version)


def _with_labels(actions: Iterable[DirectAction]) -> tuple[tuple[DirectAction, str], ...]:
    return tuple((action, gettext(ACTION_LABELS[action])) for action in actions)


MAX_NUMBER_DIGITS = 9
"""Maximum number of digits of a number in a form. Database numbers have no more."""

NOTHING = Feedback()


async def play_page(visit: PrivateVisit) -> View | Redirect:
    """The board with the chosen steps. Those who don't play may vote."""
    match = await match_to_play(visit)
    path = SEAT_PAGES[-1].path(visit.site, match)
    if path and match.player_of(visit.user_id) is None:
        return Redirect(visit.reader.to(path))
    match = await own_match(visit)
    if not has_turn(match.stored, visit.user_id):
        return await board_view(visit, match)
    entry, notice = _entry(match, sent_steps(visit.query)), ""
    if not entry.is_valid:
        entry, notice = entry.at(()), gettext("The match has moved on. Choose your move again.")
    return await board_view(visit, match, entry.with_piece_placed().steps, Feedback(notice))


async def play(visit: PrivateVisit) -> View | Redirect:
    """Play the typed or chosen move, given the version the member saw."""
    match, version = await own_match(visit), form_number(visit, "version")
    typed = visit.form.get("move", "").strip()
    club = visit.site.club
    try:
        attempt = typed or sent_steps(visit.form)
        await club.matches.make_move(match, visit.user_id, attempt, version)
    except Refusal as refusal:
        if not typed:
            return await refusal_view(visit, match, refusal)
        current = await club.matches.find(match.id)
        words = typed_words(typed, refusal, markup_of(visit))
        return await board_view(visit, current, (), Feedback(words, typed=typed, status=409))
    visit.site.deliver_match(match.id)
    if not typed:
        await club.preferences.count_confirmed_move(visit.user_id)
        if visit.form.get("skip"):
            await club.preferences.turn(visit.user_id, "confirms", is_on=False)
    return Redirect(visit.reader.to(visit.site.play_path(match.id)))


async def suggestions(visit: PrivateVisit) -> File:
    """The moves that continue a typed text, as JSON."""
    match = await own_match(visit)
    is_turn = has_turn(match.stored, visit.user_id)
    return await suggestions_in(visit, match.position if is_turn else None)


async def board_picture(visit: PrivateVisit) -> File:
    """The board of a running entry, in one size."""
    match = await own_match(visit)
    text, size, version = visit.parts["steps"], visit.parts["size"], visit.parts["mark"]
    if size not in SIZES or len(text) > MAX_STEPS_LENGTH:
        raise NoPage
    entry = _entry(match, steps_in(text))
    if entry.is_begun and (match.is_over or not entry.is_valid):
        raise NoPage
    is_choosing = not match.is_over and (entry.is_begun or version.endswith("c"))
    scene = _scene(match, entry if is_choosing else None)
    key = ("play", match.id, match.stands_at, match.is_over, text, size, version[-1:])
    key = (*key, visit.reader.language)
    rendered = await visit.site.pictures.get(
        visit.visitor, key, draw, scene, DEFAULT_WIDTH, is_small=size == "small"
    )
    return File(rendered, is_immutable=version[:-1] == str(match.stands_at) and not match.is_over)


ROUTES: Sequence[Route] = (
    PrivateRoute("play", "/play/{key}", play_page),
    FormRoute("play", "/play/{key}", play),
    PrivateRoute("suggestions", "/play/{key}/moves", suggestions),
    PrivateRoute("board", "/play/{key}/{mark:[0-9]+[cv]}/{size:[a-z]+}/{steps}.png", board_picture),
)


async def own_match(visit: PrivateVisit) -> Match:
    """Return the match of a path, in which the member plays.

    :raises NoPage: if they don't.
    """
    match = await match_to_play(visit)
    if match.player_of(visit.user_id) is None:
        raise NoPage
    return match


async def match_to_play(visit: PrivateVisit) -> Match:
    """Return the match of a path, which the member may not know of.

    :raises NoPage: if there is none.
    """
    (match_id,) = visit.key("play")
    try:
        return await visit.site.club.matches.find(match_id)
    except Refusal as refusal:
        raise NoPage from refusal


async def refusal_view(
    visit: PrivateVisit, match: Match, refusal: Refusal, *, kept: str | None = None
) -> View:
    """Return the current board, with the message of a refusal, and a refused text."""
    current = await visit.site.club.matches.find(match.id)
    words = refusal_words(refusal, markup_of(visit))
    return await board_view(visit, current, (), Feedback(words, kept=kept, status=409))


def markup_of(visit: PrivateVisit) -> Markup:
    """Return the markup of a member's boards, which links to them."""
    return visit.reader.markup(lambda match: visit.site.play_path(match.id))


def form_number(visit: PrivateVisit, name: str) -> int:
    """Return a number in a form, or -1, which is never used, if it is malformed."""
    text = visit.form.get(name, "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS
    return int(text) if is_number else -1


def _entry(match: Match, steps: Move) -> MoveEntry:
    return MoveEntry(match.position, steps, partial(place_of, match.game))


async def board_view(
    visit: PrivateVisit, match: Match, steps: Move = (), feedback: Feedback = NOTHING
) -> View:
    """Return the page with the board after these steps."""
    site, reader, club = visit.site, visit.reader, visit.site.club
    markup, path = markup_of(visit), site.play_path(match.id)
    player = match.player_of(visit.user_id)
    is_choosing = has_turn(match.stored, visit.user_id)
    entry = _entry(match, steps) if is_choosing else None
    server = await club.pages.server(match.guild_id)
    board = OwnBoard(visit, match, server, feedback)
    boards, following, person, rematch, lines, ratings = await asyncio.gather(
        asyncio.to_thread(_drawings, visit, match, entry),
        club.match_finder.next_turn(match.guild_id, visit.user_id, excluded_id=match.id),
        club.preferences.of(visit.user_id),
        rematch_of(site, match, visit.user_id, markup),
        BOARD_LINES.of(board),
        club.profiles.ratings_in(match.stored),
    )
    headline, *state = _state(visit, match, markup, is_choosing=is_choosing)
    nudging = await club.nudges.of_turn(match.stored)
    values: dict[str, object] = {
        "feedback": feedback,
        "notice": html(feedback.notice),
        "actions": await actions_of(site, match, visit.user_id, markup),
        "rematch": rematch,
        "at": partial(form_address, reader, path),
        "players": plates_of(
            reader, match, markup, ratings, own=None if player is None else player.seat
        ),
        "heading": html(game_words_of(match.stored, visit.user_id, markup)),
        "headline": html(headline),
        "seat": seat_link(site, reader, match, visit.user_id),
        "state": [html(line) for line in state],
        "clock": [
            *game_lines(match),
            *(() if match.is_over else await pace_lines(site, match, markup)),
            *(html(each) for each in nudge_lines(match, nudging, markup)),
        ],
        "board": _board(visit, match, entry, boards, feedback.typed, confirms=person.confirms),
        "so_far": html(turn_so_far_words(match, markup)) if is_choosing else "",
        "skipping": is_offered_skipping(person),
        "texts": await BOARD_TEXTS.of(board),
        "following": "" if following is None else reader.to(site.play_path(following.id)),
        "lines": lines,
        "is_over": match.is_over,
        "studies": BOARD_LINKS.of(board),
        "history": reader.to(site.match_path(match.id))
        if server is not None and server.shows_match(match.stored)
        else "",
        "rules": reader.to(rules_path(match.game)),
    }
    return View(
        "play.html",
        players_title(match),
        "",
        values,
        trail=(my_crumb(reader),),
        is_private=True,
        status=feedback.status,
        stream=f"{path}/live" if not match.is_over else "",
        version=board_version(match, match.stored.home_of(visit.user_id).number),
    )


def my_crumb(reader: Reader) -> Crumb:
    """Return the link to the member's own page."""
    return Crumb(gettext("My page"), reader.to(ME))


def _board(
    visit: PrivateVisit,
    match: Match,
    entry: MoveEntry | None,
    boards: Sequence[Drawing],
    typed: str,
    *,
    confirms: bool,
) -> EntryBoard:
    """Return the board with the forms for a move.

    :param typed: a refused text, for editing.
    :param confirms: whether the member confirms moves.
    """
    reader, path = visit.reader, visit.site.play_path(match.id)
    return EntryBoard(
        boards,
        alt_text(with_entry(match_scene(match), entry)),
        entry,
        lambda steps: reader.to(path, steps=steps_query(steps)),
        action=reader.to(path),
        fields={"version": str(match.version)},
        plays_at_once=entry is not None and not confirms,
        typed=typed,
        suggested=[] if entry is None else suggested(match.position),
        suggestions=reader.to(f"{path}/moves"),
    )


def _state(visit: PrivateVisit, match: Match, markup: Markup, *, is_choosing: bool) -> list[str]:
    """Return the result, or who is to move and the last turn."""
    if match.is_over:
        return state_lines(match, markup)
    if is_choosing:
        return state_lines(match, markup, gettext("It's your turn."))
    searches = visit.site.club.opponents.searches_before(match)
    return state_lines(match, markup, waiting_words(match, searches, markup))


def form_address(reader: Reader, path: str, form: str) -> str:
    """Return the address of a form of the board."""
    return reader.to(f"{path}/{form}")


def _scene(match: Match, entry: MoveEntry | None) -> Scene:
    """Return the board with the move being entered. The page around it says whose turn it is."""
    return replace(with_entry(match_scene(match), entry), has_heading=False)


def _drawings(visit: PrivateVisit, match: Match, entry: MoveEntry | None) -> list[Drawing]:
    """Return the board in each size."""
    scene = _scene(match, entry)
    mark = f"{match.stands_at}{'v' if entry is None else 'c'}"
    return drawings(visit.reader, scene, entry, f"{visit.site.play_path(match.id)}/{mark}")
