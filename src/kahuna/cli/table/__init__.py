"""The table at which people play in a terminal: what they see, what they type, whose turn it is."""
