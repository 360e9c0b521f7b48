from collections.abc import Sequence

from py4swiss.trf.sections import PlayerSection, XSection

class ParsedTrf:
    def __init__(
        self, *, player_sections: Sequence[PlayerSection], x_section: XSection
    ) -> None: ...
