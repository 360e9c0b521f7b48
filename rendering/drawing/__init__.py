"""Drawing: a fine canvas, the palette, stones and marks, and from a picture to PNG."""
