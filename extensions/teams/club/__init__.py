"""What teams decide: votes, who may cast them, homes of servers, and their ratings."""
