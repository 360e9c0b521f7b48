"""Passtally, with stacked tiles and the lines on them."""
