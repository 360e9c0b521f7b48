"""Commands that generate typefaces, catalogues, puzzles and the site, and audit dependencies."""
