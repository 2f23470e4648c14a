"""Run the service at standard input and output until the input ends."""

import sys

from kahuna.study.service.serve import serve

serve(sys.stdin.buffer, sys.stdout.buffer)
