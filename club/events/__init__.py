"""Events that run by themselves: entering, pairing, rounds, standings, from sign-up to champion."""
