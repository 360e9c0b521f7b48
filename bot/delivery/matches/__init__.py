"""Posts about matches: boards, former cards, challenges, direct messages."""
