"""Link previews of all kinds and languages follow Discord's documented format.

The format and its limits: https://docs.discord.com/developers/link-previews/component-embeds.
"""

from __future__ import annotations

import dataclasses
import re
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.pages.layout import Button, Page, Picture
from club.matches.match import Match
from club.references import HIDDEN
from club.servers.pages import masked_match
from rendering.social_cards import HEIGHT, WIDTH
from storage.matches.match import Participant
from tests.club.services import GUILD
from tests.web.house import PUBLIC, Answer, House
from web.http.view import MAX_SIZE, Embed, LinkButton, PreviewPicture

LANGUAGES = ("de", "ja")
TYPES = {1, 2, 9, 10, 11, 12, 14, 17}
"""The types of components that Discord allows."""

WITH_WIDE_PICTURES = {"", "m", "s", "p"}
"""The first parts of the paths of pages with a picture for other sites."""

LONG_NAMES = ("<" * 32, "*_~|`" * 6 + "**", "語" * 32)
"""Names of 32 characters that take the most bytes."""


def components_in(component: dict[str, Any]) -> list[dict[str, Any]]:
    nested = component.get("components", [])
    return [component, *(each for child in nested for each in components_in(child))]


def check_card(card: dict[str, Any], text: str) -> None:
    """Check a card against the documented format."""
    assert len(text.encode()) <= MAX_SIZE
    assert "</" not in text
    components = components_in(card)
    assert card["type"] == 17
    assert len(components) <= 40
    assert {each["type"] for each in components} <= TYPES
    for each in components:
        if each["type"] == 2:
            assert set(each) == {"type", "style", "label", "url"}
            assert each["style"] == 5
            assert len(each["label"]) <= 80
        if each["type"] == 12:
            assert 1 <= len(each["items"]) <= 10
            assert all(len(item["description"]) <= 1024 for item in each["items"])
        if each["type"] == 10:
            assert 1 <= len(each["content"]) <= 4000


def bot_layout(card: dict[str, Any]) -> dict[str, Any]:
    """The same card in the bot's own layout, as sent to Discord."""
    blocks: list[Any] = []
    for each in card["components"]:
        if each["type"] == 10:
            blocks.append(each["content"])
        elif each["type"] == 12:
            blocks.append(Picture("board.png", each["items"][0]["description"], b""))
        else:
            blocks.append(tuple(Button(one["label"], one["url"]) for one in each["components"]))
    (container,) = Page(tuple(blocks), accent=card["accent_color"]).layout().to_components()
    return container


def without_details(component: dict[str, Any]) -> dict[str, Any]:
    """A component without the fields that Discord fills in, and the addresses of pictures."""
    visible = {
        name: value
        for name, value in component.items()
        if name not in ("id", "spoiler", "disabled") and value is not None
    }
    if "components" in visible:
        visible["components"] = [without_details(each) for each in visible["components"]]
    if "items" in visible:
        visible["items"] = [{"description": each["description"]} for each in visible["items"]]
    return visible


async def paths_of_all_kinds(house: House) -> list[str]:
    """The paths of pages of each kind, with the longest names."""
    services = house.services
    people = [Participant(31 + place, name) for place, name in enumerate(LONG_NAMES)]
    over = await services.win_match(people[0], people[1])
    running = await services.start_match(*people, game="passtally")
    await services.play_turns(running)
    for number in range(8):
        await services.win_match(people[0], Participant(60 + number, LONG_NAMES[1]))
    server = house.site.server_path(GUILD)
    return [
        "/",
        "/status",
        "/rules/scala",
        "/rules/passtally",
        house.match_path(over),
        house.match_path(running),
        f"{house.match_path(running)}/3",
        server,
        f"{server}/skirt",
        house.site.player_path(GUILD, people[0].user_id),
    ]


async def test_each_kind_of_page_has_a_card_valid_in_discord_and_a_wide_picture(
    house: House,
) -> None:
    assert await check_cards(house, await paths_of_all_kinds(house)) == WITH_WIDE_PICTURES


