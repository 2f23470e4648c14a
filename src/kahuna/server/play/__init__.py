"""Games: what is agreed, how they run, what their players and watchers are shown."""
