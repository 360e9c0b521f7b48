"""Matches and rules on a front with plain text only."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable

import pytest

from club.matches.finding import Candidates
from club.matches.match import Match
from club.matches.offers import MissingAnswers, QuotedOffer
from club.matches.reasons import EndOf
from club.references import (
    BoardOf,
    CardOf,
    Channels,
    Command,
    CommandOption,
    Control,
    MoveText,
    Name,
    Names,
)
from language.texts import COMPLETE, written_in
from presentation.challenges.challenges import challenge_title, state_words, terms_lines
from presentation.markup import PLAIN, PlainText
from presentation.matches.clocks import clock_lines, clock_words
from presentation.matches.history import earlier_turns_words, end_words, history_of, moment_words
from presentation.matches.match import (
    ended_of,
    guide_lines,
    last_turn_words,
    match_line,
    match_scene,
    match_title,
    next_turn_words,
    outcome_lines,
    players_words,
    to_move_words,
)
from presentation.matches.offers import open_offer_words
from presentation.members.rules import count_of, rules_example, rules_lines, rules_title
from presentation.phrases import game_words, summary_within
from presentation.refusals import refusal_words, typed_words
from rendering import Ended, Icon, alt_text, text_board
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from tests.club.services import CHANNEL, CY, GUILD, Services
from tests.presentation.plain_front import check_plain

ADA, BEN = Participant(11, "_Ada_ <b>"), Participant(12, "Ben*")


@pytest.fixture(params=GAMES.values(), ids=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    chosen = request.param
    assert isinstance(chosen, Game)
    return chosen


def assert_plain(texts: Iterable[str]) -> None:
    """Check the texts of a page, except its empty parts."""
    check_plain([text for text in texts if text])


def match_texts(match: Match) -> list[str]:
    """All texts of a page about a match."""
    history = history_of(match, PLAIN)
    last = history.last_ply
    texts = [
        match_title(match),
        players_words(match, PLAIN),
        last_turn_words(match, PLAIN),
        *guide_lines(match, PLAIN),
        match_line(match.stored, ADA.user_id, PLAIN),
        moment_words(history, 0, PLAIN),
        moment_words(history, last, PLAIN),
        earlier_turns_words(history, last),
        end_words(history, PLAIN),
        next_turn_words(match, max(last - 1, 0), PLAIN),
        *(open_offer_words(match, offer, PLAIN) for offer in match.offers),
        alt_text(match_scene(match)),
    ]
    if match.is_over:
        return [*texts, *outcome_lines(match, PLAIN)]
    return [
        *texts,
        to_move_words(match, PLAIN),
        clock_words(match, PLAIN),
        *clock_lines(match, PLAIN),
    ]


class PlainTextWithIcons(PlainText):
    """A front with icons, written in brackets here."""

    def icon(self, icon: Icon) -> str:
        return f"[{icon.name} of {icon.game}]"


def test_the_name_of_a_game_includes_unusual_options() -> None:
    passtally, skirt = GAMES["passtally"], GAMES["skirt"]
    assert game_words(passtally, {"players": 2}) == "Passtally"
    assert game_words(passtally, {"players": 3}) == "Passtally for three"
    assert game_words(passtally, {"head-start": 2}) == "Passtally (head start 2)"
    both = game_words(passtally, {"players": 3, "head-start": 2})
    assert both == "Passtally for three (head start 2)"
    assert game_words(skirt, {"size": 4}) == "Skirt (cells on a side: 4)"


def test_a_summary_is_cut_after_a_sentence_or_else_a_clause_or_else_anywhere() -> None:
    scala = GAMES["scala"]
    sentence = "Race one stone to the far tip by steps and jumps"
    assert summary_within(scala, 100) == f"{sentence}. Stones that are cut off are removed"
    assert summary_within(scala, 60) == sentence
    assert summary_within(scala, 20) == "Race one stone to t…"
    sentence = "Be the first to reach the enemy headquarters"
    assert summary_within(GAMES["scalus"], 80) == sentence
    assert summary_within(GAMES["skirt"], 60) == "Connect two opposite sides of a hexagon"


async def test_words_are_complete_without_the_pictures_of_pieces(services: Services) -> None:
    match = await services.matches.find(await services.start_match(ADA, BEN, game="skirt"))
    assert players_words(match, PlainTextWithIcons()) == (
        "[seat1 of skirt] _Ada_ <b> (White) vs [seat2 of skirt] Ben* (Black)"
    )
    for words in (players_words, to_move_words):
        without = re.sub(r"\[[^]]*\] ", "", words(match, PlainTextWithIcons()))
        assert without == words(match, PLAIN)


async def test_a_match_from_its_challenge_to_its_result(services: Services, game: Game) -> None:
    for language in COMPLETE:
        with written_in(language):
            terms = Terms(game.key, game.choose({}), "3d", guided=True)
            place = Place(GUILD, CHANNEL)
            challenge = await services.challenges.make(terms, place, ADA, (BEN,), seat=1)
            assert_plain([challenge_title(challenge, PLAIN), *terms_lines(challenge, PLAIN)])
            assert_plain([state_words(challenge, PLAIN)])
            accepted = await services.challenges.accept(challenge.id, BEN)
            assert_plain([state_words(accepted, PLAIN)])
            assert accepted.match_id is not None
            match = await services.matches.find(accepted.match_id)
            assert_plain(match_texts(match))
            match = await services.play_turns(match.id, 2)
            assert "_Ada_ <b>" in players_words(match, PLAIN)
            assert text_board(match_scene(match))
            pause_offer = await services.offers.make(match.id, ADA.user_id, "pause")
            assert pause_offer.offers
            assert_plain(match_texts(pause_offer))
            over = await services.matches.resign(match.id, ADA.user_id)
            assert_plain(match_texts(over))


async def test_only_the_board_of_a_finished_match_shows_its_winner(services: Services) -> None:
    over = await services.matches.find(await services.win_match())
    running = await services.play_turns(await services.start_match(ADA, BEN), 1)
    assert ended_of(over) == Ended((1,), is_aborted=False)
    assert ended_of(running) is None
    assert ended_of(over.at(1)) is None


def test_rules(game: Game) -> None:
    for language in COMPLETE:
        with written_in(language):
            for number in range(count_of(game)):
                scene, words = rules_example(game, number, PLAIN)
                assert_plain([rules_title(game, number), *rules_lines(game, number, PLAIN)])
                assert_plain([words, alt_text(scene)])


async def test_refusals_with_every_kind_of_value(services: Services) -> None:
    terms, place = Terms("skirt", GAMES["skirt"].choose({}), "3d"), Place(GUILD, CHANNEL)
    challenge = await services.challenges.make(terms, place, ADA, (BEN,), seat=1)
    challenge = await services.challenges.accept(challenge.id, BEN)
    assert challenge.match_id is not None
    match = await services.offers.make(challenge.match_id, ADA.user_id, "pause")
    over = await services.matches.find(await services.win_match())
    values = (
        Name(ADA.name),
        Names((ADA.name, BEN.name)),
        BoardOf(match.stored),
        CardOf(challenge),
        EndOf(over.stored),
        Channels((CHANNEL,)),
        Command("challenge"),
        CommandOption("match"),
        Control("More"),
        MoveText("c3-d3"),
        Candidates((match.stored,), ADA.user_id),
        QuotedOffer(match, match.offers[0]),
        MissingAnswers(match, match.offers[0]),
        CY.user_id,
    )
    for language in COMPLETE:
        with written_in(language):
            for value in values:
                refusal = Refusal("no", "See {value}!", value=value)
                assert_plain([refusal_words(refusal, PLAIN), typed_words("c3", refusal, PLAIN)])


def test_the_presentation_never_imports_discord() -> None:
    script = (
        "import importlib, pkgutil, sys, presentation\n"
        "for module in pkgutil.walk_packages(presentation.__path__, 'presentation.'):\n"
        "    importlib.import_module(module.name)\n"
        "sys.exit('discord' in sys.modules or 'bot' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
