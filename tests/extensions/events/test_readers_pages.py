"""The page about events names the sizes of all formats."""

from __future__ import annotations

import re

from extensions.events.club.formats.registry import FORMATS
from tests.test_readers_pages import page


def test_the_table_of_formats_has_their_sizes() -> None:
    table = page("events").split("## Formats\n")[1]
    for event_format in FORMATS.values():
        rules = event_format.rules
        (cell,) = re.findall(rf"^\| \*\*{event_format.key}\b[^|]*\| ([^|]*)\|", table, re.I | re.M)
        numbers = {rules.min_entrants, rules.default_max_entrants, rules.max_entrants}
        assert numbers <= {int(number) for number in re.findall(r"\d+", cell)}, event_format.key
