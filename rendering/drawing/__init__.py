"""Drawing with canvas, palette, stones and marks, and encoding pictures as PNG."""
