"""`stairwell doctor`: what would go wrong, found before anybody plays."""
