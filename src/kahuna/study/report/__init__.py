"""An analysis for people: in characters, and as a page in one file."""
