"""The rules of Skirt."""
