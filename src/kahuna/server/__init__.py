"""The site: games for two people anywhere, or against the computer, that lose nothing.

A game is its log of events. Everything else is rebuilt from it: the position, the
views, the clocks. `play` knows games, `people` knows who plays them, `storage` keeps
both, `news` carries what happened to whoever watches, and `api` is the door.
"""
