"""`python -m kahuna`: the command line."""

from kahuna.cli import main

main()
