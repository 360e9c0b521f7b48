"""Profiles and head-to-head records."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from storage.members import preferences
from storage.members.preferences import Preferences
from tests.bot.results import (
    add_finished_match,
    add_members,
    add_ranked_results,
    recompute_ratings,
)
from tests.bot.simulated import (
    World,
    alt_of,
    components_of,
    labels_of,
    menus_of,
    reply_text,
    text_of,
)


def line_of(words: str, beginning: str) -> str:
    return next(line for line in words.splitlines() if line.startswith(beginning))


async def test_a_profile_shows_rating_place_and_record_by_seat(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    await add_finished_match(club, club.ben, club.ada, places=(1, 1))
    await add_finished_match(club, club.ben, club.ada, rated=False)
    await recompute_ratings(club)
    answer = await club.ben.slash(club.channel, "profile", member=club.ada)
    assert answer.ephemeral
    line = line_of(reply_text(answer), "**Skirt**")
    assert "**, 1st · 6–1–1: White 6–0–0, Black 0–1–1" in line
    assert "Favourite game: **Skirt**, 8 matches" in reply_text(answer)
    assert "longest streak: **6** rated wins in Skirt" in reply_text(answer)
    assert "ran out of time: **0 times**" in reply_text(answer)
    assert alt_of(answer.response).startswith(
        "Ada, Skirt · this server. Rating: 1725. Won–drawn–lost: 6–1–1. Longest winning streak: 6. "
        "Skirt: 1578 on"
    )


async def test_a_new_player_has_an_empty_profile(club: World) -> None:
    answer = await club.ben.slash(club.channel, "profile")
    assert reply_text(answer).startswith("### Ben · this server")
    assert labels_of(answer.response) == ["All servers"]
    answer = await club.ben.slash(club.channel, "profile", member=club.cy)
    assert "### Cy · this server\nNo finished matches against people yet." in reply_text(answer)
    assert answer.response.attachments == []
    assert menus_of(answer.response) == []


async def test_the_page_can_switch_the_curve_to_another_game_or_all_games(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    await add_ranked_results(club, club.ben, club.ada, game="scala", matches=3)
    page = (await club.cy.slash(club.channel, "profile", member=club.ada)).response
    (menu,) = menus_of(page)
    assert [option["label"] for option in menu["options"]] == ["All games", "🔷 Skirt", "🪜 Scala"]
    await club.restart()
    chosen = await club.cy.select(page, ["scala"], custom_id=menu["custom_id"])
    assert chosen.response.id == page.id
    assert alt_of(chosen.response).startswith("Ada, Scala · this server. Rating: 1320?. ")
    both = await club.cy.select(chosen.response, ["-"], custom_id=menu["custom_id"])
    assert alt_of(both.response).startswith("Ada, all games · this server. Best rating: ")
    everywhere = (await club.cy.click(both.response, label="All servers")).response
    assert text_of(everywhere).startswith("### Ada · all servers")
    assert alt_of(everywhere).startswith("Ada, all games · all servers. Best rating: ")


async def test_matches_from_another_server_count_only_across_all_servers(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    await add_finished_match(club, club.ben, club.ada, guild_id=club.guild.id + 1)
    await recompute_ratings(club)
    page = (await club.cy.slash(club.channel, "profile", member=club.ada)).response
    assert "6–0–0" in line_of(text_of(page), "**Skirt**")
    everywhere = (await club.cy.click(page, label="All servers")).response
    assert "6–0–1" in line_of(text_of(everywhere), "**Skirt**")
    assert text_of(everywhere).count("](https://discord.com/") == 5
    assert str(club.guild.id + 1) not in text_of(everywhere)


async def test_players_can_hide_their_results_across_all_servers(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    async with club.bot.club.store.write() as tx:
        await preferences.save(tx, Preferences(club.ada.id, is_shown_globally=False))
    page = (await club.cy.slash(club.channel, "profile", member=club.ada)).response
    everywhere = (await club.cy.click(page, label="All servers")).response
    assert "This member chose not to show" in text_of(everywhere)
    assert "**Skirt**" not in text_of(everywhere)
    own = (await club.ada.slash(club.channel, "profile")).response
    assert "**Skirt**" in text_of((await club.ada.click(own, label="All servers")).response)


async def test_running_matches_and_results_are_linked(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    await club.start_match("scala")
    words = reply_text(await club.cy.slash(club.channel, "profile", member=club.ben))
    assert "### In progress in this server\n- **7** · [Scala: Ada vs Ben](" in words
    assert f"https://discord.com/channels/{club.guild.id}/" in line_of(words, "- **7**")
    line = line_of(words, "- **6**")
    assert "[lost to Ada](" in line
    assert " → " in line
    assert words.index("- **6**") < words.index("- **5**")
    assert "- **1**" not in words


async def test_hidden_channel_details_are_shown_only_to_its_members(club: World) -> None:
    hidden = club.hidden_channel(club.cy)
    await add_finished_match(club, club.ada, club.ben, channel_id=hidden.id)
    await club.ada.slash(hidden, "challenge", game="scala")
    with club.env.time_context():
        await club.bot.club.challenges.accept(1, Participant(club.ben.id, "Ben"))
    for actor, is_told in ((club.cy, False), (club.ben, True)):
        words = reply_text(await actor.slash(club.channel, "profile", member=club.ada))
        assert ("](https://discord.com/" in words) is is_told
        # The result still counts. Only its details are hidden.
        assert "1–0–0" in words


async def test_timeouts_are_counted_in_words(club: World) -> None:
    for count in ("once", "2 times"):
        await add_finished_match(club, club.ada, club.ben, reason="time")
        words = reply_text(await club.ben.slash(club.channel, "profile"))
        assert f"ran out of time: **{count}**" in words


async def test_results_of_three_player_matches_show_the_place(club: World) -> None:
    await add_finished_match(club, club.ada, club.ben, club.cy, places=(2, 1, 3), game="passtally")
    words = reply_text(await club.ben.slash(club.channel, "profile", member=club.ada))
    assert "[came 2nd against Ben and Cy](" in words
    words = reply_text(await club.ben.slash(club.channel, "profile"))
    assert "[beat Ada and Cy](" in words
    words = reply_text(await club.ada.slash(club.channel, "profile", versus=True, member=club.cy))
    assert "**Passtally**: you won **1** and lost **0** of 1 match." in words


async def test_versus_compares_two_players_by_game(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    await add_finished_match(club, club.ben, club.ada, game="scala", rated=False)
    await add_finished_match(club, club.ada, club.ben, game="scala", places=(1, 1))
    await add_finished_match(club, club.ada, club.cy, game="scala")
    await add_finished_match(club, club.ada, club.ben, state="aborted")
    answer = await club.ada.slash(club.channel, "profile", versus=True, member=club.ben)
    assert answer.ephemeral
    words = reply_text(answer)
    assert "### You and Ben" in words
    assert "**Skirt**: you won **6** and lost **0** of 6 matches." in words
    assert "**Scala**: you won **0**, drew 1 and lost **1** of 2 matches." in words
    assert "**Overall**: you won **6**, drew 1 and lost **1** of 8 matches." in words
    assert words.index("[drew with Ben](") < words.index("[lost to Ben](")
    assert "Cy" not in words
    profile = (await club.ben.slash(club.channel, "profile", member=club.ada)).response
    other = await club.ben.click(profile, label="Between you")
    assert other.ephemeral
    assert "**Skirt**: you won **0** and lost **6** of 6 matches." in reply_text(other)


async def test_versus_of_two_who_have_not_met_can_start_a_challenge(club: World) -> None:
    answer = await club.ada.slash(club.channel, "profile", versus=True, member=club.cy)
    assert "You two haven't finished a match in this server yet." in reply_text(answer)
    (menu,) = menus_of(answer.response)
    assert menu["placeholder"] == "Challenge Cy to…"
    await club.ada.select(answer.response, ["scala"], custom_id=menu["custom_id"])
    card = club.channel.last_message
    assert "Ada challenges Cy to Scala" in text_of(card)
    await club.cy.click(card, label="Accept")
    assert (await club.bot.club.matches.find(1)).game.key == "scala"
    words = reply_text(await club.ada.slash(club.channel, "profile", versus=True, member=club.cy))
    assert "### In progress in this server" in words


async def test_a_player_who_left_the_server_is_not_shown(club: World) -> None:
    await add_ranked_results(club, club.ada, club.ben)
    page = (await club.cy.slash(club.channel, "profile", member=club.ada)).response
    club.guild.remove_member(club.ada)
    await club.env.advance_time(timedelta(days=1).total_seconds())
    refusal = await club.cy.click(page, label="All servers")
    assert "isn't a member of this server" in reply_text(refusal)


async def test_versus_refuses_oneself_and_bots(club: World) -> None:
    refusal = await club.ada.slash(club.channel, "profile", versus=True, member=club.ada)
    assert "You can't play against yourself" in reply_text(refusal)
    other_bot = club.guild.add_member(club.env.create_user("helper", bot=True))
    for options in ({"versus": True}, {}):
        refusal = await club.ada.slash(club.channel, "profile", member=other_bot, **options)
        assert "is a bot and has no profile" in reply_text(refusal)


@pytest.mark.parametrize("name", ["*_`|" * 8, "字" * 32])
async def test_a_full_page_stays_within_the_limits_for_any_name(club: World, name: str) -> None:
    one, two, three = add_members(club, name, name, name)
    for number in range(7):
        await add_finished_match(
            club, one, two, three, places=(1, 2, 3), game="passtally", ago=timedelta(days=number)
        )
    await recompute_ratings(club)
    people = [Participant(each.id, name) for each in (one, two, three)]
    terms = Terms("passtally", GAMES["passtally"].choose({"players": 3}))
    challenges, place = club.bot.club.challenges, Place(club.guild.id, club.channel.id)
    with club.env.time_context():
        for _ in range(6):
            challenge = await challenges.make(terms, place, people[0], people[1:])
            for guest in people[1:]:
                await challenges.accept(challenge.id, guest)
    answer = await club.ada.slash(club.channel, "profile", member=one)
    words = reply_text(answer)
    assert len(words) <= 4000
    assert "### In progress in this server" in words
    assert "### Latest results in this server" in words
    assert len(list(components_of(answer.response))) <= 40
    assert (
        len(reply_text(await one.slash(club.channel, "profile", versus=True, member=two))) <= 4000
    )
