"""Who plays: guests, accounts, bots, the computer; their sessions and ratings."""
