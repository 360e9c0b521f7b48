"""Refusals, whose values are escaped, linked and formatted for Discord."""

from __future__ import annotations

import pytest

from bot.interface.markup import DISCORD
from club.matches.reasons import EndOf
from club.references import BoardOf, Command, CommandOption, Control, MoveText, Name, Names
from presentation.refusals import refusal_words
from rules.refusal import Refusal
from storage.matches.match import Participant
from tests.club.services import BEN, CHANNEL, GUILD, Services

STARRED = Participant(21, "*Ada*")


@pytest.mark.parametrize(
    ("value", "plain", "markup"),
    [
        (Name("*Ada*"), "*Ada*", "\\*Ada\\*"),
        (Names(("*Ada*",)), "*Ada*", "\\*Ada\\*"),
        (Names(("Ada", "Ben", "_Cy_")), "Ada, Ben and _Cy_", "Ada, Ben and \\_Cy\\_"),
        (Command("challenge"), "/challenge", "`/challenge`"),
        (CommandOption("match"), "match", "`match`"),
        (Control("More"), "More", "**More**"),
        (MoveText("c3-d3"), "c3-d3", "**c3-d3**"),
        (17, "17", "17"),
    ],
)
def test_a_refusals_values_are_formatted_by_the_markup(
    value: object, plain: str, markup: str
) -> None:
    refusal = Refusal("no", "See {it}!", it=value)
    assert refusal.words == str(refusal) == f"See {plain}!"
    assert refusal_words(refusal, DISCORD) == f"See {markup}!"


def test_a_refusal_without_values_keeps_its_braces() -> None:
    refusal = Refusal("no", "“{it}” is no move.")
    assert refusal.words == refusal_words(refusal, DISCORD) == "“{it}” is no move."


def test_a_name_with_braces_stays_a_name() -> None:
    refusal = Refusal("no", "{name} is not here.", name=Name("{name}"))
    assert refusal.words == refusal_words(refusal, DISCORD) == "{name} is not here."


async def test_a_finished_match_is_named_with_its_result_and_linked(
    services: Services,
) -> None:
    match_id = await services.start_match(STARRED, BEN)
    match = await services.matches.resign(match_id, STARRED.user_id)
    refusal = Refusal(
        "over", "It is over: {end} {board}", end=EndOf(match.stored), board=BoardOf(match.stored)
    )
    assert refusal.words == "It is over: White resigned. match 1"
    board = f"https://discord.com/channels/{GUILD}/{CHANNEL}"
    end = r"Ben (Black) wins. \*Ada\* resigned."
    assert refusal_words(refusal, DISCORD) == f"It is over: {end} {board}"
    with pytest.raises(Refusal) as info:
        await services.matches.play(match.id, BEN.user_id, "c3")
    assert info.value.words == "Match 1 is over: White resigned."
    assert refusal_words(info.value, DISCORD) == f"Match 1 is over: {end}"
