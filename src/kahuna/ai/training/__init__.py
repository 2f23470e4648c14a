"""How the network learns: self-play, learning, matches between what was learned."""
