"""The lists of finished matches of a server and of a player, and their files."""

from __future__ import annotations

import re
from html import unescape

import pytest

from rules.record import read, records_in
from tests.club.services import ADA, BEN, CY, GUILD
from tests.web.house import PRIVATE_CHANNEL, SERVER, House
from web.matches import archive


def path_in(house: House) -> str:
    return f"{house.site.server_path(GUILD)}/matches"


def key_of(house: House, user_id: int) -> str:
    return house.site.player_path(GUILD, user_id).rpartition("/")[2]


async def listed(house: House, query: str = "") -> list[str]:
    """The titles of the matches on a page."""
    page = await house.page(f"{path_in(house)}{query}")
    return [
        re.sub("<.*?>", "", each) for each in re.findall(r'class="cover".*?>(.*)</a>', page.text)
    ]


async def test_a_server_links_to_all_its_finished_matches(house: House) -> None:
    server = house.site.server_path(GUILD)
    assert path_in(house) not in (await house.page(server)).links
    match_id = await house.services.win_match()
    await house.services.start_match()
    house.site.pages.clear()
    assert path_in(house) in (await house.page(server)).links
    page = await house.page(path_in(house))
    assert "<bdi>Ada</bdi> (White) wins. <bdi>Ben</bdi> resigned.</p>" in page.text
    assert "6 turns · " in page.text
    assert house.match_path(match_id) in page.links
    assert f"{house.site.url(path_in(house))}" in page.text
    (small,) = page.boards
    assert (await house.get(small)).status == 200
    assert len(await listed(house)) == 1


async def test_a_list_is_narrowed_by_its_address(house: House) -> None:
    await house.services.win_match(ADA, BEN)
    await house.services.win_match(CY, ADA, game="scala")
    ada, ben = key_of(house, ADA.user_id), key_of(house, BEN.user_id)
    assert await listed(house) == ["Scala: Cy vs Ada", "Skirt: Ada vs Ben"]
    assert await listed(house, f"?player={ada}") == ["Scala vs Cy", "Skirt vs Ben"]
    assert await listed(house, f"?player={ada}&opponent={ben}") == ["Skirt vs Ben"]
    assert await listed(house, f"?player={ada}&result=lost") == ["Scala vs Cy"]
    assert await listed(house, "?game=scala&turns=1-20&month=2026-03&result=decisive") == [
        "Scala: Cy vs Ada"
    ]
    assert await listed(house, "?month=2026-02") == []
    assert await listed(house, "?turns=20-") == []
    assert len(await listed(house, "?game=&month=&turns=&result=&unknown=1")) == 2


async def test_an_address_has_one_canonical_form_and_narrow_lists_are_not_indexed(
    house: House,
) -> None:
    await house.services.win_match()
    page = await house.page(f"{path_in(house)}?month=2026-03&turns=+1+–+20&game=Skirt")
    canonical = f"{house.site.url(path_in(house))}?game=skirt&amp;turns=1-20&amp;month=2026-03"
    assert f'rel="canonical" href="{canonical}"' in page.text
    assert 'content="noindex"' in page.text
    assert 'content="noindex"' not in (await house.page(path_in(house))).text
    assert '<option value="skirt" selected>' in page.text
    assert f"{path_in(house)}.txt?game=skirt&turns=1-20&month=2026-03" in page.links


async def test_a_wrong_filter_is_explained(house: House) -> None:
    for query, words in (
        ("game=chess", "no game called “chess”"),
        ("result=won", "“won” isn't a result. Choose one of these: decisive, drawn."),
        ("turns=many", "Type 20-60"),
        ("month=10", "Type it like 2026-03"),
        ("before=x", "“before” has to be a number"),
        (f"before={10**12}", "“before” has to be a number"),
    ):
        for path in (path_in(house), f"{path_in(house)}.txt"):
            answer = await house.get(f"{path}?{query}")
            assert answer.status == 400
            assert words in unescape(answer.text)
    assert (await house.get(f"{path_in(house)}?before={10**12 - 1}")).status == 200


async def test_pages_stay_the_same_when_other_matches_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "PAGE_SIZE", 2)
    ids = [await house.services.win_match() for _ in range(3)]
    first = await house.page(path_in(house))
    (older,) = (link for link in first.links if "before=" in link)
    second = await house.page(older)
    assert house.match_path(ids[0]) in second.links
    assert "Older ▶" in first.text
    assert "Older ▶" not in second.text
    await house.services.win_match()
    house.site.pages.clear()
    assert (await house.page(older)).links == second.links


async def test_hidden_matches_and_members_stay_hidden(house: House) -> None:
    services = house.services
    await services.win_match(ADA, BEN)
    ada, ben = key_of(house, ADA.user_id), key_of(house, BEN.user_id)
    await services.personal_data.show_globally(BEN.user_id, False)
    assert await listed(house) == ["Skirt: Ada vs Hidden player"]
    page = await house.page(path_in(house))
    assert ben not in page.text
    assert ada in page.text
    for query in (f"?player={ben}", f"?player={ada}&opponent={ben}", "?player=x"):
        assert (await house.get(f"{path_in(house)}{query}")).status == 404
        assert (await house.get(f"{path_in(house)}.txt{query}")).status == 404
    file = await house.get(f"{path_in(house)}.txt")
    assert "Hidden player" in file.text
    assert "Ben" not in file.text
    await house.publish(channels=(PRIVATE_CHANNEL,))
    assert await listed(house) == []
    await house.publish("off")
    assert (await house.get(path_in(house))).status == 404


async def test_a_list_is_saved_as_one_file_that_says_where_it_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [await house.services.win_match() for _ in range(3)]
    file = await house.get(f"{path_in(house)}.txt")
    assert file.headers["Content-Disposition"] == 'attachment; filename="stairwell-matches.txt"'
    records = [read(text) for text in records_in(file.text)]
    assert [dict(record.facts)["Match"] for record in records] == [str(id_) for id_ in ids[::-1]]
    assert dict(records[0].facts)["Place"] == SERVER
    assert "More" not in dict(records[0].facts)
    monkeypatch.setattr(archive, "MAX_IN_FILE", 2)
    first, second = map(read, records_in((await house.get(f"{path_in(house)}.txt")).text))
    assert "More" not in dict(second.facts)
    words, _, rest = dict(first.facts)["More"].partition("https://")
    assert words == "There are more matches: "
    (last,) = records_in((await house.get(f"/{rest.partition('/')[2]}")).text)
    assert dict(read(last).facts)["Match"] == str(ids[0])
