"""The computer's turns: which games wait for one, who thinks about it, and for how long.

Thinking is done by processes of their own, which are told what the computer's seat may know
and nothing more. The games table itself says what is to be done, so nothing is lost with
a process that ends.
"""
