"""Scenarios of the study of matches, for `tests/simulation/scenarios.py`."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.pages.forms import FIELD
from bot.pages.layout import control
from club.ratings.ratings import MIN_TURNS
from extensions.study.club.conditional_moves import Step
from extensions.study.club.guessing import MAX_POINTS, Guessing
from extensions.study.club.guessing import code_of as guesses_code
from extensions.study.club.study import Study
from extensions.study.presentation.explore import first_line, mark_of
from presentation.markup import PLAIN
from presentation.matches.history import history_of
from presentation.matches.lines import code_of
from presentation.steps import join_steps
from tests.discord.calls import InteractionRecord
from tests.discord.places import Member
from tests.simulation.acts import any_move, begin, move, resign
from tests.simulation.house import House


async def conditional_reply(house: House) -> None:
    """A move that is answered by a conditional move."""
    await begin(house)
    await move(house, house.ada, "e1", ply=1)
    match = await house.club.matches.find(1)
    steps = [Step(2, "a2-b2"), Step(1, "a4-b4")]
    await house.club.part(Study).conditional_moves.add(1, house.ada.id, steps, match.version)
    await move(house, house.ben, "a2-b2", ply=3)


async def study(house: House) -> None:
    """A player writes a note and keeps a line, which they share after the match."""
    await begin(house)
    await move(house, house.ada, "e1", ply=1)
    match = await house.club.matches.find(1)
    history = history_of(match, PLAIN)
    line = first_line(history, 1, house.ada.id)
    line = line.with_move(line.position.moves()[0])
    key = 1, 1, mark_of(history.position(1)), code_of(line.moves)
    await house.until(
        lambda: house.value("SELECT text FROM note"),
        lambda: submit(house, house.ada, control("note", 1), "Block the corner."),
    )
    await house.until(
        lambda: house.value("SELECT count(*) FROM kept_line"),
        lambda: submit(house, house.ada, control("line-keep", *key), "corner"),
    )
    await resign(house)
    over = await house.club.matches.find(1)

    async def share() -> None:
        # On the web. The task ends with the process.
        sharing = house.bot.club.part(Study).kept_lines.share(over, house.ada.id, 1, "ada")
        await asyncio.wait((asyncio.create_task(sharing),), timeout=1.0)

    await house.until(lambda: house.value("SELECT shared_by FROM kept_line"), share)
    assert house.rows("SELECT name, ply FROM kept_line") == [("corner", 1)]


async def guesses(house: House) -> None:
    """A member guesses the moves of a finished match, whose positions are counted."""
    await begin(house)
    await move(house, house.ada, "e1", ply=1)
    await move(house, house.ben, "a2-b2", ply=2)
    for ply in range(3, 2 * MIN_TURNS + 1):
        member, text = await any_move(house)
        await move(house, member, text, ply=ply)
    await resign(house)
    over = await house.club.matches.find(1)
    first, *others = (guesses_code(Guessing(over, 2, judged)) for judged in range(MIN_TURNS))
    steps = join_steps(over.played[1].move)

    async def guess_first() -> None:
        await click(house, house.cy, control("guesstry", 1, first, steps))

    stored = "SELECT count(*) FROM guess_score WHERE guesses = ?"
    await house.until(lambda: house.value(stored, 1), guess_first)
    points = house.value("SELECT points FROM guess_score")
    # A second guess of this move doesn't count.
    with suppress(LookupError):
        await guess_first()
    for number, code in enumerate(others, 2):
        # To look earns nothing.
        await house.until(
            lambda number=number: house.value(stored, number),
            lambda code=code: click(house, house.cy, control("guesslook", 1, code)),
        )
    await house.until(lambda: house.value("SELECT sum(matches) FROM move_count"))
    rows = house.rows("SELECT user_id, seat, points, month IS NULL FROM guess_score")
    assert rows == [(house.cy.id, 2, points, False)]
    assert 0 < points <= MAX_POINTS, points


async def click(house: House, member: Member, control_id: str) -> InteractionRecord:
    """Click a control as if it were on the history of the only match."""
    call = await house.world.slash(member, house.place, "history", match="1")
    message = await house.first_reply(call)
    return await house.world.click(member, message, control_id, checked=False)


async def submit(house: House, member: Member, control_id: str, typed: str) -> None:
    """Type into the form that a control of the history opens."""
    call = await click(house, member, control_id)
    for _ in range(100):
        if call.modal is not None or house.life.is_over:
            break
        await asyncio.sleep(0.1)
    await house.world.submit(call, {FIELD: typed})


SCENARIOS = {each.__name__: each for each in (conditional_reply, study, guesses)}
