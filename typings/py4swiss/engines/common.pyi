class PairingError(Exception): ...

class Pairing:
    white: int
    black: int
