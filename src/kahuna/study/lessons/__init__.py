"""Ten lessons: from the first bridge to counting cards.

A lesson is data: positions, what is to be done there, and what is said to whoever does something
else. It names messages by keys, and the page has the words.
"""
