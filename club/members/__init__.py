"""Members: who is there, whom they block, and how they wish to be told of their turns."""
