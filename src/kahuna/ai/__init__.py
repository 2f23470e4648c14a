"""Computer players. Each is given a view and a limit, and nothing else."""
