"""A match in words: titles, players, turns, results and tags, with its picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from club.matches.match import Match, Player, has_turn, mover, players_of
from club.matches.reasons import ending_of, is_typed
from club.parts import Parts
from language.lists import listed, row_of, sentences
from language.texts import COMPLETE, gettext, ngettext, pgettext, written_in
from presentation.markup import PLAIN, Markup, beside_icon
from presentation.matches.seat_words import SEAT_WORDS
from presentation.phrases import UNRATED_WORDS, game_words, points_words, versus
from presentation.pictures import DEFAULT_WIDTH, Picture, scene_picture
from rendering import Ended, Icon, Scene, seat_icon
from rules.position import Game
from rules.registry import GAMES
from storage.matches.match import StoredMatch
from storage.matches.moves import RecordKind
from storage.matches.vacancies import Vacancy

KIND_NOTES: dict[RecordKind, str] = {}
"""What extensions add about recorded moves of their kinds."""

VACATED_NOTES = Parts[tuple[Match, Vacancy, Markup], str]()
"""What a match counts for the one who left a seat, while it waits or has a substitute."""

MAX_REMARKS = 6
"""Maximum number of remarks per turn and answer in a guided match."""


def kind_note(kind: RecordKind) -> str | None:
    """Return what is added about a recorded move of a kind, None if there is nothing."""
    return gettext(KIND_NOTES[kind]) if kind in KIND_NOTES else None


def match_title(match: Match) -> str:
    """ "Chess · match 12"."""
    game = game_words(match.game, match.options)
    return gettext("{game} · match {number}", game=game, number=match.id)


def short_title(match: Match) -> str:
    """The title without the options of its game."""
    return gettext("{game} · match {number}", game=match.game.name, number=match.id)


def over_title(match: Match) -> str:
    """ "Chess · match 12 · over"."""
    return gettext("{match} · finished", match=match_title(match))


def turn_title(match: Match, number: int) -> str:
    """ "Chess · match 12 · turn 7"."""
    return gettext("{match} · turn {number}", match=match_title(match), number=number)


def with_seat(name: str, seat_name: str) -> str:
    """ "Ada (White)".

    :param name: escaped for the front.
    :param seat_name: the game's English name of the seat.
    """
    return gettext("{name} ({seat})", name=name, seat=gettext(seat_name))


def player_words(player: Player, game: Game, markup: Markup, *, mentioned: bool = False) -> str:
    """ "Ada (White)", after the piece of that seat if the front has pictures for it.

    :param mentioned: whether to link or notify them.
    """
    is_linked = mentioned and player.is_person
    name = markup.mention(player.user_id, player.name) if is_linked else markup.name(player.name)
    icon = Icon(game.key, seat_icon(player.seat))
    return beside_icon(icon, with_seat(name, player.seat_name), markup)


def players_words(match: Match, markup: Markup) -> str:
    """ "Ada (White) vs Ben (Black)"."""
    return versus([player_words(player, match.game, markup) for player in match.players])


def players_title(match: Match) -> str:
    """ "Scala: Ada vs Ben", without markup."""
    names = versus([PLAIN.name(player.name) for player in match.players])
    return gettext("{game}: {players}", game=match.game.name, players=names)


def result_words(match: Match, markup: Markup) -> str:
    """ "Ada (White) wins. White connects two opposite sides." """
    return ended_words(match.stored, markup)


def ended_words(match: StoredMatch, markup: Markup) -> str:
    """Like `result_words`, for a stored match."""
    return str(sentences(verdict_words(match, markup), ending_words(match, markup)))


def verdict_words(match: StoredMatch, markup: Markup) -> str:
    """ "Ada (White) wins.", "It's a draw.", "Aborted: it doesn't count." """
    assert match.result is not None
    if match.state == "aborted":
        return gettext("Aborted: it doesn't count.")
    game = GAMES[match.game]
    players = players_of(game, match)
    winners = [
        replace(player, name=gettext("{name}'s substitute", name=player.name))
        if player.has_substitute
        else player
        for player in players
        if player.seat in match.result["winners"]
    ]
    return won_words([player_words(player, game, markup) for player in winners])


def ending_words(match: StoredMatch, markup: Markup) -> str:
    """Return why a match ended: "White connects two opposite sides.", "Ada resigned." """
    assert match.result is not None
    players = players_of(GAMES[match.game], match)
    words = str(ending_of(match, [markup.name(player.name) for player in players]))
    return markup.text(words, max_length=400) if is_typed(match.result) else words


def won_words(winners: Sequence[str]) -> str:
    """ "Ada (White) wins.", or "It's a draw." without winners."""
    if not winners:
        return gettext("It's a draw.")
    return ngettext("{names} wins.", "{names} win.", len(winners), names=listed(winners))


def places_words(match: Match, markup: Markup) -> str:
    """ "Places: 1. Ada 52 · 2. Ben 48 · 3. Cy (left)"."""
    assert match.result is not None
    scores = match.result["scores"]
    words: list[str] = []
    for place, player in sorted(
        zip(match.places, match.players, strict=True), key=lambda each: (each[0], each[1].seat)
    ):
        score = f" {scores[player.seat - 1]}" if scores else ""
        name = f"{markup.name(player.name)}{score}"
        if not player.is_playing or player.has_substitute:
            name = gettext("{name} (left)", name=name)
        words.append(f"{place}. {name}")
    return gettext("Places: {places}", places=" · ".join(words))


def ratings_words(match: Match, markup: Markup) -> str:
    """ "Ratings: Ada 1500? → 1519?, Ben 1522 → 1503", or why they didn't change.

    Empty if no one would expect a change.
    """
    if match.rating_changes:
        by_user = {change.user_id: change for change in match.rating_changes}
        changes = [
            f"{markup.name(player.name)} {points_words(change.before, change.was_provisional)} → "
            f"{markup.strong(points_words(change.after, change.is_provisional))}"
            for player in match.players
            if (change := by_user.get(player.user_id)) is not None
        ]
        return gettext("Ratings: {changes}.", changes=row_of(changes))
    return next(
        (gettext(words) for why, words in UNRATED_WORDS.items() if why == match.stored.unrated), ""
    )


def outcome_lines(match: Match, markup: Markup) -> list[str]:
    """Return the result, the places of more than two players, and the ratings."""
    return [markup.strong(result_words(match, markup)), *effect_lines(match, markup)]


def effect_lines(match: Match, markup: Markup) -> list[str]:
    """Return the places of more than two players, the ratings, and what is notable about teams."""
    has_places = len(match.players) > 2 and not match.is_aborted
    lines = (
        places_words(match, markup) if has_places else "",
        ratings_words(match, markup),
        *(
            note
            for vacancy in match.vacancies
            if match.players[vacancy.seat - 1].has_substitute
            for note in VACATED_NOTES.of((match, vacancy, markup))
        ),
        SEAT_WORDS[-1].result(match, markup),
    )
    return [line for line in lines if line]


def match_line(match: StoredMatch, user_id: int | None, markup: Markup) -> str:
    """Return whose turn it is, until or since when, and a link, as in `match_words`."""
    words, turn = match_words(match, user_id, markup)
    return f"{markup.strong(str(match.id))} · {markup.board(match, words)} · {turn}"


def own_turn_lines(match: StoredMatch, user_id: int, markup: Markup) -> tuple[str, str]:
    """Return a link to a match in which it is a player's turn, and its number and time."""
    link = markup.board(match, game_words_of(match, user_id, markup))
    time = time_words(match, markup)
    return link, gettext("Match {number} · {time}", number=match.id, time=time)


