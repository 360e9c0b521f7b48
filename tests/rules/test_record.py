"""Records of matches: writing, reading back, and refusals that name the wrong line."""

from __future__ import annotations

import dataclasses
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.passtally.board import MAX_ROUNDS_WITHOUT_TILE, PILES
from rules.passtally.position import PasstallyPosition
from rules.position import Game, Move
from rules.record import (
    MAX_LIST_SIZE,
    MAX_SIZE,
    Record,
    decoded,
    heading,
    options_text,
    read,
    records_in,
    turns_of,
    write,
)
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import Cause, Played, leave, random_play, replay
from tests import recorded

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

FACTS = (("Match", "17"), ("Place", "Club, #games"), ("Begun", "2026-08-01 12:00 UTC"))


def a_record(game: Game, seed: int = 1, *, most: int = 10_000, **options: int) -> Record:
    """The record of a random match, or of its first moves."""
    random = Random(seed)
    setup = game.deal(game.choose(options), random)
    played: list[Played] = []
    for each in random_play(game.start(setup), random):
        if len(played) == most:
            break
        played.append(each)
    return record_of(game, setup, played)


def record_of(game: Game, setup: dict[str, Any], played: list[Played]) -> Record:
    seats = game.seat_names(setup)
    players = tuple(("Ada", "Ben", "Cy Young")[: len(seats)])
    outcome = played[-1].after.outcome if played else None
    result = None if outcome is None else outcome.words
    return Record(game, setup, players, turns_of(played), FACTS, result)


def refusal_of(text: str) -> Refusal:
    with pytest.raises(Refusal) as raised:
        read(text)
    return raised.value


@EVERY_GAME
@pytest.mark.parametrize("seed", range(3))
def test_a_written_record_is_read_back(game: Game, seed: int) -> None:
    for option in [{}, *({each.key: max(each.values)} for each in game.options)]:
        record = a_record(game, seed, **option)
        assert read(write(record)) == record
        assert read(write(record)).played()[-1].after.outcome is not None


def test_options_that_are_off_are_left_out() -> None:
    record = a_record(GAMES["passtally"], players=3)
    assert "\nOptions: players 3\n" in write(record)
    record = a_record(GAMES["passtally"], players=3, **{"head-start": 2})
    assert "\nOptions: players 3, head-start 2\n" in write(record)
    again = read(write(record))
    assert again == record
    assert again.played()[0].before.scores == (2, 1, 0)


def test_the_value_of_an_option_is_written_by_its_name() -> None:
    record = a_record(GAMES["scalus"], patterns=1, most=3)
    assert "\nOptions: patterns all\n" in write(record)
    assert read(write(record).replace("patterns all", "Patterns ALL")) == record
    usual = a_record(GAMES["scalus"], patterns=0, most=3)
    assert "Options" not in write(usual)
    assert read("Game: Scalus\nOptions: patterns rectangles").options == {"patterns": 0}
    for wrong in ("patterns 1", "patterns every", "patterns"):
        refusal = refusal_of(write(record).replace("patterns all", wrong))
        assert (refusal.code, refusal.words[:7]) == ("option", "Line 2:")


@EVERY_GAME
def test_an_unfinished_match_is_read_back_to_its_current_ply(game: Game) -> None:
    for most in range(12):
        record = a_record(game, most=most)
        again = read(write(record))
        assert again == record
        assert again.result is None
        assert len(again.played()) == most


@EVERY_GAME
def test_recorded_matches_are_read_back(game: Game) -> None:
    for match in recorded.matches(game.key):
        setup = recorded.setup_of(game, match)
        options = options_text(game, game.choose(recorded.options_of(game, match)))
        text = "\n".join(
            [
                f"Game: {game.key}",
                f"Options: {options}",
                *([f"Deal: {json.dumps({'deck': setup['deck']})}"] if "deck" in setup else []),
                *(f"{ply}. {turn['move']}" for ply, turn in enumerate(match["turns"], start=1)),
            ]
        )
        record = read(text)
        assert record.texts == tuple(turn["move"] for turn in match["turns"])
        assert read(write(record)) == record
        outcome = record.played()[-1].after.outcome
        result = outcome and {"winners": list(outcome.winners)}
        assert result == (match["result"] and {"winners": match["result"]["winners"]})


