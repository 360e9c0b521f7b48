"""Teams: servers whose members play by vote, against the bot, a member or each other."""
