"""Kahuna for OpenSpiel: the game ``python_kahuna``.

>>> import pyspiel
>>> import kahuna.envs.openspiel_game
>>> game = pyspiel.load_game("python_kahuna(protected_islands=True,handicap=2,weaker=Black)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 12)
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import numpy as np

from kahuna import outcome
from kahuna.ai.belief import Belief
from kahuna.board import LETTERS, N_CARDS, N_ISLANDS
from kahuna.envs.chance import CHANCE, NOBODY_ELSE, NOTHING, Agreed, Moment
from kahuna.envs.encoding import N_ACTIONS, action, legal_indices, token
from kahuna.envs.history import Dealt, Known, Position, Supposed
from kahuna.envs.observation import SIZE, describe, observation, parts
from kahuna.notation import Record, Setup
from kahuna.notation.setup import VARIANTS
from kahuna.notation.tokens import name
from kahuna.rules.state import NOBODY, State
from kahuna.track import Track
from kahuna.view import look

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        "python_kahuna needs OpenSpiel: pip install 'kahuna[research]'", name="pyspiel"
    ) from error

PLAYERS: Final = 2
SEEDS: Final = 1 << 31
# A draw or an abstention ends each turn, and no two abstentions follow each other (R7.3) except
# in the two last turns (R9.1). Round 1 has 18 cards to draw, the others all 24 at most; every
# other action takes a card or, as a free bridge, shares the two of its cut.
MOST_DRAWS: Final = 18 + 2 * N_CARDS
MOST_ACTIONS: Final = 3 + (6 + MOST_DRAWS) + 2 * MOST_DRAWS + 2

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_kahuna",
    long_name="Kahuna",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    # Not `Variants` as the notation has them: OpenSpiel would read "1" as a number.
    parameter_specification={
        "starts": "White",
        "protected_islands": False,
        "open_cards": False,
        "handicap": 0,
        "weaker": "Black",
    },
)
GAME_INFO: Final = pyspiel.GameInfo(
    num_distinct_actions=N_ACTIONS,
    max_chance_outcomes=N_ISLANDS,
    num_players=PLAYERS,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=MOST_ACTIONS,
)


def parameters(agreed: Agreed) -> dict[str, str | bool | int]:
    """Return what was agreed as the parameters of the game."""
    variants = VARIANTS.index(agreed.variants)
    weaker, bridges = agreed.handicap or ("Black", 0)
    return {
        "starts": agreed.starts,
        "protected_islands": bool(variants & 1),
        "open_cards": bool(variants & 2),
        "handicap": bridges,
        "weaker": weaker,
    }


def _agreed(given: Mapping[str, Any]) -> Agreed:
    """Read the parameters of the game; wrong ones are refused as the tags of a record are."""
    variants = VARIANTS[given["protected_islands"] + 2 * given["open_cards"]]
    tags = {"KGN": "1", "Starts": given["starts"], "Variants": variants}
    if given["handicap"]:
        tags["Handicap"] = f"{given['weaker']} {given['handicap']}"
    setup = Setup.from_tags({**tags, "Deal": "White ABC Black DEF Row GHI"})
    return Agreed(setup.starts, setup.variants, setup.handicap)


class KahunaGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """The game: what was agreed, and where states come from."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Read the parameters."""
        super().__init__(GAME_TYPE, GAME_INFO, params or {})
        self.agreed = _agreed(self.get_parameters())

    def new_initial_state(self) -> "KahunaState":
        """Return the state before the deal."""
        return KahunaState(self)

    def supposed(self, known: Known, whole: State) -> "KahunaState":
        """Return a state that a seat thinks possible; its history begins here."""
        state = self.new_initial_state()
        state.moment = Moment(self.agreed, Position.first(Supposed(known, whole)))
        return state

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "KahunaObserver":
        """Return an observer: of all that was seen, with perfect recall, else of the position."""
        if params:
            raise ValueError(f"there are no parameters of observations, such as {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("an observation is what one player knows, public and private")
        return KahunaObserver(recall=wanted.perfect_recall)


class KahunaState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state: players choose single actions, chance brings single cards.

    Actions are those of `kahuna.envs.encoding`, an outcome of chance is an island.
    """

    def __init__(self, game: KahunaGame) -> None:
        """Begin before the deal."""
        super().__init__(game)
        self.moment = Moment(game.agreed)

    # What OpenSpiel asks for

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance or the end."""
        return self.moment.player

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.moment.player == NOBODY_ELSE

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser, once there is one."""
        if not self.is_terminal() or self.moment.state.winner == NOBODY:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.moment.state.winner == 0 else [-1.0, 1.0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can come, with their exact probabilities."""
        return self.moment.outcomes()

    def _legal_actions(self, player: int) -> list[int]:
        return legal_indices(self.moment.state) if player == self.moment.player else []

    def _apply_action(self, number: int) -> None:
        if self.moment.player == CHANCE:
            self.moment = self.moment.after_card(number)
        else:
            self.moment = self.moment.after_choice(action(number, self.moment.state))

    def _action_to_string(self, player: int, number: int) -> str:
        if player == CHANCE:
            return LETTERS[number]
        return token(number, self.moment.state)

    def __str__(self) -> str:
        """Return the record so far, with nothing masked."""
        moment = self.moment
        if moment.position is None:
            return f"dealt {''.join(LETTERS[card] for card in moment.cards)}"
        if isinstance(moment.position.origin, Dealt):
            return f"{self.record().one_line()}{self.waiting()}"
        return f"{moment.position.text(0)} {moment.position.text(1)}{self.waiting()}"

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "KahunaState":
        """Return a state that the player thinks possible, drawn from an exact belief."""
        position = self.moment.position
        if position is None or self.moment.player == CHANCE:
            raise ValueError("states are resampled where a player moves")
        known, belief = _mind(position, player_id)
        whole = belief.sample(int(probability_sampler() * SEEDS))
        supposed: KahunaState = self.get_game().supposed(known, whole)
        return supposed

    # What it has beyond that

    def record(self) -> Record:
        """Return the game so far as a record in KGN."""
        position = self.moment.position
        if position is None or not isinstance(position.origin, Dealt):
            raise ValueError("a state has a record once it is dealt, and if nobody supposed it")
        track = Track(position.origin.setup)
        for done in position.actions():
            track.push(done)
        return Record({**track.setup.tags(), **outcome.tags(track.state)}, track.tokens())

    def waiting(self) -> str:
        """Return what is begun and waits for chance, for everybody to see."""
        moment = self.moment
        if moment.draw != NOTHING:
            return f" {name(moment.draw, moment.state.turn.mover)}>"
        return f" @{''.join(LETTERS[card] for card in moment.cards)}" if moment.cards else ""


@lru_cache(maxsize=4)  # a search asks again and again about one state
def _mind(position: Position, seat: int) -> tuple[Known, Belief]:
    """Return what the seat knows in the position, and believes about the rest."""
    track = position.track(seat)
    return Known(track), Belief(look(track))


class KahunaObserver:
    """What a player sees of a state; before the deal is complete, nothing."""

    def __init__(self, *, recall: bool) -> None:
        """Make room for the vector and its parts, which OpenSpiel reads in place."""
        self.recall = recall
        self.tensor = np.zeros(SIZE, np.float32)
        self.dict = parts(self.tensor)

    def set_from(self, state: KahunaState, player: int) -> None:
        """Write what the player knows into the vector."""
        self.tensor.fill(0)
        position = state.moment.position
        if position is not None:
            self.tensor[:] = observation(position.seen(player), player)

    def string_from(self, state: KahunaState, player: int) -> str:
        """Return the player's masked record or, without recall, what the player knows now."""
        position = state.moment.position
        if position is None:
            return "dealing"
        if self.recall:
            return position.text(player) + state.waiting()
        return describe(position.seen(player), player) + state.waiting()


pyspiel.register_game(GAME_TYPE, KahunaGame)
