from py4swiss.engines.common import Pairing
from py4swiss.trf import ParsedTrf

class DutchEngine:
    @classmethod
    def generate_pairings(cls, trf: ParsedTrf) -> list[Pairing]: ...
