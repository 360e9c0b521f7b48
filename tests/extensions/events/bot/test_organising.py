"""Actions of organisers, which are refused to other members."""

from __future__ import annotations

from typing import Any

from extensions.events.club.events import Events
from tests.bot.matches.test_following import hide
from tests.bot.simulated import World, reply_text, text_of
from tests.extensions.events.bot.cups import SOON, card_of, start_cup


async def test_an_organiser_opens_a_league(world: World) -> None:
    olga = world.organiser()
    opened = await olga.slash(
        world.channel, "event open", format="league", game="skirt", name="Skirt *masters*"
    )
    assert "is open." in reply_text(opened)
    words = text_of(card_of(world))
    assert "## Skirt \\*masters\\*, season 1" in words
    assert "Entries close <t:" in words
    assert "0 of 70 places taken" in words


async def test_closing_entries_starts_the_event_with_its_current_players(world: World) -> None:
    olga = world.organiser()
    await world.ada.slash(world.channel, "cup", game="skirt")
    for each in (world.ben, world.cy):
        await each.click(card_of(world), label="Join")
    closed = await olga.slash(world.channel, "event close")
    assert "Entries for **Skirt cup** are closed" in reply_text(closed)
    await world.pass_time(SOON)
    assert text_of(card_of(world)).count("[match ") == 3


async def test_organisers_decide_and_extend_and_their_actions_are_in_the_audit_log(
    world: World,
) -> None:
    olga = world.staff("Olga", manage_events=True, manage_guild=True)
    await start_cup(world)
    match = await world.bot.club.matches.find(1)
    winner = next(
        each for each in (world.ada, world.ben, world.cy) if each.id == match.players[0].user_id
    )
    decided = await olga.slash(world.channel, "event adjudicate", match="1", winner=winner)
    assert "Match 1 of **Skirt cup** counts as a win for" in reply_text(decided)
    rounds = await olga.slash(world.channel, "event rounds")
    assert "decided by an organiser" in reply_text(rounds)
    again = await olga.slash(world.channel, "event adjudicate", match="1")
    assert "is final" in reply_text(again)
    extended = await olga.slash(world.channel, "event extend")
    assert "has been extended by a week" in reply_text(extended)
    assert "already" in reply_text(await olga.slash(world.channel, "event extend"))
    await olga.slash(world.channel, "event remove", member=world.cy)
    await olga.slash(world.channel, "event open", format="league", game="skirt")
    settings = await olga.slash(world.channel, "settings")
    audit = await olga.click(settings.response, label="Change log…")
    words = reply_text(audit)
    assert "**Olga** removed someone from event 1" in words
    assert "**Olga** extended event 1" in words
    assert "**Olga** opened event 2" in words
    assert "opened event 1" not in words


async def test_cancelling_an_event_needs_confirmation(world: World) -> None:
    olga = world.organiser()
    await world.ada.slash(world.channel, "cup", game="skirt")
    question = await olga.slash(world.channel, "event cancel", event="1")
    assert "This can't be undone" in reply_text(question)
    # Permissions are checked at the time of the click.
    control = world.control_of(question.response, "Cancel event")
    refusal = await world.click_anyway(world.ben, card_of(world), control)
    assert "members with **Manage Events**" in reply_text(refusal)
    await olga.click(question.response, label="Cancel event")
    await world.pass_time(SOON)
    assert "**Cancelled.**" in text_of(card_of(world))


async def test_other_members_see_which_permission_is_required(world: World) -> None:
    await start_cup(world)
    commands: dict[str, dict[str, Any]] = {
        "close": {},
        "extend": {},
        "remove": {"member": world.ben},
        "adjudicate": {"match": "1"},
        "cancel": {"event": "1"},
        "open": {"format": "league", "game": "skirt"},
    }
    for command, options in commands.items():
        refusal = await world.ada.slash(world.channel, f"event {command}", **options)
        assert "members with **Manage Events**" in reply_text(refusal), command


async def test_an_organiser_decides_no_match_of_an_event_in_a_hidden_channel(world: World) -> None:
    olga = world.organiser()
    await start_cup(world)
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.env.settle()
    hide(world, world.channel, olga)
    reply = await olga.slash(elsewhere, "event adjudicate", match="1")
    assert "Match 1 isn't part of an event." in reply_text(reply)
    (pairings,) = await world.bot.club.part(Events).reader.rounds(1)
    assert all(each.outcomes is None for each in pairings.pairings)
