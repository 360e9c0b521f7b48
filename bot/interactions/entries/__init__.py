"""What someone typed or chose: read, checked and suggested."""
