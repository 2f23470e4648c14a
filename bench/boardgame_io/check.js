// Random games by the rules in kahuna.js, for another implementation to agree with.
//
//     node check.js SEED GAMES
//
// Nothing is left out of boardgame.io but its network: a turn goes through its reducer, and what
// is told is what its filter lets a player see. Each line is JSON: {deal} begins a game; then
// come {drafts, tokens, views}: the choices before each part of the turn, the turn with what
// chance brought, and both players' views after it. {tried, taken} is a turn offered in vain,
// perhaps, and whether it is legal.
const { CreateGameReducer, InitializeGame, getFilterPlayerView } =
  require("boardgame.io/internal");
const { LETTERS } = require("./board");
const { ON_A_LINE } = require("./choices");
const kahuna = require("./kahuna");
const { among, anyTurn } = require("./player");
const { Turn } = require("./turn");

const PLAYERS = ["0", "1"];
const ENDS = [...LETTERS.map((letter) => `+${letter}`), "+?", "-"];
const TOKENS = [...ON_A_LINE.keys(), ...ENDS, "/A", "/AB", "/BA", "/", "", "+", "@ABC", "+?A"];

/** A small generator of random numbers (mulberry32), so that a seed gives the same games. */
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), seed | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const copy = (G) => JSON.parse(JSON.stringify(G)); // as storage would give it back
const inOrder = (cards) => cards;

/** Any legal turn, of any length, and the choices before each part of it. */
function wildTurn(G, seat, eager, random) {
  const turn = new Turn(copy(G), seat, inOrder);
  const [tokens, drafts] = [[], []];
  while (!turn.ended) {
    const found = turn.choices();
    const plays = found.filter(({ token }) => ON_A_LINE.has(token));
    const others = found.filter(({ token }) => !ON_A_LINE.has(token));
    const { token } = among(plays.length && random() < eager ? plays : others, random);
    drafts.push(found);
    tokens.push(token);
    if (!turn.do(token)) throw new Error(`${token}: offered, but refused`);
  }
  return { tokens, drafts };
}

/** The turn with a part changed, left out or added: seldom legal. */
function spoilt(tokens, random) {
  const changed = [...tokens];
  const place = Math.floor(random() * (tokens.length + 1));
  const added = random() < 0.7 ? [among(TOKENS, random)] : [];
  changed.splice(place, random() < 0.5 ? 1 : 0, ...added);
  return changed;
}

const move = (playerID, tokens) => ({
  type: "MAKE_MOVE",
  payload: { type: "turn", args: [tokens], playerID },
});

function play(name, random) {
  const game = { ...kahuna, seed: name };
  const reduce = CreateGameReducer({ game });
  const filter = getFilterPlayerView(game);
  const sent = (state) => PLAYERS.map((id) => filter(id, { type: "update", args: [name, state] }));
  const views = (state) => sent(state).map(({ args }) => args[1].G);
  const eager = random() ** 2; // with few bridges games end early, with many by points
  const tame = random() < 0.3; // as in a load test
  let state = InitializeGame({ game, numPlayers: 2 });
  const { sides, row } = state.G;
  tell({ deal: [sides[0].hand, sides[1].hand, row], views: views(state) });
  while (state.ctx.gameover === undefined) {
    const mover = state.ctx.currentPlayer;
    const wild = wildTurn(state.G, Number(mover), eager, random);
    const tried = spoilt(wild.tokens, random);
    const taken = reduce(state, move(mover, tried))._stateID > state._stateID;
    tell({ tried, taken });
    const tokens = tame ? anyTurn(views(state)[Number(mover)], random) : wild.tokens;
    state = reduce(state, move(mover, tokens));
    const [, , log] = sent(state)[1 - mover].args;
    if (log[0].action.payload.args) throw new Error("the log tells a secret");
    tell({ drafts: tame ? [] : wild.drafts, tokens: state.G.history.at(-1), views: views(state) });
  }
}

const [seed, games] = process.argv.slice(2).map(Number);
console.error = () => {}; // boardgame.io tells every refused move
for (let n = 0; n < games; n++) play(`${seed}-${n}`, generator(seed * 1_000_003 + n));
