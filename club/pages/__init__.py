"""What everyone may see on the web: addresses that can't be guessed, and what is shown at them."""
