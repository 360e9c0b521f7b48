from enum import Enum

class ColorToken(Enum):
    WHITE = "w"
    BLACK = "b"
    BYE_OR_NOT_PAIRED = "-"

class ResultToken(Enum):
    WIN = "1"
    DRAW = "="
    LOSS = "0"
    HALF_POINT_BYE = "H"
    PAIRING_ALLOCATED_BYE = "U"
    ZERO_POINT_BYE = "Z"

class RoundResult:
    def __init__(self, *, id: int, color: ColorToken, result: ResultToken) -> None: ...
