// All that a player may know of a game: the same as `kahuna.view` shows, of the base game.
const { BRIDGES, CARDS, controlled, islandLetters, lineNames, sorted, tokensFor, without } =
  require("./board");
const { choices, mayAbstain } = require("./choices");
const { SEATS } = require("./turn");

/** The game as somebody sees it; one who has no seat can name no card in a hand. */
function view(G, ctx, playerID) {
  const seat = ctx.playOrder.indexOf(playerID);
  const mover = G.ending ? null : Number(ctx.currentPlayer);
  const hands = G.sides.map((side, n) => (n === seat ? side.hand : seat < 0 ? "" : side.known));
  const seen = seat < 0 ? G.discard : sorted(G.discard + G.sides[seat].buried);
  const [white, black] = G.sides.map((side, n) => sideView(side, n, hands[n]));
  const discarded = G.discard.length + G.sides[0].buried.length + G.sides[1].buried.length;
  return {
    viewer: SEATS[seat] ?? "Spectator",
    starts: SEATS[0],
    round: G.round,
    turn: ctx.turn,
    phase: G.ending ? "over" : "play",
    mover: SEATS[mover] ?? null,
    last_turns: G.lastTurns,
    must_draw: !G.ending && !mayAbstain(G),
    white,
    black,
    row: G.row,
    pile: G.pile.length,
    discard: discarded,
    discard_seen: seen,
    unseen: without(CARDS, hands[0] + hands[1] + G.row + seen),
    scorings: G.scorings,
    history: G.history.map((tokens, n) => ({
      number: n + 1,
      seat: SEATS[n % 2],
      tokens: n % 2 === seat ? tokens : tokens.map(masked),
    })),
    last: (G.history.length - 1) % 2 === seat ? G.last : G.last.map(maskedStep),
    legal: seat === mover ? choices(G, seat) : [],
    result: G.ending ? (SEATS[G.winner] ?? "Draw") : "*",
    termination: G.ending,
    score: `${G.sides[0].points}-${G.sides[1].points}`,
  };
}

function sideView({ bridges, hand, points }, seat, named) {
  const names = lineNames(bridges);
  return {
    seat: SEATS[seat],
    bridges: names,
    bridges_left: BRIDGES - names.length,
    islands: islandLetters(controlled(bridges)),
    tokens: tokensFor(bridges),
    points,
    cards: hand.length,
    hand: named,
    hidden: hand.length - named.length,
  };
}

/** A token as everybody may see it: no card drawn from the pile or discarded is named. */
function masked(token) {
  if (token.startsWith("+?")) return "+?";
  return token[0] === "/" ? `/${"?".repeat(token.length - 1)}` : token;
}

const maskedStep = (step) => ({ ...step, token: masked(step.token) });

module.exports = { view };
