"""The board on which a member plays a match."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from urllib.parse import quote

from markupsafe import Markup as Html

from club.agreements.offers import state_checksum
from club.matches.double_clicks import OVERTAKEN
from club.matches.match import Match, has_turn
from club.members.personal_preferences import is_offered_skipping
from language.texts import gettext
from presentation.boards import Entry, with_forced_steps
from presentation.markup import Markup
from presentation.matches.clocks import clock_lines
from presentation.matches.players import match_title
from presentation.matches.playing.played import waiting_words
from presentation.matches.results import outcome_lines
from presentation.matches.scenes import match_scene
from presentation.matches.turns import last_turn_words
from presentation.pictures import DEFAULT_WIDTH
from presentation.refusals import refusal_words, typed_words
from presentation.steps import join_steps, split_steps
from rendering import Scene, alt_text, draw, place_of
from rules.notation import complete
from rules.position import Move
from rules.refusal import Refusal
from web.exercises.paths import rules_path
from web.pages.drawings import MAX_STEPS_LENGTH, SIZES, Drawing, EntryBoard, drawings, steps_in
from web.pages.match_pages import explore_path
from web.pages.playing.action_parts import Feedback, actions_of, rematch_of
from web.pages.typed_moves import suggested, suggestions_in
from web.reader import Reader, html
from web.routes import (
    File,
    FormRoute,
    PrivateRoute,
    PrivateVisit,
    Redirect,
    Route,
)
from web.view import NoPage, View

MAX_NUMBER_DIGITS = 9
"""Maximum number of digits of a number in a form. Database numbers have no more."""

NOTHING = Feedback()


async def play_page(visit: PrivateVisit) -> View:
    """The board with the chosen steps."""
    match = await own_match(visit)
    notice = ""
    prefix: Move = ()
    if has_turn(match.stored, visit.user_id):
        prefix = split_steps(visit.query.get("steps", "")[:MAX_STEPS_LENGTH])
        completion = complete(match.position, prefix)
        if not (completion.steps or completion.whole):
            prefix = ()
            if visit.query.get("steps"):
                notice = gettext("The match has moved on. Choose your move again.")
        prefix = with_forced_steps(match.position, prefix)
    return await board_view(visit, match, prefix, Feedback(notice))


async def play(visit: PrivateVisit) -> View | Redirect:
    """Play the typed or chosen move, given the version the member saw."""
    match, version = await own_match(visit), form_number(visit, "version")
    typed = visit.form.get("move", "").strip()
    steps = split_steps(visit.form.get("steps", "")[:MAX_STEPS_LENGTH])
    club = visit.site.club
    try:
        await club.matches.make_move(match, visit.user_id, typed or steps, version)
    except Refusal as refusal:
        if not typed or refusal.code in OVERTAKEN:
            return await refusal_view(visit, match, refusal)
        current = await club.matches.find(match.id)
        words = typed_words(typed, refusal, markup_of(visit))
        return await board_view(visit, current, (), Feedback(words, typed=typed, status=409))
    visit.site.deliver_match(match.id)
    if not typed:
        await club.preferences.count_confirmed_move(visit.user_id)
        if visit.form.get("skip"):
            await club.preferences.set_move_confirmation(visit.user_id, False)
    return Redirect(visit.reader.to(visit.site.play_path(match.id)))


async def suggestions(visit: PrivateVisit) -> File:
    """The moves that continue a typed text, as JSON."""
    match = await own_match(visit)
    is_turn = has_turn(match.stored, visit.user_id)
    return await suggestions_in(visit, match.position if is_turn else None)


async def board_picture(visit: PrivateVisit) -> File:
    """The board of a running entry, in one size."""
    match = await own_match(visit)
    text = visit.parts["steps"]
    prefix = steps_in(text)
    size, version = visit.parts["size"], visit.parts["mark"]
    if size not in SIZES or len(text) > MAX_STEPS_LENGTH:
        raise NoPage
    completion = complete(match.position, prefix) if not match.is_over else None
    if prefix and not (completion and (completion.steps or completion.whole)):
        raise NoPage
    is_choosing = not match.is_over and (bool(prefix) or version.endswith("c"))
    scene = _scene(match, _entry(match, prefix) if is_choosing else None)
    key = ("play", match.id, match.stands_at, match.is_over, text, size, version[-1:])
    key = (*key, visit.reader.language)
    rendered = await visit.site.picture(key, draw, scene, DEFAULT_WIDTH, is_small=size == "small")
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
    (match_id,) = visit.key("play")
    try:
        match = await visit.site.club.matches.find(match_id)
    except Refusal as refusal:
        raise NoPage from refusal
    if match.player_of(visit.user_id) is None:
        raise NoPage
    return match


async def refusal_view(visit: PrivateVisit, match: Match, refusal: Refusal) -> View:
    """Return the current board, with the message of a refusal."""
    current = await visit.site.club.matches.find(match.id)
    words = refusal_words(refusal, markup_of(visit))
    return await board_view(visit, current, (), Feedback(words, status=409))


def markup_of(visit: PrivateVisit) -> Markup:
    """Return the markup of a member's boards, which links to them."""
    return visit.reader.markup(lambda match: visit.site.play_path(match.id))