def test_a_short_match_reads_like_this() -> None:
    game = GAMES["skirt"]
    setup = {"size": 4}
    start = game.start(setup)
    first = Played(start, ("e1",), start.play(("e1",)))
    second = Played(first.after, ("a3", "b4"), first.after.play(("a3", "b4")))
    assert write(record_of(game, setup, [first, second])) == (
        "Game: Skirt\n"
        "Options: size 4\n"
        "White: Ada\n"
        "Black: Ben\n"
        "Match: 17\n"
        "Place: Club, #games\n"
        "Begun: 2026-08-01 12:00 UTC\n"
        "\n"
        "1. White: e1\n"
        "2. Black: a3-b4\n"
    )


def test_the_moves_of_a_turn_stand_in_one_line() -> None:
    text = write(a_record(GAMES["passtally"]))
    assert "\n2. Teal: " in text
    second = text.split("\n2. Teal: ")[1].splitlines()[0]
    assert len(second.split("; ")) == 2


@EVERY_GAME
def test_line_ends_blanks_and_letter_case_make_no_difference(game: Game) -> None:
    record = a_record(game)
    header, _, moves = write(record).partition("\n\n")
    in_capitals = [
        line if line.startswith("Deal") else line.replace("Game", "GAME")
        for line in header.split("\n")
    ]
    text = "\n\n".join([*in_capitals, moves]).replace("\n", "  \r\n")
    assert read(decoded(b"\xef\xbb\xbf" + text.encode())) == record
    assert read("\ufeff" + text) == record


@EVERY_GAME
def test_moves_are_read_without_seats_and_in_any_grouping(game: Game) -> None:
    record = a_record(game, most=9)
    header = write(record).partition("\n\n")[0]
    one_a_line = "\n".join(f"{ply}.{text}" for ply, text in enumerate(record.texts, start=1))
    all_in_one = f"1. {';'.join(record.texts).upper()}"
    assert read(f"{header}\n{one_a_line}") == record
    assert read(f"{header}\n{all_in_one}") == record


def test_a_seat_that_left_is_read_back() -> None:
    game = GAMES["passtally"]
    setup = game.deal(game.choose({"players": 3}), Random(4))
    random, played = Random(4), []
    position = game.start(setup)
    while position.to_move is not None:
        if len(played) == 20:
            played.append(leave(position, 2))
        else:
            move = random.choice(position.moves())
            played.append(Played(position, move, position.play(move)))
        position = played[-1].after
    record = record_of(game, setup, played)
    assert "Teal: 2 resigns\n" in write(record)
    assert read(write(record)) == record
    assert read(write(record).replace("resigns", "RESIGNS")) == record
    late = read(write(record).replace("2 resigns", "2 times out"))
    assert late.played()[20].cause == "times out"
    assert read(write(late)) == late


def test_a_move_after_a_departure_has_a_turn_of_its_own() -> None:
    game = GAMES["passtally"]
    setup = game.deal(game.choose({"players": 3}), Random(1))
    # Seat 2 places twice in a row, but seat 3 leaves in between.
    played = list(replay(game, setup, ["N1", "N2", "3 times out", "S1", "S2"]))
    record = record_of(game, setup, played)
    assert write(record).endswith(
        "\n1. Amber: N1\n2. Teal: N2\n3. Violet: 3 times out\n4. Teal: S1\n5. Amber: S2\n"
    )
    assert read(write(record)) == record


