"""Puzzles: positions in which one turn, or what matters of it, is clearly best."""
