"""Your turn: who is told that a game waits for them, once a turn, and how."""
