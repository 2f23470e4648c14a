"""What a run's result depends on, and how that changes while it goes on."""

from dataclasses import dataclass

from kahuna.ai.training.selfplay import Manner


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run. Those with a `last_` go from one value to the other."""

    seed: int = 1
    round_games: int = 40  # a worker plays these between two times of learning
    memory: int = 200_000  # positions to learn from, the newest
    enough: int = 20_000  # positions to begin with
    batch: int = 512
    replay: float = 2.5  # how often a position is learned from, on average
    rate: float = 1e-3
    last_rate: float = 3e-5
    decay: float = 0.9  # TD's lambda; with 0.98 the targets were so noisy that all was forgotten
    last_decay: float = 0.85
    explore: float = 0.08
    last_explore: float = 0.03
    heat: float = 0.4
    averaging: float = 0.01  # the share of each round in the averaged weights
    early: int = 4000  # games in which that share is larger: what came before is worth nothing
    early_averaging: float = 0.1

    def manner(self, part: float) -> Manner:
        """Return how self-play goes when so much of the run is done, from 0 to 1."""
        return Manner(
            self.explore + (self.last_explore - self.explore) * part,
            self.heat,
            self.decay + (self.last_decay - self.decay) * part,
        )

    def rate_at(self, part: float) -> float:
        """Return the learning rate then: it falls by the same factor in equal times."""
        return float(self.rate * (self.last_rate / self.rate) ** part)


def exploiting(seed: int) -> Settings:
    """Return the settings of a run that begins with a copy of the network it is to beat.

    What that network knows is right for the most part: a rate as high as for learning from
    nothing would wash it out before the weaknesses are found. Even from this one it is weaker
    at first (44 % of the points after 16,000 games) and makes that good as the rate falls. And
    what came before is worth much, so the averaged weights follow no faster in the first games.
    """
    return Settings(seed=seed, rate=3e-4, early=0)
