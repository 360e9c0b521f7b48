"""Finding opponents for people who wait."""
