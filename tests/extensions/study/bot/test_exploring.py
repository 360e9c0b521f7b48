"""Exploring: trying moves privately, without help from the bot in running matches."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from bot.pages.layout import control
from extensions.study.bot.explore import exploring_page
from extensions.study.presentation.explore import first_line, line_of, mark_of
from presentation.matches.history import MatchHistory, scene_of
from presentation.matches.lines import code_of, has_room
from presentation.steps import DIGITS
from rendering import draw
from rules.position import Game
from rules.registry import GAMES
from rules.replay import random_play
from tests.bot.matches.test_history import play_on, play_out
from tests.bot.simulated import (
    World,
    alt_of,
    choose_step,
    click_through,
    components_of,
    labels_of,
    menus_of,
    reply_text,
    text_of,
)

TWO_GAMES = pytest.mark.parametrize(
    "game", [GAMES["scala"], GAMES["passtally"]], ids=["scala", "passtally"]
)


def a_history(game: Game, *, over: bool, seed: int = 5) -> MatchHistory:
    """A randomly played match of a game, presented as finished or running."""
    setup = game.deal(game.choose({}), Random(seed))
    played = tuple(random_play(game.start(setup), Random(seed)))
    options = game.choose({})
    return MatchHistory(
        source="123456",
        title=game.name,
        game=game,
        options=options,
        start=game.start(setup),
        played=played,
        names=game.seat_names(options),
        ending="White wins." if over else None,
    )


async def test_moves_are_tried_step_by_step_and_undone(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    match = await play_on(world, 8)
    page = (await world.cy.slash(place, "history")).response
    page = (await world.cy.click(page, label="◀ Previous")).response
    explorer = await world.cy.click(page, label="Explore")
    assert explorer.response.id == page.id
    page = explorer.response
    assert "**Only you see this**: trying moves after turn 7." in text_of(page)
    assert "Black: " in text_of(page)
    position, random = match.played[6].after, Random(3)
    moves: list[str] = []
    for number in range(4):
        if number == 2:
            await world.restart()
        move = random.choice([move for move in position.moves() if len(move) > 1])
        requests = len(world.env.http_requests)
        page = await click_through(world.cy, page, position, move)
        assert len(world.env.http_requests) - requests <= len(move) + 1
        moves.append(position.text(move))
        position = position.play(move)
        seats = ("Black", "White")
        trail = " · ".join(f"{seats[at % 2]} **{text}**" for at, text in enumerate(moves))
        assert trail in text_of(page)
        assert moves[-1] in alt_of(page)
    while len(moves) > 1:
        page = (await world.cy.click(page, label="Undo")).response
        assert moves.pop() not in text_of(page)
        assert moves[-1] in text_of(page)
    page = (await world.cy.click(page, label="Undo")).response
    assert "Undo" not in labels_of(page)
    page = (await world.cy.click(page, label="Back to the match")).response
    assert "**Turn 7 of 8**" in text_of(page)
    assert not any("trying moves" in text_of(message) for message in place.history())
    assert len((await world.bot.club.matches.find(1)).played) == 8


async def test_a_step_can_be_chosen_again(world: World) -> None:
    place = await world.start_match("scala")
    page = (await world.cy.slash(place, "history")).response
    page = (await world.cy.click(page, label="Explore")).response
    assert "trying moves from the start" in text_of(page)
    position = (await world.bot.club.matches.find(1)).position
    first = next(
        move[0]
        for move in position.moves()
        if len({each[1] for each in position.moves() if each[0] == move[0]}) > 1
    )
    page = (await choose_step(world.cy, page, first)).response
    assert "Undo" not in labels_of(page)
    page = (await world.cy.click(page, label="Back")).response
    assert "Back" not in labels_of(page)
    assert "trying moves from the start" in text_of(page)


async def test_players_can_explore_their_own_running_match(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    match = await play_on(world, 4)
    more = (await world.ben.click(place.last_message, label="More")).response
    page = (await world.ben.click(more, label="Explore")).response
    assert "**Only you see this**: trying moves after turn 4." in text_of(page)
    move = next(move for move in match.position.moves() if len(move) > 1)
    page = await click_through(world.ben, page, match.position, move)
    assert f"**{match.position.text(move)}**" in text_of(page)
    # There is neither a hint nor the bot's evaluation.
    assert labels_of(page)[-4:] == ["Undo", "Keep this line", "Your lines", "Back to the match"]
    assert "chance" not in text_of(page)
    assert len((await world.bot.club.matches.find(1)).played) == 4


async def test_a_match_can_be_explored_right_after_a_resignation(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    await play_on(world, 4)
    with world.env.time_context():
        await world.bot.club.matches.resign(1, world.ben.id)
    page = (await world.ada.slash(place, "history")).response
    explorer = await world.ada.click(page, label="Explore")
    assert "trying moves after turn 4" in reply_text(explorer)


async def test_hidden_information_stays_hidden_during_the_match(world: World) -> None:
    place = await world.start_match("passtally")
    match = await play_on(world, 8)
    tile = next(move for move in match.position.moves() if len(move) == 3)
    for reader in (world.ada, world.cy):
        page = (await reader.slash(place, "history")).response
        page = (await reader.click(page, label="Explore")).response
        page = await click_through(reader, page, match.position, tile)
        assert "would reveal something that is hidden until the match is over" in text_of(page)
        assert menus_of(page) == []
        assert labels_of(page) == ["Undo", "Keep this line", "Your lines", "Back to the match"]
        page = (await reader.click(page, label="Undo")).response
        assert "turns up" not in text_of(page)


@pytest.mark.parametrize("seed", range(2))
async def test_deals_that_look_alike_give_identical_pages(seed: int) -> None:
    # The pages of a running match don't depend on hidden information.
    history = a_history(GAMES["passtally"], over=False, seed=seed)
    ply = 8
    deck = GAMES["passtally"].deal({"players": 2}, Random(seed))["deck"]
    shuffled = [[pile[0], *Random(seed).sample(pile[1:], len(pile) - 1)] for pile in deck]
    start = GAMES["passtally"].start({"players": 2, "deck": shuffled})
    position, played = start, []
    for each in history.played[:ply]:
        played.append(dataclasses.replace(each, before=position, after=position.play(each.move)))
        position = played[-1].after
    other = dataclasses.replace(history, start=start, played=tuple(played))
    history = dataclasses.replace(history, played=history.played[:ply])
    random = Random(seed)
    one, two = first_line(history, ply), first_line(other, ply)
    while not one.is_stopped:
        move = random.choice(one.position.moves())
        one, two = one.with_move(move), two.with_move(move)
        assert (one.position, one.is_stopped) == (two.position, two.is_stopped)
        assert code_of(one.moves) == code_of(two.moves)
        page = await exploring_page(history, ply, one, 600)
        twin = await exploring_page(other, ply, two, 600)
        assert page.files()[0].fp.read() == twin.files()[0].fp.read()
        assert page.blocks[0] == twin.blocks[0]


async def test_a_finished_match_is_explored_with_its_actual_deal(world: World) -> None:
    place = await world.start_match("passtally")
    match = await play_out(world)
    page = (await world.ada.slash(place, "history")).response
    page = (await world.ada.click(page, label="⏮ First")).response
    page = (await world.ada.click(page, label="Explore")).response
    for played in match.played[:5]:
        page = await click_through(world.ada, page, played.before, played.move)
        assert f"**{played.text}**" in text_of(page)
        assert "turns up" not in text_of(page)
    assert code_of(match.played[:5]) in str(list(components_of(page)))


async def test_a_line_can_be_played_to_its_end(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    match = await play_out(world)
    page = (await world.cy.slash(place, "history")).response
    page = (await world.cy.click(page, label="◀ Previous")).response
    page = (await world.cy.click(page, label="Explore")).response
    last = match.played[-1]
    page = await click_through(world.cy, page, last.before, last.move)
    outcome = last.after.outcome
    winner = ("White", "Black")[outcome.winners[0] - 1]
    assert f"**{winner} would win.** {outcome.words}" in text_of(page)
    assert labels_of(page) == ["Undo", "Keep this line", "Share", "Your lines", "Back to the match"]


async def test_exploring_a_position_that_was_taken_back_is_refused(world: World) -> None:
    place = await world.start_match("passtally")
    match = await play_on(world, 10)
    walks = [move for move in match.position.moves() if len(move) == 2]
    mover = match.player_to_move
    with world.env.time_context():
        match = await world.bot.club.matches.play(1, mover.user_id, walks[0])
    page = (await world.cy.slash(place, "history")).response
    page = (await world.cy.click(page, label="Explore")).response
    with world.env.time_context():
        match = await world.bot.club.matches.take_back(1, mover.user_id, match.version)
        await world.bot.club.matches.play(1, mover.user_id, walks[1])
    refusal = await world.cy.click(page, label=labels_of(page)[0])
    assert "moves were taken back" in reply_text(refusal)


async def test_forged_controls_are_refused(world: World) -> None:
    place = await world.start_match("skirt", options="size 4")
    match = await play_on(world, 4)
    page = (await world.cy.slash(place, "history")).response
    mark = mark_of(match.position)
    too_high = len(match.position.moves()) + 1
    nothing = DIGITS[too_high // 36] + DIGITS[too_high % 36]
    for verb, code, prefix in (
        ("try", "", ""), ("try", "-1", ""), ("try", nothing, ""), ("try", "0", "x9"),
        ("try", "Z", ""), ("trymove", "0", "x9"), ("trymove", "0", ""), ("trygroup", "é", ""),
    ):  # fmt: skip
        custom_id = control(verb, 1, 4, mark, code, prefix)
        refusal = await world.click_anyway(world.cy, page, custom_id)
        assert "These moves can't be tried any more." in reply_text(refusal), custom_id
    for ply in (5, 99999):
        refusal = await world.click_anyway(world.cy, page, control("try", 1, ply, mark, "0", ""))
        assert "moves were taken back" in reply_text(refusal)


async def test_the_file_of_a_finished_match_can_be_explored_after_a_restart(world: World) -> None:
    text = "Game: Skirt\nResult: White wins.\n1. a1\n2. b1-b2\n"
    page = (await world.ada.slash(world.channel, "history", file=("m.txt", text.encode()))).response
    page = (await world.ada.click(page, label="Explore")).response
    for _ in range(2):
        await world.restart()
        page = (await world.ada.click(page, label=labels_of(page)[0])).response
    page = (await world.ada.click(page, label="Back to the match")).response
    assert "**Turn 2 of 2**" in text_of(page)


async def test_the_file_of_a_running_match_cannot_be_explored(world: World) -> None:
    file = ("match.txt", b"Game: Skirt\n1. a1\n")
    page = (await world.ada.slash(world.channel, "history", file=file)).response
    refusal = await world.ada.click(page, label="Explore")
    assert "hidden information isn't in the file" in reply_text(refusal)


@TWO_GAMES
@pytest.mark.parametrize("over", [True, False])
def test_a_line_can_be_restored_from_its_code(game: Game, over: bool) -> None:
    history = a_history(game, over=over)
    for ply in range(0, history.last_ply, 19):
        line = first_line(history, ply)
        random = Random(ply)
        while len(line.moves) < 30 and line.position.moves() and not line.is_stopped:
            line = line.with_move(random.choice(line.position.moves()))
            assert line_of(history, ply, code_of(line.moves)) == line


@TWO_GAMES
async def test_lines_can_be_long_and_report_reaching_the_limit(game: Game) -> None:
    history = a_history(game, over=True)
    line, random = first_line(history, 0), Random(2)
    while line.position.moves():
        is_full = not has_room(line)
        if is_full or len(line.moves) % 8 == 0:
            page = await exploring_page(history, 0, line, 600)
            page.layout()
            assert ("This line can't get any longer" in str(page.blocks[0])) == is_full
        if is_full:
            assert len(line.moves) > 20
            break
        move = random.choice(line.position.moves())
        if len(line.moves) % 8 == 7:
            for length in range(1, len(move)):
                begun = dataclasses.replace(line, steps=move[:length])
                (await exploring_page(history, 0, begun, 600)).layout()
        line = line.with_move(move)


def test_a_position_with_an_unknown_top_tile_can_be_drawn() -> None:
    history = a_history(GAMES["passtally"], over=False)
    line = first_line(history, 8)
    tile = next(move for move in line.position.moves() if len(move) == 3)
    line = line.with_move(tile)
    assert draw(scene_of(history, line.position, list(line.moves)), 600)


def test_controls_do_not_reveal_hidden_information() -> None:
    game = GAMES["passtally"]
    deals = [game.start(game.deal(game.choose({}), Random(seed))) for seed in range(2000)]
    alike = [deal for deal in deals if deal.seen_by(None) == deals[0].seen_by(None)]
    assert len({deal.encode() for deal in alike}) > 1
    assert len({mark_of(deal) for deal in alike}) == 1
