// Kahuna, the base game, for boardgame.io: player 0 is White and starts (R2.2).
//
// Known and not ours to mend: what boardgame.io sends first (`sync`) has the initial state in
// it, unfiltered (its issue 1159). Later messages hold only what `playerView` shows.
const { INVALID_MOVE } = require("boardgame.io/core");
const { CARDS, sorted } = require("./board");
const { Turn, laidOut } = require("./turn");
const { view } = require("./view");

const MOST_TOKENS = 24; // more than any turn has

/** `known` is what the opponent has seen of the hand, `buried` was discarded face down. */
const side = (cards) => ({
  bridges: 0,
  hand: sorted(cards),
  known: "",
  buried: "",
  points: 0,
});

function setup({ random }) {
  const cards = random.Shuffle([...CARDS]); // R2.1
  return {
    round: 1,
    lastTurns: 0,
    abstained: false,
    sides: [side(cards.slice(0, 3)), side(cards.slice(3, 6))],
    ...laidOut(cards.slice(6)),
    discard: "",
    scorings: [],
    history: [],
    last: [],
    ending: null,
    winner: null,
  };
}

/** A whole turn, such as ["AB", "+?"]: all of it is made, or nothing. */
function turn({ G, playerID, random }, tokens) {
  if (!Array.isArray(tokens) || tokens.length > MOST_TOKENS) return INVALID_MOVE;
  const made = new Turn(G, Number(playerID), random.Shuffle);
  if (!tokens.every((token) => made.do(token)) || !made.ended) return INVALID_MOVE;
  G.history.push(made.steps.map((step) => step.token));
  G.last = made.steps;
}

module.exports = {
  name: "kahuna",
  minPlayers: 2,
  maxPlayers: 2,
  setup,
  // Discards are secret, so the log tells others no arguments; the history tells what they may.
  moves: { turn: { move: turn, client: false, redact: true } },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => {
    if (G.ending) return G.winner === null ? { draw: true } : { winner: String(G.winner) };
  },
  playerView: ({ G, ctx, playerID }) => view(G, ctx, playerID),
  disableUndo: true, // a card that was seen cannot be unseen
  events: {
    endTurn: false,
    pass: false,
    endPhase: false,
    setPhase: false,
    endGame: false,
    setActivePlayers: false,
    endStage: false,
    setStage: false,
  },
};