def match_words(match: StoredMatch, user_id: int | None, markup: Markup) -> tuple[str, str]:
    """Return the game with its players, and whose turn it is, until or since when.

    :param user_id: the reader, for "your turn", or None for one who doesn't play.
    """
    if user_id is not None and has_turn(match, user_id):
        turn = gettext("your turn")
    else:
        turn = gettext("{name} to move", name=markup.name(mover(match)))
    return game_words_of(match, user_id, markup), str(row_of([turn, time_words(match, markup)]))


def time_words(match: StoredMatch, markup: Markup) -> str:
    """Return until or since when it is someone's turn: "deadline in 2 days"."""
    if match.paused_until is not None:
        return gettext("clocks paused")
    if match.deadline is not None:
        return gettext("deadline {time}", time=markup.relative(match.deadline))
    return gettext("turn started {time}", time=markup.relative(match.turn_started_at))


def game_words_of(match: StoredMatch, user_id: int | None, markup: Markup) -> str:
    """ "Scala vs Ben" for a player, "Scala: Ada vs Ben" for others."""
    others = [markup.name(seat.name) for seat in match.seats if seat.user_id != user_id]
    game = GAMES[match.game].name
    if len(others) < len(match.seats):
        return gettext("{game} vs {names}", game=game, names=listed(others))
    return gettext("{game}: {players}", game=game, players=versus(others))


def ended_line(match: StoredMatch, markup: Markup) -> str:
    """Return the players, the result and a link."""
    words = game_words_of(match, None, markup)
    board = markup.board(match, words)
    return f"{markup.strong(str(match.id))} · {board} · {ended_words(match, markup)}"


async def match_picture(match: Match, *, width: int = DEFAULT_WIDTH) -> Picture:
    """Draw the board of a match that everyone may see."""
    return await scene_picture(match_scene(match), width)


def match_scene(match: Match) -> Scene:
    """Return the board that everyone may see."""
    return Scene(
        position=match.position.seen_by(None),
        game=match.game,
        last=tuple(played for played in match.last_turn if played.left is None),
        options=match.options,
        ended=ended_of(match),
    )


