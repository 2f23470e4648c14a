"""What stands between the network and the application: who may ask, how often, how much."""
