"""Skirt, on a hexagon. Its own module is `origins`, the turns from each outer cell."""
