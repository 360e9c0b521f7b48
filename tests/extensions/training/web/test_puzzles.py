"""Puzzles on the web: tries and ratings shared with Discord, and no early solutions."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest

from engine.puzzles import Puzzle, library, main_line, puzzles, standing
from engine.puzzles.library import Step
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool
from extensions.training.club.daily import DailyPuzzles
from extensions.training.club.puzzles import Puzzles, SolverPuzzle
from extensions.training.presentation.puzzles import code_of
from extensions.training.storage import daily
from extensions.training.storage.daily import DailyPuzzle
from rules.registry import GAMES
from storage.members import membership
from storage.members.membership import Member
from tests.club.services import ADA, BEN, CHANNEL, GUILD, NOON
from tests.sample_puzzles import JUMP, ONE, TRIO, TWO, add, clear_cache
from tests.web.forms import follow, send, words_of
from tests.web.house import House, check_html, house_in
from web.http.limits import Limits

DAY = "2026-03-01"
TYPED = "Play this move"
JUMPS = f"/puzzles/{JUMP.key}"


async def attempt(house: House, of: Puzzle = JUMP, user_id: int = ADA.user_id) -> SolverPuzzle:
    return await house.services.part(Puzzles).view(user_id, of)


def own_moves(of: Puzzle) -> list[str]:
    """The solver's moves in the main line of a solution."""
    tries: list[str] = []
    while not standing(of, tries).solved:
        now = standing(of, tries)
        tries.append(main_line(of)[len(now.moves)])
    return tries


def wrong_move(of: Puzzle) -> str:
    """A legal first move that doesn't solve a puzzle."""
    position = standing(of, ()).position
    moves = [position.text(each) for each in position.moves()]
    Random(1).shuffle(moves)
    return next(each for each in moves if standing(of, (each,)).wrong is not None)


def puzzle_with(game: str, turns: int) -> Puzzle:
    """The last puzzle of a game with this number of turns."""
    return [each for each in puzzles(game) if each.turns == turns][-1]


async def solve(house: House, of: Puzzle, cookie: str):
    """Solve a puzzle by typing, and return its last page."""
    page = await house.get(f"/puzzles/{of.key}", Cookie=cookie)
    for move in own_moves(of):
        page = await send(house, page, TYPED, cookie, move=move)
        assert page.status == 200, page.text
        check_html(page.text)
    return page


@pytest.mark.parametrize(
    ("game", "turns"),
    [("scala", 3), ("scalas", 2), ("scalus", 2), ("skirt", 3), ("passtally", 1)],
)
async def test_a_puzzle_of_each_kind_is_solved(house: House, game: str, turns: int) -> None:
    cookie, of = await house.sign_in(), puzzle_with(game, turns)
    page = await solve(house, of, cookie)
    assert "Solved on the first try." in words_of(page)
    assert "Your rating in" in words_of(page)
    assert (await attempt(house, of)).attempt.outcome == "solved"
    await house.check_small_board(page, cookie)


