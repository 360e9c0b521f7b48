"""Commands that generate typefaces, catalogues and the site, and audit dependencies."""
