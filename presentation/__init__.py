"""Sentences, pictures and alt texts for club values, for any front."""