@pytest.mark.parametrize("game", ["skirt", "passtally"])
async def test_the_page_before_a_try_does_not_depend_on_the_solution(
    house: House, game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    of = puzzles(game)[-1]
    other = replace(of, solution=(Step(wrong_move(of), (), {}),), themes=())
    pages: list[tuple[str, ...]] = []
    cookie = await house.sign_in()
    for each in (of, other):
        library.put(tmp_path / f"{of.game}{library.ENDING}", [each])
        monkeypatch.setattr(library, "SHIPPED", tmp_path)
        clear_cache()
        path = f"/puzzles/{of.key}"
        first = standing(of, ()).position.moves()[0][0]
        visitors = await house.get(path)
        own = await house.get(path, Cookie=cookie)
        after_step = await house.get(f"{path}?steps={quote(first, safe='')}", Cookie=cookie)
        assert (visitors.status, own.status, after_step.status) == (200, 200, 200), own.text
        pages.append((visitors.text, own.text, after_step.text))
    monkeypatch.undo()
    clear_cache()
    assert pages[0] == pages[1]
    assert (await attempt(house, of)).counts


@pytest.mark.usefixtures("with_sample_puzzles")
class TestSolving:
    """With three short puzzles."""

    async def test_a_correct_move_gets_a_reply_and_the_last_solves_the_puzzle(
        self, house: House
    ) -> None:
        cookie = await house.sign_in()
        page = await house.get(JUMPS, Cookie=cookie)
        assert "You are O . Win within two turns, whatever X plays." in words_of(page)
        page = await send(house, page, TYPED, cookie, move=" D11 F13 ")
        assert "Yes, d11-f13 . X answers e12-e11 . Now win this turn." in words_of(page)
        assert (await attempt(house)).counts
        page = await send(house, page, TYPED, cookie, move="f12-f14")
        words = words_of(page)
        assert "f12-f14 . Solved on the first try." in words
        assert "Your rating in Scala puzzles: 1500 → 1" in words
        assert "Chain of jumps : A stone jumps several times in one turn." in words
        page = await follow(house, page, "See the solution", cookie)
        assert "Move 1 of 3: O plays d11-f13 ." in words_of(page)
        page = await follow(house, page, "Next move", cookie)
        assert "Move 2 of 3" in words_of(page)

    async def test_a_move_is_tapped_and_played_by_its_button(self, house: House) -> None:
        cookie = await house.sign_in()
        page = await house.get(f"{JUMPS}?steps=d11/f13", Cookie=cookie)
        page = await send(house, page, "Play d11-f13", cookie)
        assert "Yes, d11-f13" in words_of(page)

    async def test_suggestions_follow_the_typed_text(self, house: House) -> None:
        cookie = await house.sign_in()
        right = await house.post(JUMPS, {"move": "d11-f13"}, Cookie=cookie)
        _, _, at = right.headers["Location"].partition("?")
        for query, move in (("", "d11-f13"), (f"{at}&", "f12-f14")):
            address = f"{JUMPS}/moves?{query}typed={move}"
            assert json.loads((await house.get(address, Cookie=cookie)).body)[0] == move
        assert (await house.get(f"{JUMPS}/moves?at=1.x", Cookie=cookie)).status == 409

    async def test_a_wrong_move_counts_and_can_be_tried_again(self, house: House) -> None:
        cookie = await house.sign_in()
        page = await house.get(JUMPS, Cookie=cookie)
        page = await send(house, page, TYPED, cookie, move="f10-d8")
        assert "f10-d8(:d8 e9) isn't right." in words_of(page)
        assert "Your rating in Scala puzzles: 1500 → 1" in words_of(page)
        assert (await attempt(house)).attempt.outcome == "missed"
        again = await follow(house, page, "Try again", cookie)
        assert "already tried" in words_of(again)
        page = await solve(house, JUMP, cookie)
        assert "f12-f14 . Solved." in words_of(page)
        assert "Your rating" not in words_of(page)

    async def test_the_first_try_counts_once_across_discord_and_the_web(self, house: House) -> None:
        cookie, service = await house.sign_in(), house.services.part(Puzzles)
        page = await house.get(JUMPS, Cookie=cookie)
        await service.record_miss(ADA.user_id, ADA.name, GUILD, JUMP)
        before = (await attempt(house)).solver
        page = await solve(house, JUMP, cookie)
        assert "Your rating" not in words_of(page)
        record = await attempt(house)
        assert (record.attempt.outcome, record.solver) == ("missed", before)
        page = await house.get(f"/puzzles/{TWO.key}", Cookie=cookie)
        await send(house, page, TYPED, cookie, move=wrong_move(TWO))
        tried = await service.solve(ADA.user_id, ADA.name, GUILD, TWO)
        assert not tried.is_first

    async def test_the_puzzle_is_the_same_as_in_discord(self, house: House) -> None:
        cookie = await house.sign_in()
        current = await house.services.part(Puzzles).give(ADA.user_id, GAMES["skirt"])
        chooser = await house.get("/puzzles", Cookie=cookie)
        check_html(chooser.text)
        assert "Your first try at each puzzle is rated" in words_of(chooser)
        for _ in range(2):
            answer = await house.post("/puzzles", {"game": "skirt"}, Cookie=cookie)
            assert answer.headers["Location"] == f"/puzzles/{current.puzzle.key}"
        page = await solve(house, current.puzzle, cookie)
        page = await send(house, page, "Next puzzle", cookie)
        assert "Puzzle skirt-90" in words_of(page)
        assert current.puzzle.key not in words_of(page)
        linked = await house.post("/puzzles", {"game": "skirt.link"}, Cookie=cookie)
        assert linked.headers["Location"] == f"/puzzles/{ONE.key}"
        refusal = await house.post("/puzzles", {"game": "skirt.x"}, Cookie=cookie)
        assert refusal.status == 409

    async def test_any_game_gives_visitors_and_members_a_puzzle(self, house: House) -> None:
        for cookie in ("", await house.sign_in()):
            answer = await house.post("/puzzles", {"game": ""}, Cookie=cookie)
            assert answer.status == 303
            assert re.fullmatch("/puzzles/[a-z]+-[0-9]+", answer.headers["Location"])

    async def test_the_choice_has_the_record_and_the_game_that_led_to_it(
        self, house: House
    ) -> None:
        cookie = await house.sign_in()
        assert "Streak" not in words_of(await house.get("/puzzles", Cookie=cookie))
        await solve(house, JUMP, cookie)
        page = await house.get("/puzzles?game=skirt", Cookie=cookie)
        check_html(page.text)
        assert 'value="skirt" selected' in page.text
        assert "solved 1/1 streak 1 day" in words_of(page)

    async def test_giving_up_shows_the_solution_and_counts_as_lost(self, house: House) -> None:
        cookie = await house.sign_in()
        page = await house.get(JUMPS, Cookie=cookie)
        early = await house.get(f"{JUMPS}/solution/1", Cookie=cookie)
        assert (early.status, early.headers["Location"]) == (303, JUMPS)
        page = await send(house, page, "Show me", cookie)
        assert "Move 1 of 3: O plays d11-f13 . d11-f13 e12-e11 f12-f14" in words_of(page)
        assert (await attempt(house)).attempt.outcome == "shown"
        page = await house.get(f"{JUMPS}/solution/99", Cookie=cookie)
        assert "Move 3 of 3" in words_of(page)
        page = await solve(house, JUMP, cookie)
        assert "f12-f14 . That's it." in words_of(page)
        assert (await house.services.part(Puzzles).record_of(ADA.user_id)).solved == 0

    async def test_the_solution_stays_hidden_after_a_miss(self, house: House) -> None:
        cookie = await house.sign_in()
        page = await house.get(JUMPS, Cookie=cookie)
        await send(house, page, TYPED, cookie, move="f10-d8")
        early = await house.get(f"{JUMPS}/solution/1", Cookie=cookie)
        assert early.status == 303

    async def test_visitors_solve_puzzles_unrated(self, house: House) -> None:
        chooser = await house.page("/puzzles")
        assert "Your first try at each puzzle is rated" not in words_of(chooser)
        page = await send(house, chooser, "Get a puzzle", game="skirt")
        assert "sign in with a link from /web on Discord." in words_of(page)
        page = await house.page(JUMPS)
        page = await send(house, page, TYPED, move="f10-d8")
        assert "f10-d8(:d8 e9) isn't right." in words_of(page)
        assert "for you" not in words_of(page)
        assert "about your level" not in words_of(page)
        page = await solve(house, JUMP, "")
        words = words_of(page)
        assert "f12-f14 . Solved." in words
        assert "rating" not in words
        page = await follow(house, page, "See the solution", "")
        assert "Move 1 of 3" in words_of(page)
        page = await send(house, await house.page(f"/puzzles/{ONE.key}"), "Show me")
        assert "Move 1 of" in words_of(page)
        assert "rating" not in words_of(page)

    async def test_a_puzzle_for_three_players_names_the_third_seat(self, house: House) -> None:
        add(TRIO)
        path, cookie = f"/puzzles/{TRIO.key}", await house.sign_in()
        assert "You are Violet . Find the turn" in words_of(await house.page(path))
        assert (await house.get(f"{path}/card.png")).status == 200
        page = await house.get(path, Cookie=cookie)
        assert "Violet to move" in page.text
        page = await send(house, page, TYPED, cookie, move="S6-S5")
        assert "S6-S5 isn't right." in words_of(page)
        page = await solve(house, TRIO, cookie)
        assert "Scores: Amber 9, Teal 15, Violet 11." in page.text
        await house.check_small_board(page, cookie)
        page = await follow(house, page, "See the solution", cookie)
        assert "Move 1 of 2: Violet plays S6-W2 ." in words_of(page)

    async def test_looking_at_the_solution_says_beforehand_that_it_counts(
        self, house: House
    ) -> None:
        cookie = await house.sign_in()
        page = await house.get(JUMPS, Cookie=cookie)
        assert "“Show me” counts as a wrong try." in words_of(page)
        page = await send(house, page, "Show me", cookie)
        again = await house.get(JUMPS, Cookie=cookie)
        assert "counts as a wrong try" not in words_of(again)

    async def test_forged_moves_reveal_nothing(self, house: House) -> None:
        cookie, other = await house.sign_in(), await house.sign_in(BEN)
        right = await house.post(JUMPS, {"move": "d11-f13"}, Cookie=cookie)
        address = right.headers["Location"]
        assert (await house.get(address, Cookie=cookie)).status == 200
        assert (await house.get(address, Cookie=other)).status == 409
        mark = address.rpartition(".")[2]
        wrong, code = code_of(JUMP, (wrong_move(JUMP),)), code_of(JUMP, ("d11-f13",))
        for text in (wrong, code, f"{wrong}.{mark}", f"{code}.", f"0.{mark}", f"{code}.é", "x.y.z"):
            for answer in (
                await house.get(f"{JUMPS}?at={text}", Cookie=cookie),
                await house.post(JUMPS, {"at": text, "move": "f12-f14"}, Cookie=cookie),
            ):
                assert answer.status == 409, text
                assert "out of date" in answer.text
        assert (await attempt(house)).counts

    async def test_a_removed_puzzle_leads_to_the_others(self, house: House) -> None:
        page = await house.get("/puzzles/scala-999999?lang=de")
        assert page.status == 404
        assert "Diese Aufgabe gibt es nicht mehr." in page.text
        assert "/puzzle auf" not in words_of(page)
        assert (await follow(house, page, "Aufgaben")).status == 200

    async def test_forged_steps_are_refused(self, house: House) -> None:
        cookie = await house.sign_in()
        assert (await house.get(f"{JUMPS}?steps=z9", Cookie=cookie)).status == 400
        for form in ({"steps": ""}, {"steps": "z9"}, {"steps": "d11"}, {"move": "f99"}):
            assert (await house.post(JUMPS, form, Cookie=cookie)).status == 409, form
        assert (await attempt(house)).counts
        for path in ("/puzzles/scala-999999", "/puzzles/chess-1"):
            assert (await house.get(path, Cookie=cookie)).status == 404
            assert (await house.post(path, {"move": "d11"}, Cookie=cookie)).status == 404
        for end in (
            "start/choose/wide/zz",
            "zz/look/wide/start",
            "start/look/huge/start",
            f"{'~'.join(['d11-f13'] * 30)}/look/wide/start",
        ):
            assert (await house.get(f"{JUMPS}/{end}.png")).status == 404, end


@pytest.mark.slow
@pytest.mark.usefixtures("with_sample_puzzles")
@pytest.mark.parametrize("is_found", [True, False])
async def test_a_reply_to_a_wrong_move_is_shown_if_found(tmp_path: Path, is_found: bool) -> None:
    pool = Pool(1, LocalSearches(256 * 2**20, patience=60.0 if is_found else 0.001))
    await pool.start()
    async with house_in(tmp_path, pool=pool) as house:
        cookie = await house.sign_in()
        page = await house.get(JUMPS, Cookie=cookie)
        page = await send(house, page, TYPED, cookie, move="f10-d8")
        assert "f10-d8(:d8 e9) isn't right." in words_of(page)
        assert ("isn't right. X answers " in words_of(page)) is is_found
    await pool.close()


@pytest.mark.slow
@pytest.mark.usefixtures("with_sample_puzzles")
async def test_replies_to_wrong_moves_cost_as_hints_do(tmp_path: Path) -> None:
    pool = Pool(1, LocalSearches(256 * 2**20, patience=60.0))
    await pool.start()
    limits = Limits(burst=1000, sign_ins=1000, hints=1, hints_per_second=0)
    async with house_in(tmp_path, limits, pool=pool) as house:
        cookie = await house.sign_in()
        pages: list[str] = []
        for _ in range(2):
            page = await house.get(JUMPS, Cookie=cookie)
            page = await send(house, page, TYPED, cookie, move="f10-d8")
            assert page.status == 200
            pages.append(words_of(page))
        assert ["isn't right. X answers " in page for page in pages] == [True, False]
        assert "f10-d8(:d8 e9) isn't right." in pages[1]
    await pool.close()


@pytest.mark.usefixtures("with_sample_puzzles")
class TestDaily:
    """The daily puzzle of a server."""

    path: str

    @pytest.fixture(autouse=True)
    async def _posted(self, house: House) -> None:
        closes_at = NOON + timedelta(days=1)
        posted = DailyPuzzle(GUILD, DAY, CHANNEL, "scala", JUMP.key, closes_at, message_id=5)
        async with house.services.store.write() as tx:
            await daily.add(tx, posted)
        self.path = f"{house.site.server_path(GUILD)}/puzzle"

    async def _tries(self, house: House) -> tuple[int, int]:
        results = await house.services.part(DailyPuzzles).results(GUILD, DAY)
        return results.tried, results.solved

    async def test_a_member_of_the_server_counts_on_its_card(self, house: House) -> None:
        async with house.services.store.write() as tx:
            await membership.save(tx, [Member(GUILD, ADA.user_id, "Ada", True, NOON)])
        cookie = await house.sign_in()
        page = await send(house, await house.page(self.path), "Solve", cookie)
        page = await solve(house, JUMP, cookie)
        assert await self._tries(house) == (1, 1)
        assert "Show your name on the daily puzzle's card" in words_of(page)
        page = await send(house, page, "Name me", cookie)
        assert "I'll name you on the cards" in words_of(page)
        (solver,) = (await house.services.part(DailyPuzzles).results(GUILD, DAY)).named
        assert solver.user_id == ADA.user_id

    async def test_solving_it_does_not_make_others_members_of_the_server(
        self, house: House
    ) -> None:
        cookie = await house.sign_in(BEN)
        await send(house, await house.page(self.path), "Solve", cookie)
        await solve(house, JUMP, cookie)
        assert await self._tries(house) == (0, 0)
        async with house.services.store.read() as tx:
            assert not await membership.of_user(tx, BEN.user_id)

    async def test_its_day_is_written_as_usual_in_the_language(self, house: House) -> None:
        for language, day in (("en", "1 March 2026"), ("de", "1. März 2026")):
            assert day in words_of(await house.page(self.path, language))

    async def test_visitors_can_open_its_board(self, house: House) -> None:
        page = await send(house, await house.page(self.path), "Solve")
        assert "sign in with a link" in words_of(page)