def a_match_with_departures(random: Random) -> Record:
    """A random match of three, whole or unfinished, in which one seat leaves."""
    game = GAMES["passtally"]
    setup = game.deal(game.choose({"players": 3}), random)
    position = game.start(setup)
    leaves_at = random.choice([random.randrange(12), random.randrange(80)])
    stops_at = random.choice([leaves_at + random.randrange(1, 6), 10_000])
    played: list[Played] = []
    while position.to_move is not None and len(played) < stops_at:
        if len(played) == leaves_at:
            played.append(leave(position, random.randint(1, 3), random.choice(CAUSES)))
        else:
            move = random.choice(position.moves())
            played.append(Played(position, move, position.play(move)))
        position = played[-1].after
    return record_of(game, setup, played)


CAUSES: tuple[Cause, ...] = ("resigns", "times out")


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_match_is_read_back_whenever_a_seat_left_it(seed: int) -> None:
    record = a_match_with_departures(Random(seed))
    again = read(write(record))
    assert again == record
    assert again.played() == record.played()


@pytest.mark.parametrize(
    "departures", ["2 resigns; 1 resigns", "2 resigns; 2 resigns", "4 resigns"]
)
def test_a_seat_that_left_or_is_alone_cannot_leave(departures: str) -> None:
    header = write(a_record(GAMES["passtally"], most=0, players=3))
    refusal = refusal_of(f"{header}1. {departures}")
    assert refusal.words.startswith("Line 11: “")


def test_neither_of_two_players_can_leave_a_running_match() -> None:
    assert "Enter it as the result" in refusal_of("Game: Skirt\n1. 1 resigns").words


def test_no_seat_can_leave_a_finished_match() -> None:
    record = a_record(GAMES["passtally"], players=3)
    text = f"{write(record)}{len(record.turns) + 1}. 2 resigns"
    assert "The match is already over at this point." in refusal_of(text).words


def test_the_deal_of_a_running_match_is_secret() -> None:
    record = a_record(GAMES["passtally"], most=20)
    secret = dataclasses.replace(record, setup=record.options)
    assert "Deal: told when the match is over\n" in write(secret)
    refusal = refusal_of(write(secret))
    assert refusal.code == "secret_deal"
    assert "Save the match again after it ends." in refusal.words


@EVERY_GAME
def test_every_deal_of_a_game_has_the_same_contents(game: Game) -> None:
    # `read` relies on this to refuse impossible deals.
    for seed in range(20):
        assert read(write(a_record(game, seed, most=0))).dealt == a_record(game, seed).dealt


def changed_deal(change: Any) -> str:
    record = a_record(GAMES["passtally"], most=0)
    deck = record.dealt["deck"]
    return write(dataclasses.replace(record, setup={**record.options, "deck": change(deck)}))


