"""Suggestions for a typed move."""

from __future__ import annotations

import json

from rules.notation import MAX_TEXT_LENGTH, suggest
from storage.matches.match import Participant
from tests.club.services import ADA, BEN, CY
from tests.web.house import Answer, House


async def suggestions(house: House, match_id: int, typed: str, person: Participant) -> Answer:
    cookie, path = await house.sign_in(person), house.site.play_path(match_id)
    return await house.get(f"{path}/moves?typed={typed}", Cookie=cookie)


async def test_suggestions_follow_the_typed_text(house: House) -> None:
    match_id = await house.services.start_match(game="scala")
    match = await house.services.matches.find(match_id)
    text = match.position.text(match.position.moves()[-1])
    for typed in ("", text[:2], text, "zz"):
        answer = await suggestions(house, match_id, typed, ADA)
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["Cache-Control"] == "no-store"
        moves = suggest(match.position, typed)
        assert json.loads(answer.body) == [match.position.text(move) for move in moves]


async def test_suggestions_contain_no_duplicates(house: House) -> None:
    match_id = await house.services.start_match()
    answer = await suggestions(house, match_id, "%3Cb%3E%22" + "x" * MAX_TEXT_LENGTH, ADA)
    assert (answer.status, answer.body) == (200, b"[]")


async def test_suggestions_are_for_the_player_to_move(house: House) -> None:
    match_id = await house.services.start_match()
    assert json.loads((await suggestions(house, match_id, "", BEN)).body) == []
    assert (await suggestions(house, match_id, "", CY)).status == 404
    assert (await house.get(f"{house.site.play_path(match_id)}/moves")).status == 403
