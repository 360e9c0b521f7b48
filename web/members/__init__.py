"""The pages and forms of signed-in members: their matches, challenges and sessions."""