@pytest.mark.parametrize(
    "deal",
    [
        changed_deal(lambda deck: deck[:2]),
        changed_deal(lambda deck: [*deck, []]),
        changed_deal(lambda deck: [["XX"] * 14] * 3),
        changed_deal(lambda deck: [["?"] * 14] * 3),
        changed_deal(lambda deck: [[[]] * 14] * 3),
        changed_deal(lambda deck: [[None] * 14] * 3),
        changed_deal(lambda deck: {"deck": deck}),
        changed_deal(lambda deck: 7),
        changed_deal(lambda deck: [[*pile[:-1], True] for pile in deck]),
        "Game: Passtally\nDeal: " + "[" * 60_000,
        "Game: Passtally\nDeal: " + "9" * 60_000,
        'Game: Passtally\nDeal: {"deck": [], "players": 3}',
        "Game: Passtally\nDeal: nonsense",
        "Game: Passtally\nDeal:",
    ],
)
def test_an_impossible_deal_is_refused(deal: str) -> None:
    refusal = refusal_of(deal)
    assert refusal.code == "deal"
    assert refusal.words.startswith("Line ")


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "not_a_record", "there is no line “Game: …”"),
        ("1. e1", "not_a_record", "there is no line “Game: …”"),
        ("Game: Chess", "game", "Line 1: There is no game called “Chess”. The games are Scala"),
        ("Game: Passtally", "deal", "Passtally can't be replayed without its set-up"),
        ("Game: Skirt\nDeal: {}", "deal", "Line 2: Skirt has no random set-up."),
        ("Game: Skirt\nOptions: size 9", "option", "Line 2: Skirt: cells on a side can be"),
        ("Game: Skirt\nOptions: colour red", "option", "Line 2: “colour red” isn't an option"),
        ("Game: Skirt\nOptions: depth 3", "option", "Line 2: Skirt has no option “depth”."),
        ("Game: Skirt\nOptions: size ٤", "option", "Line 2: “size ٤” isn't an option"),
        ("Game: Skirt\ngame: Scala", "not_a_record", "Line 2: “game” appears twice."),
        ("Game: Skirt\n\nDear diary", "not_a_record", "Line 3: “Dear diary” is neither a turn"),
        ("Game: Skirt\n1. a1\nNote: x", "not_a_record", "Line 3: lines about the match"),
        ("Game: Skirt\n2. a1", "not_a_record", "Line 2: this says turn 2, but turn 1 comes next"),
        ("Game: Skirt\n1. Black: a1", "not_your_turn", "Line 2: this is a move by Black"),
        ("Game: Skirt\nNote: " + "x" * 501, "not_a_record", "Line 2: “Note” has more than 500"),
        ("Game: Skirt\n1.", "unreadable", "Line 2: “” can't be played. The move is"),
        ("Game: Skirt\n1. a1;", "unreadable", "Line 2: “”"),
        ("Game: Skirt\n1. a1\n2. a1", "", "Line 3: “a1” can't be played. "),
        ("Game: Skirt\n1. " + "9" * 400 + " resigns", "unreadable", "Line 2: “999"),
    ],
)  # fmt: skip
def test_an_error_is_refused_with_its_line(text: str, code: str, words: str) -> None:
    refusal = refusal_of(text)
    assert refusal.code == code or not code
    assert words in refusal.words


def test_too_many_lines_of_a_header_are_refused() -> None:
    notes = "\n".join(f"Note {number}: x" for number in range(41))
    assert "more than 40 other lines" in refusal_of(f"Game: Skirt\n{notes}").words


def test_a_move_after_the_end_is_refused() -> None:
    record = a_record(GAMES["skirt"], size=4)
    text = f"{write(record)}{len(record.turns) + 1}. e1"
    assert "The match is over" in refusal_of(text).words


def test_an_overlong_text_is_refused() -> None:
    assert refusal_of("x" * (MAX_SIZE + 1)).code == "too_long"
    with pytest.raises(Refusal, match="256 KB"):
        decoded(b"x" * (MAX_LIST_SIZE + 1))


PLACED = ["N1", "N2", "S1", "S2", "E1", "E2", "W1", "W2"]
WALK = ["N1-N3", "N3-N1", "N2-N4", "N4-N2"]
"""A round in which two markers move there and back."""


def test_a_move_after_ten_rounds_without_a_tile_is_refused() -> None:
    header = write(a_record(GAMES["passtally"], most=0))
    record = read(f"{header}1. {'; '.join([*PLACED, *WALK * 10])}")
    outcome = record.played()[-1].after.outcome
    assert outcome is not None
    assert outcome.reason == "no_tile"
    text = f"{header}1. {'; '.join([*PLACED, *WALK * 10, WALK[0]])}"
    assert "The match is over" in refusal_of(text).words


