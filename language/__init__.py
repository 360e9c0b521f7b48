"""Texts in the reader's language: translation, lists and dates."""
