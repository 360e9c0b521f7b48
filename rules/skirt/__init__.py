"""Skirt, on a hexagon. Its own room is `origins`: the turns that can begin at each outer cell."""
