"""Silent seats of event matches on the web, which organisers offer."""

from __future__ import annotations

from pathlib import Path

from club.matches.match import Match
from storage.matches.match import Participant
from tests.club.services import Town
from tests.extensions.events.club.sample_events import ORGANISER
from tests.extensions.events.club.test_substitutes import DORA, silent_match
from tests.web.house import Answer, House, check_html, house_in

OLGA = Participant(ORGANISER.user_id, ORGANISER.name)


async def seat_page(house: House, who: Participant, match: Match) -> Answer:
    cookie = await house.sign_in(who)
    answer = await house.get(f"{house.site.play_path(match.id)}/seat", Cookie=cookie)
    check_html(answer.text)
    return answer


async def send(house: House, who: Participant, match: Match, act: str) -> Answer:
    cookie = await house.sign_in(who)
    path = f"{house.site.play_path(match.id)}/seat"
    answer = await house.post(path, {"act": act}, Cookie=cookie)
    house.site.pages.clear()
    return answer


async def test_an_organiser_offers_the_seat_and_others_dont(tmp_path: Path) -> None:
    town = Town()
    town.organisers.add(OLGA.user_id)
    async with house_in(tmp_path, town=town) as house:
        await house.publish()
        _, match = await silent_match(house.services)
        page = await house.page(house.match_path(match.id))
        assert "For organisers: offer the seat" in page.text
        assert f"{house.site.play_path(match.id)}/seat" in page.links
        assert "Offer the seat" not in (await seat_page(house, DORA, match)).text
        assert (await send(house, DORA, match, "offer")).status == 409
        assert "Offer the seat" in (await seat_page(house, OLGA, match)).text
        offered = await send(house, OLGA, match, "offer")
        assert offered.headers["Location"].endswith("/seat")
        assert "Take the seat" in (await seat_page(house, OLGA, match)).text
        assert (await send(house, DORA, match, "take")).status == 303
        assert (await house.services.matches.find(match.id)).fresh_substitute is not None
