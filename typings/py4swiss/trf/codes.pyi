from enum import Enum

class PlayerCode(Enum):
    PLAYER = "001"
