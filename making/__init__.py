"""Commands that make what is kept beside the code: typefaces and catalogues of texts."""
