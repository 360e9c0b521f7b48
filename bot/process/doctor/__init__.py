"""`stairwell doctor`: checks that find problems before anyone plays."""
