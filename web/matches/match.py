"""A match in its current state and after each move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from markupsafe import Markup as Html

from club.matches.match import Match, Player
from club.matches.offers import match_mark
from club.parts import LoadedParts
from club.servers.pages import PublicServer
from language.texts import gettext
from presentation.markup import PLAIN, Markup
from presentation.matches.archive import turns_words
from presentation.matches.clocks import turn_words
from presentation.matches.history import MatchHistory, history_of, moment_parts, record_text
from presentation.matches.match import (
    effect_lines,
    ending_words,
    last_turn_words,
    match_scene,
    match_title,
    match_words,
    mover_words,
    players_title,
    players_words,
    result_words,
    verdict_words,
)
from presentation.matches.seat_words import SEAT_WORDS
from presentation.matches.vacancies import substitute_lines, vacancy_words
from presentation.phrases import game_words, pace_words
from presentation.pictures import DEFAULT_WIDTH
from rendering import Icon, Scene, alt_text, draw, layout, seat_icon, text_board
from rendering.animation import animation
from rendering.glimpses import board_alone
from rendering.social_cards import CardRow, SocialCard
from rules.record import in_turns
from storage.matches.match import StoredMatch
from web.http.cache import Key, Rendered
from web.http.markup import PREVIEW
from web.http.reader import Reader, html
from web.http.routes import File, FileRoute, PageRoute, Route, Visit, rules_path
from web.http.site import SEAT_PAGES, Site
from web.http.social import CARD, card_file
from web.http.templating import TEXT
from web.http.view import Crumb, Embed, LinkButton, NoPage, PreviewPicture, View
from web.matches.plates import pace_lines, plates_of, rating_words_in_match

MAX_GIF_BYTES = 8 * 2**20
SMALL_WIDTH = 300
MAX_GIF_PLIES = 400
"""Maximum number of moves of an animated match."""


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """The page of a match after some moves."""

    visit: Visit
    server: PublicServer
    match: Match
    ply: int

    @property
    def path(self) -> str:
        """The path of the match."""
        return self.visit.site.match_path(self.match.id)


LINES = LoadedParts[ShownMatch, Html]()
"""Lines beside the board."""

LINKS = LoadedParts[ShownMatch, tuple[str, str]]()
"""Links below the moves, with their labels, before those of the core."""


Turn = list[tuple[str, str, bool]]
"""The text of each move, the address of the board after it, and whether it is shown."""


async def match_page(visit: Visit) -> View:
    """The page of a match in its current state."""
    server, match = await public_match(visit)
    return await _view(visit, server, match, match.ply, is_latest=True)


async def ply_page(visit: Visit) -> View:
    """The page of a match after some moves."""
    server, match = await public_match(visit)
    ply = visit.number("ply")
    if ply > match.ply:
        raise NoPage
    return await _view(visit, server, match, ply, is_latest=False)


async def board_picture(visit: Visit) -> File:
    """The board after some moves."""
    (match_id,), ply = visit.key("m"), visit.number("ply")
    mark, language = visit.parts.get("mark"), visit.reader.language
    # After a move was taken back and another made, the same ply has another board and mark.
    if kept := await _kept_picture(visit, match_id, (match_id, ply, mark, language)):
        return File(kept, is_immutable=visit.reader.has_chosen)
    _, match = await public_match(visit)
    if ply > match.ply:
        raise NoPage
    scene, true_mark = _board(history_of(match, PLAIN), ply), _mark(match, ply)
    key = (match.id, ply, true_mark, language)
    rendered = await visit.site.pictures.get(visit.visitor, key, draw, scene, DEFAULT_WIDTH)
    return File(rendered, is_immutable=visit.reader.has_chosen and mark == true_mark)


async def small_board(visit: Visit) -> File:
    """The present board, small and without names."""
    (match_id,), version, language = visit.key("m"), visit.parts["version"], visit.reader.language
    if kept := await _kept_picture(visit, match_id, ("small", match_id, version, language)):
        return File(kept, is_immutable=True)
    _, match = await public_match(visit)
    key = ("small", match.id, str(match.version), language)
    rendered = await visit.site.pictures.get(
        visit.visitor, key, board_alone, match_scene(match), SMALL_WIDTH
    )
    return File(rendered, is_immutable=version == str(match.version))


def match_card(
    visit: Visit, server: PublicServer, match: StoredMatch, user_id: int | None = None
) -> dict[str, object]:
    """Return a match for the macro `match_cards`.

    :param user_id: whose opponents are named, or None for all players.
    """
    markup = visit.reader.markup(visit.site.paths_in(server))
    return card_values(visit, match, *match_words(match, user_id, markup))


def card_values(visit: Visit, match: StoredMatch, title: str, *lines: str) -> dict[str, object]:
    """Return a match and its words for the macro `match_cards`."""
    reader, path = visit.reader, visit.site.match_path(match.id)
    return {
        "path": reader.to(path),
        "picture": reader.picture(f"{path}/small/{match.version}.png"),
        "title": html(title),
        "lines": [html(line) for line in lines],
    }


async def card_picture(visit: Visit) -> File:
    """The match after some moves, for other sites."""
    server, match = await public_match(visit)
    ply = visit.number("ply")
    if ply > match.ply:
        raise NoPage
    at_ply = match if ply == match.ply else match.at(ply)
    ratings = await visit.site.club.profiles.ratings_in(match.stored)
    winners = () if at_ply.result is None else at_ply.result["winners"]
    number = gettext("Match {number}", number=match.id)
    card = SocialCard(
        history_of(match, PLAIN).scene(ply),
        f"{number} · {server.name}",
        game_words(match.game, match.options),
        [
            CardRow(
                PLAIN.name(player.name),
                rating_words_in_match(ratings.get(player.user_id)),
                Icon(match.game.key, seat_icon(player.seat)),
                is_marked=player.seat in winners or player == at_ply.player_to_move,
            )
            for player in match.players
        ],
        [_summary(at_ply)],
    )
    return await card_file(visit, ("match", match.id, match.version, ply), card)


async def gif(visit: Visit) -> File:
    """The whole match, animated."""
    _, match = await public_match(visit)
    if not 0 < match.ply <= MAX_GIF_PLIES:
        raise NoPage
    history = history_of(match, PLAIN)
    scenes = [history.scene(ply) for ply in range(history.last_ply + 1)]
    key = ("gif", match.id, match.stands_at, match.is_over, visit.reader.language)
    rendered = await visit.site.pictures.get(
        visit.visitor, key, animation, scenes, MAX_GIF_BYTES, _go_on
    )
    return File(rendered)


async def record_file(visit: Visit) -> File:
    """The match as a text file."""
    server, match = await public_match(visit)
    text = record_text(match, server.name)
    name = f"stairwell-{match.id}-{match.game.key}.txt"
    return File(Rendered(text.encode(), TEXT), filename=name)


ROUTES: Sequence[Route] = (
    PageRoute("match", "/m/{key}", match_page),
    PageRoute("match", "/m/{key}/{ply:[0-9]+}", ply_page),
    FileRoute("board", "/m/{key}/{ply:[0-9]+}.png", board_picture),
    FileRoute("board", "/m/{key}/{ply:[0-9]+}-{mark:[0-9a-z]+}.png", board_picture),
    FileRoute("board", "/m/{key}/small/{version:[0-9]+}.png", small_board),
    FileRoute("card", f"/m/{{key}}/{{ply:[0-9]+}}/{CARD}", card_picture),
    FileRoute("animation", "/m/{key}/match.gif", gif),
    FileRoute("record", "/m/{key}/match.txt", record_file),
)


async def public_match(visit: Visit) -> tuple[PublicServer, Match]:
    """Return the match of a path.

    :raises NoPage: if it isn't public.
    """
    (match_id,) = visit.key("m")
    public = await visit.site.club.pages.match(match_id)
    if public is None:
        raise NoPage
    return public


async def _kept_picture(visit: Visit, match_id: int, key: Key) -> Rendered | None:
    """Return a picture of a match if it is cached, without loading the match.

    :raises NoPage: if the match isn't public.
    """
    kept = visit.site.pictures.kept(key)
    if kept is None:
        return None

    async def check() -> Rendered:
        if not await visit.site.club.pages.has_match(match_id):
            raise NoPage
        return Rendered(b"public", TEXT)

    # As with pages, a match that was hidden is seen for a few more seconds.
    await visit.site.pages.get((visit.site.match_path(match_id), "public"), check)
    return kept


async def _view(
    visit: Visit, server: PublicServer, match: Match, ply: int, *, is_latest: bool
) -> View:
    site, reader = visit.site, visit.reader
    markup = reader.markup(site.paths_in(server))
    history = history_of(match, markup)
    at_ply = match if ply == match.ply else match.at(ply)
    path = site.match_path(match.id)
    shown = ShownMatch(visit, server, match, ply)
    scene = _board(history, ply)
    picture = _picture(site, reader, match, ply, scene)
    if is_latest:
        mover = "" if at_ply.team_to_move is None else SEAT_WORDS[-1].moving(at_ply, markup)
        headline, *state = state_lines(at_ply, markup, mover)
        if not mover and at_ply.player_to_move is not None:
            # The plate of the player to move says so.
            headline = ""
    else:
        headline, *state = moment_parts(history, ply, markup)
    values = {
        "players": plates_of(
            reader,
            at_ply,
            markup,
            await site.club.profiles.ratings_in(match.stored),
            partial(_player_path, site, reader, server),
            is_running=ply == match.ply,
        ),
        "lines": await LINES.of(shown),
        "headline": html(headline),
        "state": [html(line) for line in state if line],
        "clock": [
            *game_lines(match),
            *(await _clock_lines(site, at_ply, markup, is_latest=ply == match.ply)),
        ],
        "picture": picture,
        "size": layout(scene, DEFAULT_WIDTH),
        "picture_path": reader.picture(picture_path(site, match, ply)),
        "text_board": text_board(scene),
        "seats": [gettext(player.seat_name) for player in match.players],
        "rounds": _rounds(reader, history, path, ply),
        "steps": _steps(reader, path, ply, match.ply),
        "rules": reader.to(rules_path(match.game)),
        "vote": _vote_link(site, reader, match) or seat_link(site, reader, match)
        if is_latest
        else None,
        "links": await LINKS.of(shown),
        "downloads": _downloads(reader, path, match),
    }
    return View(
        "match.html",
        players_title(match),
        f"{players_words(match, PLAIN)}. {_summary(at_ply)}",
        values,
        picture,
        Embed(_embed_text(server, at_ply), picture, _embed_buttons(site, reader, match)),
        card_path=f"{path}/{ply}/{CARD}",
        trail=crumbs_above(visit, server, match),
        is_private=not server.is_listed,
        stream=f"{path}/live" if is_latest and not match.is_over else "",
        version=match_mark(match.version, match.progress.count),
    )


def crumbs_above(visit: Visit, server: PublicServer, match: Match) -> tuple[Crumb, ...]:
    """Return the links to the server of a match, and to its leaderboard of the game."""
    leaderboard = f"{visit.site.server_path(server.guild_id)}/{match.game.key}"
    return visit.server_crumb(server), Crumb(match.game.name, visit.reader.to(leaderboard))


def picture_path(site: Site, match: Match, ply: int) -> str:
    """Return the path of the board after some moves, which stays the same for good."""
    return f"{site.match_path(match.id)}/{ply}-{_mark(match, ply)}.png"


def seat_path(site: Site, match: Match) -> str:
    """Return the path of the page about the vacant seat of a match."""
    return f"{site.play_path(match.id)}/seat"


def seat_link(
    site: Site, reader: Reader, match: Match, user_id: int | None = None
) -> tuple[str, str] | None:
    """Return the label and address of the page about a vacant seat, None if it's of no use.

    :param user_id: the player who reads it, None for all other readers.
    """
    vacancy = match.vacancy
    if vacancy is None or not site.club.web_sessions.are_available:
        return None
    label = gettext("Take the seat")
    if user_id is not None:
        is_own = vacancy.user_id == user_id
        label = gettext("Take it back") if is_own else gettext("Decide on the seat")
    elif not vacancy.is_open:
        return None
    return label, reader.to(seat_path(site, match))


def _vote_link(site: Site, reader: Reader, match: Match) -> tuple[str, str] | None:
    """Return the label and the address of the board on which members vote, None without one."""
    path = SEAT_PAGES[-1].path(site, match)
    if match.team_to_move is None or not path or not site.club.web_sessions.are_available:
        return None
    return SEAT_WORDS[-1].play_label(), reader.to(path)


def _board(history: MatchHistory, ply: int) -> Scene:
    """Return the board at a ply. The page around it says whose turn it is."""
    return replace(history.scene(ply), has_heading=False)


def _picture(site: Site, reader: Reader, match: Match, ply: int, scene: Scene) -> PreviewPicture:
    """Return the board at a ply for a link preview."""
    return PreviewPicture(site.url(reader.picture(picture_path(site, match, ply))), alt_text(scene))


def _mark(match: Match, ply: int) -> str:
    """Return a mark that distinguishes a board from taken-back ones at the same ply."""
    number = number_at(match, ply)
    return f"{number}x" if match.is_over and ply == match.ply else str(number)


def number_at(match: Match, ply: int) -> int:
    """Return the record number of the move before a ply.

    Moves that were taken back have other numbers.
    """
    return match.record[ply - 1].number if ply else 0


def state_lines(match: Match, markup: Markup, mover: str = "") -> list[str]:
    """Return who has won or is to move, what led to it, and the votes on the last turn.

    :param mover: who is to move, by default in the words for spectators.
    """
    if match.is_over:
        stored = match.stored
        first, reason = verdict_words(stored, markup), ending_words(stored, markup)
        lines = [first, reason, *effect_lines(match, markup)]
    elif match.player_to_move is None:
        lines = [players_title(match)]
    else:
        lines = [
            mover or mover_words(match, markup),
            vacancy_words(match, markup),
            *substitute_lines(match, markup),
            last_turn_words(match, markup),
        ]
    return [line for line in (*lines, *SEAT_WORDS[-1].last_turn(match, markup)) if line]


def game_lines(match: Match) -> list[str]:
    """Return the options of the game, none if there are none: "Skirt (cells on a side: 4)"."""
    words = game_words(match.game, match.options)
    return [] if words == match.game.name else [words]


async def _clock_lines(site: Site, at_ply: Match, markup: Markup, *, is_latest: bool) -> list[Html]:
    """Return the turn with the pace, with the deadline on the latest board."""
    if at_ply.is_over:
        return [html(f"{turns_words(at_ply.stored)} · {pace_words(at_ply.pace)}")]
    return await pace_lines(site, at_ply, markup) if is_latest else [html(turn_words(at_ply))]


def _summary(match: Match) -> str:
    if match.is_over:
        return result_words(match, PLAIN)
    if match.player_to_move is None:
        return ""
    return _voting_words(match, PLAIN) or mover_words(match, PLAIN)


def _voting_words(match: Match, markup: Markup) -> str:
    """Return which team votes and until when, empty if none does or no time runs."""
    is_running = match.team_to_move is not None and match.deadline is not None
    return SEAT_WORDS[-1].moving_until(match, markup) if is_running else ""


def _player_path(site: Site, reader: Reader, server: PublicServer, player: Player) -> str:
    """Return the address of a player's page, empty without one."""
    if not player.is_person or player.user_id <= 0:
        return ""
    return reader.to(site.player_path(server.guild_id, player.user_id))