def ended_of(match: Match) -> Ended | None:
    """Return how a match ended, None while it is running."""
    result = match.result
    if result is None or not match.is_over:
        return None
    return Ended(tuple(result["winners"]), match.is_aborted)


def tag_names(match: Match) -> tuple[str, str]:
    """Return the names of a match's tags, in the current language: its game and its state."""
    return match.game.name, _state_name(is_over=match.is_over)


def all_tag_names() -> tuple[str, ...]:
    """Return the names of all tags, in the current language: the games, then the states."""
    games = [game.name for game in GAMES.values()]
    return (*games, _state_name(is_over=False), _state_name(is_over=True))


def first_tag_names() -> tuple[tuple[str, str], ...]:
    """Return the names of a new match's tags in each game, in the current language."""
    state = _state_name(is_over=False)
    return tuple((game.name, state) for game in GAMES.values())


@cache
def state_names() -> frozenset[str]:
    """Return the casefolded names of the states in every language, to replace any of them."""
    names: set[str] = set()
    for code in COMPLETE:
        with written_in(code):
            names |= {_state_name(is_over=each).casefold() for each in (False, True)}
    return frozenset(names)


def prompt(match: Match) -> str:
    """Return the decision of the seat to move."""
    return match.position.input.prompt(())


def turn_so_far_words(match: Match, markup: Markup) -> str:
    """Return the moves that the player to move has made in this turn, empty before the first."""
    turn = match.played[match.turn_began :]
    # Someone else may have left meanwhile.
    texts = [markup.strong(each.text) for each in turn if each.left is None]
    return gettext("So far this turn: {moves}", moves=row_of(texts)) if texts else ""


def to_move_words(match: Match, markup: Markup) -> str:
    """Mention the player to move, with their decision, or explain that a computer is thinking."""
    player = match.player_to_move
    assert player is not None
    if player.is_computer:
        return mover_words(match, markup)
    name = player_words(player, match.game, markup, mentioned=True)
    return gettext("{name} to move. {prompt}.", name=name, prompt=prompt(match))


def mover_words(match: Match, markup: Markup) -> str:
    """Return who is to move, for spectators: without a mention or a prompt."""
    player = match.player_to_move
    assert player is not None
    name = player_words(player, match.game, markup)
    if player.is_computer:
        return gettext("{name} is thinking.", name=name)
    if player.is_team:
        return SEAT_WORDS[-1].mover(name)
    return gettext("{name} to move.", name=name)


def last_turn_words(match: Match, markup: Markup) -> str:
    """Return what was played since the previous card, empty before the first move."""
    if not match.played:
        return ""
    begin = match.first_unshown_ply(len(match.played))
    words: list[str] = []
    first = begin
    while first < len(match.played):
        end = first + len(match.turn_from(first))
        words.append(turn_words(match, first, end, markup))
        first = end
    opener = match.players[match.record[begin].seat - 1]
    # Only at the start of a match is it a computer, which may have declined before its move.
    since = match.stored.created_at if opener.is_computer else match.record[begin].at
    if any(
        offer.closed_at is not None and since <= offer.closed_at <= match.record[-1].at
        for offer in match.declined
    ):
        words.append(gettext("The draw offer was declined."))
    return str(sentences(*words))


def turn_words(match: Match, first: int, end: int, markup: Markup) -> str:
    """Return the moves of a turn from ply `first` up to `end`, exclusive."""
    turn = match.played[first:end]
    name = markup.name(match.players[turn[0].seat - 1].name)
    if turn[0].left is not None:
        if turn[0].cause == "times out":
            return gettext("{name} ran out of time. The others keep playing.", name=name)
        return gettext("{name} left the match. The others keep playing.", name=name)
    words = turn[0].before.describe([each.move for each in turn], name)
    return str(sentences(words, kind_note(match.record[first].kind)))


def next_turn_words(match: Match, ply: int, markup: Markup) -> str:
    """Return what came after `ply` moves: the next turn, or a newer card."""
    if ply == len(match.played):
        return gettext("The board is below.")
    turn = turn_words(match, ply, ply + len(match.turn_from(ply)), markup)
    return gettext("Then: {turn}", turn=turn)


def guide_lines(match: Match, markup: Markup) -> list[str]:
    """Return remarks on the latest moves for the learner in a guided match."""
    learner = match.learner
    if learner is None or not match.played:
        return []
    remarks = [
        remark.text_for(learner.seat)
        for played in match.played[match.first_unshown_ply(len(match.played)) :]
        if played.left is None
        for remark in played.before.remarks(played.move)
    ]
    if not remarks:
        return []
    whom = markup.strong(gettext("For {name}:", name=markup.name(learner.name)))
    first = gettext("{learner} {remark}", learner=whom, remark=remarks[0])
    return [first, *(str(remark) for remark in remarks[1:MAX_REMARKS])]


def _state_name(*, is_over: bool) -> str:
    if is_over:
        return pgettext("tag of a match", "finished")
    return pgettext("tag of a match", "in progress")
