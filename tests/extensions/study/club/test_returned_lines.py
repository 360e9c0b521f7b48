"""The matches that services of lines return are seen from the place of the reader."""

from __future__ import annotations

from extensions.study.club.conditional_moves import Step
from extensions.study.club.study import Study
from tests.club.matches.test_returned_values import THERE, refused, start_as_seen_there
from tests.club.services import ADA, BEN, Services


async def test_what_is_returned_or_refused_is_seen_from_the_place_of_the_reader(
    services: Services,
) -> None:
    lines, seen = services.part(Study).conditional_moves, await start_as_seen_there(services)
    position = seen.position.play(seen.position.moves()[0])
    steps = [
        Step(2, seen.position.text(seen.position.moves()[0])),
        Step(1, position.text(position.moves()[0])),
    ]
    returned = [(await lines.add(seen, ADA.user_id, steps, seen.version))[0]]
    (line,) = await lines.of(seen, seen.players[0])
    returned.append((await lines.remove(seen, ADA.user_id, line.id))[0])
    assert {match.stored.place.guild_id for match in returned} == {THERE}
    await services.offers.make(seen, ADA.user_id, "take back")
    assert await refused(lines.add(seen, BEN.user_id, steps, seen.version)) == THERE