async def check_cards(house: House, paths: list[str]) -> set[str]:
    """Check the cards of pages, and return the kinds of those with a wide picture."""
    kinds = set[str]()
    for number, path in enumerate(paths):
        page = await house.page(path)
        check_sizes_of_pictures(page, path)
        check_names_of_links(page, path)
        await check_addresses(house, page.card)
        kind = path.split("/")[1]
        if "/card.png?" in page.text and kind not in kinds:
            kinds.add(kind)
            await check_wide_picture(house, page)
        other = LANGUAGES[number % len(LANGUAGES)]
        for each in (page, await house.get(f"{path}?lang={other}")):
            check_card(each.card, each.card_text)
            assert without_details(bot_layout(each.card)) == without_details(each.card)
            assert '<meta property="og:title"' in each.text
            assert '<meta property="og:description"' in each.text
    return kinds


def check_sizes_of_pictures(page: Answer, path: str) -> None:
    """Check that pictures have their size, so that nothing moves while they load."""
    for picture in re.findall("<img [^>]*>", page.text):
        assert re.search(r' width="\d+" height="\d+"', picture), (path, picture)


def check_names_of_links(page: Answer, path: str) -> None:
    """Check that no two links of a page have the same name."""
    names: dict[str, set[str]] = {}
    for attributes, content in re.findall(r"<a ([^>]*)>(.*?)</a>", page.text, re.DOTALL):
        label = re.search('aria-label="([^"]*)"', attributes)
        name = label[1] if label else re.sub("<[^>]*>", "", content).strip()
        address = re.search('href="([^"]*)"', attributes)
        assert name, (path, attributes)
        assert address
        names.setdefault(name, set()).add(address[1])
    assert {name for name, paths in names.items() if len(paths) > 1} == set(), path


async def check_addresses(house: House, card: dict[str, Any]) -> None:
    """Check that the pictures and pages of a card exist."""
    for each in components_in(card):
        for item in each.get("items", ()):
            url = item["media"]["url"]
            assert url.startswith(PUBLIC)
            answer = await house.get(url.removeprefix(PUBLIC))
            assert answer.headers["Content-Type"] == "image/png"
        if "url" in each and each["url"].startswith(PUBLIC):
            assert (await house.get(each["url"].removeprefix(PUBLIC))).status == 200


async def check_wide_picture(house: House, page: Answer) -> None:
    """Check the picture for other sites."""
    properties = dict(re.findall('<meta (?:property|name)="([^"]*)" content="([^"]*)">', page.text))
    size = properties["og:image:width"], properties["og:image:height"]
    assert size == (str(WIDTH), str(HEIGHT))
    assert properties["og:image:alt"]
    assert properties["twitter:card"] == "summary_large_image"
    picture = await house.get(picture_of(page))
    assert Image.open(BytesIO(picture.body)).size == (WIDTH, HEIGHT)


def picture_of(page: Answer) -> str:
    """The path of the picture on other sites."""
    match = re.search('<meta property="og:image" content="([^"]*)">', page.text)
    assert match is not None
    return unescape(match[1]).removeprefix(PUBLIC)


def test_an_overlong_card_is_shortened_rather_than_omitted() -> None:
    picture = PreviewPicture("https://x.example/a.png", "語" * 2000)
    text = "\n".join(["### 語", "語 " * 400])
    card = Embed(text, picture, (LinkButton("語" * 20, "https://x.example"),)).script()
    assert 0 < len(card.encode()) <= MAX_SIZE


def test_a_card_is_shown_whole_if_it_fits() -> None:
    text, alt = "語" * 500, "語" * 300
    script = Embed(text, PreviewPicture("https://x.example/a.png", alt)).script()
    assert text in script
    assert f'"{alt}"' in script


@pytest.mark.parametrize("name", LONG_NAMES)
async def test_a_name_cannot_break_out_of_the_script_or_page(house: House, name: str) -> None:
    hostile = Participant(31, "</script><b>" + name[:20])
    match_id = await house.services.start_match(hostile, Participant(32, "Ben"))
    page = await house.page(house.match_path(match_id))
    assert "</script><b>" not in page.text
    assert "</script><b>".replace("<", r"\<") in page.card["components"][0]["content"].replace(
        r"\>", ">"
    )


async def test_a_hidden_player_is_masked_in_the_match_itself(house: House) -> None:
    match: Match = await house.services.matches.find(await house.services.start_match())
    hidden = masked_match(match, {match.players[0].user_id})
    assert hidden.players[0].name == HIDDEN
    assert hidden.players[1] == match.players[1]
    assert dataclasses.replace(hidden, stored=match.stored, players=match.players) == match
