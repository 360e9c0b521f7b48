"""The games club: its services and data, independent of any front."""

VERSION = "0.3.0"
"""The version of Stairwell, which the build reads from here."""
