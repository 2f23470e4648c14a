"""Study for a site, in a process of its own: `python -m kahuna.study.service`.

It reads requests from standard input, a line of JSON each, and writes answers to standard
output. So whoever asks need not load what the computer thinks with.
"""
