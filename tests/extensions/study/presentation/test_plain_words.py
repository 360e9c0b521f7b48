"""Conditional moves and reviews in plain words."""

from __future__ import annotations

from engine import reasons as codes
from engine.facts import Reason
from engine.opponent import Choice
from engine.reasons import ONLY_LEGAL
from extensions.study.club.conditional_moves import Step
from extensions.study.club.reviews import Mistake
from extensions.study.presentation.conditional_moves import line_words, lines_title
from extensions.study.presentation.explore import first_line, tried_line_lines
from extensions.study.presentation.reviews import review_picture
from language.texts import COMPLETE, written_in
from presentation.markup import PLAIN
from presentation.matches.hints import hint_lines, hint_title
from presentation.matches.history import history_of
from rules.position import Game
from tests.club.services import CY, Services
from tests.presentation.test_plain_text_front import ADA, BEN, assert_plain


async def test_a_line_tried_in_explore(services: Services, game: Game) -> None:
    match = await services.matches.find(await services.start_match(ADA, BEN, game=game.key))
    history = history_of(match, PLAIN)
    for language in COMPLETE:
        with written_in(language):
            assert_plain(tried_line_lines(history, 0, first_line(history, 0), PLAIN))


async def test_a_hint_and_conditional_moves(services: Services, game: Game) -> None:
    match = await services.matches.find(await services.start_match(ADA, BEN, game=game.key))
    position = match.position
    move = position.moves()[0]
    after = position.play(move)
    line = (position.text(move), after.text(after.moves()[0]))
    reasons = tuple(
        Reason(code, 1, line=line) for code in (codes.STOPS, codes.THREATENS, ONLY_LEGAL)
    )
    choice = Choice(line[0], line, 0.6, (0.6, 0.4), 10, False, reasons=reasons)
    steps = [Step(1, line[0]), Step(2, line[1])]
    ben = match.player_of(BEN.user_id)
    assert ben is not None
    for language in COMPLETE:
        with written_in(language):
            assert_plain([hint_title(match), *hint_lines(match, choice, PLAIN)])
            assert_plain([lines_title(PLAIN), line_words(steps, ben, PLAIN)])


async def test_the_picture_of_a_review_of_two_is_described_from_the_first_seat(
    services: Services,
) -> None:
    match = await services.play_turns(await services.start_match(ADA, BEN, game="scala"), 1)
    values = ((0.5, 0.5), (0.8, 0.2), (0.9, 0.1))
    picture = await review_picture(match, values, (Mistake(2, 0.1, ()),), 300)
    assert "O was ahead after 2 of them, X after 0. Turn 2 (" in picture.alt
    assert picture.alt.endswith(" −10): from +0.6 to +0.8.")


async def test_the_picture_of_a_review_of_three_names_the_seat_of_a_mistake(
    services: Services,
) -> None:
    match = await services.start_match(ADA, BEN, CY, game="passtally")
    match = await services.play_turns(match, 1)
    values = ((0.3, 0.3, 0.4), (0.4, 0.3, 0.3), (0.5, 0.2, 0.3))
    picture = await review_picture(match, values, (Mistake(2, 0.1, ()),), 300)
    assert "After 2 of 3 turns: Amber 50%, Teal 20%, Violet 30%. Turn 2 (" in picture.alt
    assert picture.alt.endswith(" −10): Teal from 30% to 20%.")
