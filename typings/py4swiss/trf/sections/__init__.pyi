from collections.abc import Sequence, Set

from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import RoundResult
from py4swiss.trf.sections.x_section import XSectionConfiguration

class PlayerSection:
    def __init__(
        self,
        *,
        code: PlayerCode,
        starting_number: int,
        points_times_ten: int,
        rank: int,
        results: Sequence[RoundResult],
    ) -> None: ...

class XSection:
    def __init__(
        self,
        *,
        number_of_rounds: int,
        zeroed_ids: Set[int],
        configuration: XSectionConfiguration,
        forbidden_pairs: Set[tuple[int, int]],
    ) -> None: ...
