"""Studying the game: analysis of games and positions, and puzzles. See `docs/study.md`."""