def _rounds(reader: Reader, history: MatchHistory, path: str, current: int) -> list[list[Turn]]:
    """Return the turns in rows of one cell per seat, empty ones for seats without a turn."""
    seats = len(history.names)
    rounds: list[list[Turn]] = []
    ply, last_seat = 0, seats
    for played in in_turns(history.played):
        turn: Turn = []
        for each in played:
            ply += 1
            text = gettext("left the match") if each.left is not None else each.text
            turn.append((text, reader.to(f"{path}/{ply}"), ply == current))
        seat = played[0].seat
        if seat <= last_seat:
            rounds.append([[] for _ in range(seats)])
        rounds[-1][seat - 1] = turn
        last_seat = seat
    return rounds


def _steps(reader: Reader, path: str, ply: int, last: int) -> list[tuple[str, str, str]]:
    """Return the label, `rel` and address of each step.

    The address is empty if there is no such step.
    """
    return [
        (gettext("« First"), "first", reader.to(f"{path}/0") if ply else ""),
        (gettext("◀ Previous"), "prev", reader.to(f"{path}/{ply - 1}") if ply else ""),
        (gettext("Next ▶"), "next", reader.to(f"{path}/{ply + 1}") if ply < last else ""),
        (gettext("Last »"), "last", reader.to(path) if ply < last else ""),
    ]


def _downloads(reader: Reader, path: str, match: Match) -> list[tuple[str, str]]:
    files = [(gettext("Save as text"), reader.to(f"{path}/match.txt"))]
    if 0 < match.ply <= MAX_GIF_PLIES:
        files.insert(0, (gettext("Animation"), reader.to(f"{path}/match.gif")))
    return files


def _embed_text(server: PublicServer, match: Match) -> str:
    return "\n".join(
        (
            f"### {match_title(match)}",
            players_words(match, PREVIEW),
            *state_lines(match, PREVIEW, _voting_words(match, PREVIEW)),
            f"-# {PREVIEW.name(server.name)}",
        )
    )


def _embed_buttons(site: Site, reader: Reader, match: Match) -> tuple[LinkButton, ...]:
    label = gettext("Board") if match.is_over else gettext("Watch")
    return (
        LinkButton(label, site.url(reader.to(site.match_path(match.id)))),
        LinkButton(gettext("Rules"), site.url(reader.to(rules_path(match.game)))),
    )


def _go_on(done: int, total: int) -> None:
    """Ignore the progress of an animation."""
