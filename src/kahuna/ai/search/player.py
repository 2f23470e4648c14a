"""The searching player: the network's best turns, looked at in sampled worlds."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from kahuna.ai import weights as packaged
from kahuna.ai.belief.parts import Ints
from kahuna.ai.budget import Budget
from kahuna.ai.choose import Desk, choose_handicap, make_desk
from kahuna.ai.endgame import decide_last_turn
from kahuna.ai.network import Weights
from kahuna.ai.player import Alternative, Decision, Limit
from kahuna.ai.search.candidates import (
    Candidates,
    find_candidates,
    make_candidates,
    turn_tokens,
)
from kahuna.ai.search.lookahead import Outlook, look_many
from kahuna.ai.search.outlook import outlook_of
from kahuna.ai.search.race import MAX_WORLDS, Race
from kahuna.ai.search.settings import Settings
from kahuna.notation import tokens
from kahuna.rules.state import HANDICAP, State
from kahuna.rules.step import apply
from kahuna.view import View


class SearchPlayer:
    """Looks ahead over what the opponent may hold; a node is one look at one turn."""

    name = "search"

    def __init__(
        self, seed: int = 0, settings: Settings | None = None, weights: Weights | None = None
    ) -> None:
        """Take the seed: with a limit of nodes the same one plays the same turn."""
        self.seed = seed
        self.settings = settings or Settings()
        self.weights = weights or packaged.load()
        self.desks = [make_desk() for _ in range(self.settings.threads)]
        self.pool = ThreadPoolExecutor(len(self.desks))  # starts no thread before it is used

    def decide(self, view: View, limit: Limit) -> Decision:
        """Return the best turn found within the limit."""
        budget = Budget(limit)
        if view.state.turn.phase == HANDICAP:
            return self._place_handicap(view.state)
        if view.state.last_turns == 2:
            outlook = self._outlook(view)
            desk = self.desks[0]
            return decide_last_turn(outlook.beliefs, self.weights, desk, budget, outlook.seed)
        found = make_candidates(self.settings.most)
        n = find_candidates(view.state, self.weights, self.desks[0], self.settings.wide, found)
        race = Race(found.priors[:n], self.settings.trust)
        if n > 1 and view.state.last_turns != 1:
            outlook = self._outlook(view)
            self._run(race, outlook, found, budget)
        return self._decision(race, found, view.state.turn.mover, budget)

    def _outlook(self, view: View) -> Outlook:
        """Return what the viewer believes, and what the opponent can know."""
        return outlook_of(view, self.seed, self.settings, MAX_WORLDS)

    def _run(self, race: Race, outlook: Outlook, found: Candidates, budget: Budget) -> None:
        """Let the candidates race until the time is over."""
        for stage in range(1, race.stages + 1):
            start, items = race.worlds, 0
            most = (MAX_WORLDS - start) // 2 * len(race.alive)
            while portion := min(budget.portion(until=stage / race.stages), most - items):
                work = np.arange(items, items + portion)
                self._look(outlook, found, race, start, work)
                items += portion
                race.worlds = start + -(-items // len(race.alive))
                budget.spend(portion)
            if budget.is_over:
                return
            if stage < race.stages:
                race.halve()

    def _look(
        self, outlook: Outlook, found: Candidates, race: Race, start: int, work: Ints
    ) -> None:
        """Do a portion of the work, on several threads if there are."""

        def look(items: Ints, desk: Desk) -> None:
            look_many(outlook, found, race.alive, start, items, self.weights, desk, race.values)

        if len(self.desks) == 1:
            look(work, self.desks[0])
            return
        shares = np.array_split(work, len(self.desks))
        list(self.pool.map(look, shares, self.desks))

    def _decision(self, race: Race, found: Candidates, mover: int, budget: Budget) -> Decision:
        """Return the best turn, and the others after it."""
        alternatives = tuple(
            Alternative(turn_tokens(found, candidate, mover), score)
            for candidate, score in race.result()
        )
        best = alternatives[0]
        return Decision(best.tokens, best.win_probability, budget.done, alternatives)

    def _place_handicap(self, state: State) -> Decision:
        """Return the handicap bridges that the network likes (R2.3)."""
        turn: list[str] = []
        while state.turn.phase == HANDICAP:
            action = choose_handicap(state, self.weights, self.desks[0])
            turn.append(tokens.name(action, state.turn.mover))
            state = apply(state, action)
        return Decision(tuple(turn))