def form_number(visit: PrivateVisit, name: str) -> int:
    """Return a number in a form, or -1, which is never used, if it is malformed."""
    text = visit.form.get(name, "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS
    return int(text) if is_number else -1


def _entry(match: Match, prefix: Move) -> Entry:
    return Entry(match.position, prefix, partial(place_of, match.game))


def _scene(match: Match, entry: Entry | None) -> Scene:
    return (
        match_scene(match) if entry is None else match_scene(match, entry.prefix, entry.available)
    )


async def board_view(
    visit: PrivateVisit, match: Match, prefix: Move, feedback: Feedback = NOTHING
) -> View:
    """Return the page with the board after these steps."""
    site, reader, club = visit.site, visit.reader, visit.site.club
    markup, path = markup_of(visit), site.play_path(match.id)
    is_choosing = has_turn(match.stored, visit.user_id)
    entry = _entry(match, prefix) if is_choosing else None
    boards, following, person, rematch, public = await asyncio.gather(
        asyncio.to_thread(_drawings, visit, match, entry),
        club.match_finder.next_turn(match.guild_id, visit.user_id, excluded_id=match.id),
        club.preferences.of(visit.user_id),
        rematch_of(site, match, visit.user_id, markup),
        _public_links(visit, match),
    )
    values: dict[str, object] = {
        "feedback": feedback,
        "notice": html(feedback.notice),
        "actions": actions_of(site, match, visit.user_id, markup),
        "rematch": rematch,
        "at": partial(_address_of, reader, path),
        "players": [
            (html(markup.name(player.name)), gettext(player.seat_name)) for player in match.players
        ],
        "state": _state(visit, match, markup, is_choosing=is_choosing),
        "clock": [html(line) for line in ([] if match.is_over else clock_lines(match, markup))],
        "board": _board(visit, match, entry, boards, feedback.typed, confirms=person.confirms),
        "skipping": is_offered_skipping(person),
        "following": "" if following is None else reader.to(site.play_path(following.id)),
        "public": public,
        "rules": reader.to(rules_path(match.game)),
    }
    return View(
        "play.html",
        match_title(match),
        "",
        values,
        is_private=True,
        status=feedback.status,
        stream=f"{path}/live" if not match.is_over else "",
        version=state_checksum(match.version, match.offers),
    )


def _board(
    visit: PrivateVisit,
    match: Match,
    entry: Entry | None,
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
        alt_text(_scene(match, entry)),
        entry,
        partial(_address, reader, path),
        action=reader.to(path),
        fields={"version": str(match.version)},
        plays_at_once=entry is not None and not confirms,
        typed=typed,
        suggested=[] if entry is None else suggested(match.position),
        suggestions=reader.to(f"{path}/moves"),
    )


async def _public_links(visit: PrivateVisit, match: Match) -> list[tuple[str, str]]:
    """Return the links to a match's public pages, with their labels, none without pages."""
    server = await visit.site.club.pages.server(match.guild_id)
    if server is None or not server.shows_match(match.stored):
        return []
    path, to = visit.site.match_path(match.id), visit.reader.to
    links = [(gettext("History"), to(path))]
    if match.position.to_move is not None:
        links.insert(0, (gettext("Explore"), to(explore_path(path, match.ply))))
    return links


def _state(visit: PrivateVisit, match: Match, markup: Markup, *, is_choosing: bool) -> list[Html]:
    """Return the result, or the last turn and the player to move."""
    if match.is_over:
        lines = outcome_lines(match, markup)
    else:
        lines = [last_turn_words(match, markup)]
        if not is_choosing:
            searches = visit.site.club.opponents.searches_before(match)
            lines.append(waiting_words(match, searches, markup))
    return [html(line) for line in lines if line]


def _address_of(reader: Reader, path: str, form: str) -> str:
    """Return the address of a form of the board."""
    return reader.to(f"{path}/{form}")


def _address(reader: Reader, path: str, steps: Move) -> str:
    """Return the address of a board after these steps."""
    return reader.to(path, steps=quote(join_steps(steps), safe="")) if steps else reader.to(path)


def _drawings(visit: PrivateVisit, match: Match, entry: Entry | None) -> list[Drawing]:
    """Return the board in each size."""
    scene = _scene(match, entry)
    mark = f"{match.stands_at}{'v' if entry is None else 'c'}"
    return drawings(visit.reader, scene, entry, f"{visit.site.play_path(match.id)}/{mark}")
