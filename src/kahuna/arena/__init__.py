"""The arena: matches between computer players, here or on a cluster, and what they prove."""
