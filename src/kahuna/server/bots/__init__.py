"""Bots of others: programs that play here under a name of their own, by plain HTTP."""