def test_a_match_of_thousands_of_moves_is_written_and_read_back() -> None:
    """Only markers move, except for a tile in every tenth round that scores nothing."""
    game = GAMES["passtally"]
    setup = game.deal(game.choose({"players": 3}), Random(1))
    played: list[Played] = []

    def play(move: Move) -> None:
        before = played[-1].after if played else game.start(setup)
        played.append(Played(before, move, before.play(move)))

    for spot in ["N1", "N2", "N3", "S1", "S2", "S3", "E1", "E2", "E3", "W1", "W2", "W3"]:
        play((spot,))
    while (position := played[-1].after).to_move is not None:
        assert isinstance(position, PasstallyPosition)
        is_due = position.rounds_without_tile == MAX_ROUNDS_WITHOUT_TILE
        pile = PILES[position.tiles_left.index(max(position.tiles_left))]
        quiet = (
            move
            for move in position.moves()
            if (move[0] == pile if is_due else len(move) == 2)
            and position.play(move).scores == position.scores
        )
        play(next(quiet, position.moves()[-1]))
    assert len(played) > 2000
    record = record_of(game, setup, played)
    assert len(write(record)) < MAX_SIZE / 4
    assert read(write(record)) == record


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n", "Game: Skirt".encode("utf-16"), b"\xff"])
def test_undecodable_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(Refusal, match="isn't text in UTF-8"):
        decoded(data)


def test_names_cannot_break_out_of_their_line() -> None:
    record = a_record(GAMES["skirt"], most=2)
    strange = "Eve\n\n9. a1\rBlack: \u2028me" + "!" * 600
    again = read(write(dataclasses.replace(record, players=(strange, "Ben"))))
    assert again.players[0].startswith("Eve 9. a1 Black: me!!!")
    assert again.texts == record.texts


VALID = [write(a_record(game, seed, most=8)) for game in GAMES.values() for seed in range(2)]
LINES = sorted({line for text in VALID for line in text.splitlines()})
SCRAPS = (
    st.sampled_from(LINES) | st.text(max_size=60) | st.from_regex(r"[0-9]{1,3}\. [a-z0-9;: -]*")
)


@settings(max_examples=60, deadline=None)
@given(lines=st.lists(SCRAPS, max_size=12), key=st.sampled_from(list(GAMES)), whole=st.booleans())
def test_any_lines_are_a_record_or_refused(lines: list[str], key: str, whole: bool) -> None:
    text = "\n".join(lines)
    check_round_trip(f"Game: {key}\n{text}" if whole else text)


@settings(max_examples=100, deadline=None)
@given(
    text=st.sampled_from(VALID),
    at=st.floats(0, 1),
    length=st.integers(0, 12),
    put=st.text(max_size=8) | st.sampled_from(["\n", ":", ";", "[", "]", '"', "1. ", " resigns"]),
)
def test_a_damaged_record_is_still_one_or_refused(
    text: str, at: float, length: int, put: str
) -> None:
    start = round(at * len(text))
    check_round_trip(text[:start] + put + text[start + length :])


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_a_text_or_refused(data: bytes) -> None:
    try:
        check_round_trip(decoded(data))
    except Refusal as refusal:
        assert refusal.code == "not_a_text"


def check_round_trip(text: str) -> None:
    try:
        record = read(text)
    except Refusal as refusal:
        assert refusal.code
        assert refusal.words
    else:
        assert read(write(record)) == record
        assert len(record.played()) == len(record.texts)


def test_several_records_in_a_text_are_read_one_by_one() -> None:
    records = [a_record(game, most=6) for game in GAMES.values()]
    texts = records_in("\n".join(map(write, records)))
    assert [read(text) for text in texts] == records
    assert [heading(text) for text in texts] == [
        (record.game, record.players) for record in records
    ]


def test_one_record_or_none_is_one_text() -> None:
    text = write(a_record(GAMES["skirt"], most=6))
    assert read(*records_in(f"Event: a final\n{text}")).facts[0] == ("Event", "a final")
    assert records_in("") == ("",)


def test_a_refusal_names_the_line_in_a_text_of_several_records() -> None:
    text = write(a_record(GAMES["skirt"], most=2))
    lines = text.count("\n")
    _, wrong = records_in(f"{text}{text}3. z9")
    assert f"Line {2 * lines + 1}:" in refusal_of(wrong).words


def test_a_heading_needs_a_game_and_names_missing_players_with_a_question_mark() -> None:
    assert heading("Game: Skirt\nWhite: Ada") == (GAMES["skirt"], ("Ada", "?"))
    with pytest.raises(Refusal):
        heading("White: Ada")
