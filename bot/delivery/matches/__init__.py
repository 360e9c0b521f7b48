"""The posts about matches: boards, what becomes of former ones, challenges, direct messages."""
