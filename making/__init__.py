"""Commands that generate files beside the code: typefaces, catalogues and the site."""
