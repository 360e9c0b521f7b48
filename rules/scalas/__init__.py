"""Scalas, on stairs of cubes. Its own rooms are `stairs`, where one may build, and `forced`."""
