"""The page: what it is built from, and how it is served."""
