"""Skirt, in which chains of stones connect sides of a hexagon."""
