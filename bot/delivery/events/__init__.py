"""Delivery for events: cards, news, calendar entries, the role of champions."""
