// What can be done in a position, and what it would bring about, as `kahuna.choices` tells it.
const {
  BRIDGES, LINES, controlled, count, holds, islandLetters, lineNames, linesAt, linesThatGain,
} = require("./board");

const MAX_HAND = 5; // R7.2
const PILE = "+?";
const ABSTAIN = "-";

/** A choice that changes nothing but what its token says. */
const plain = (token) => ({ token, gains: [], removes: [], loses: [] });

const onLines = (make) => LINES.map((name, n) => ({ line: 1 << n, ...make(name) }));
const build = (token) => ({ cuts: false, token, cards: token[0], choice: plain(token) });
const cut = (name, cards) => ({ cuts: true, token: `${cards}x${name}`, cards });

const BUILDS = [
  ...onLines((name) => build(name)),
  ...onLines((name) => build(name[1] + name[0])),
];
const CUTS = [
  ...onLines((name) => cut(name, name[0] + name[0])), // R6.1
  ...onLines((name) => cut(name, name)),
  ...onLines((name) => cut(name, name[1] + name[1])),
];
const ON_A_LINE = new Map([...BUILDS, ...CUTS].map((action) => [action.token, action]));

/** The islands gained and the opponent's bridges removed by a build or a cut. */
function effect({ cuts, line }, me, other) {
  if (cuts) return { gained: 0, removed: line };
  const gained = controlled(me.bridges | line) & ~controlled(me.bridges);
  return { gained, removed: other.bridges & linesAt(gained) }; // R5.2
}

/** The same as a choice, with the islands that the opponent loses. */
function consequence(action, me, other, { gained, removed } = effect(action, me, other)) {
  const lost = controlled(other.bridges) & ~controlled(other.bridges & ~removed); // R5.3
  return {
    token: action.token,
    gains: islandLetters(gained),
    removes: lineNames(removed),
    loses: islandLetters(lost),
  };
}

/** Whether there is a line to build on (R4), or a bridge to cut (R6), and the cards for it. */
function mayAct({ cuts, line, cards }, me, other) {
  if (cuts) return (other.bridges & line) !== 0 && holds(me.hand, cards);
  if ((me.bridges | other.bridges) & line || !holds(me.hand, cards)) return false;
  return count(me.bridges) < BRIDGES; // R4.3
}

// What a turn has brought so far (R3.2).
const NOTHING = 0;
const PLAYED = 1;
const DISCARDED = 2;

const mayPlay = (done) => done !== DISCARDED;
const mayDiscard = (G, done) => done === NOTHING && !G.lastTurns; // R3.4
const mayDraw = (G, me) => !G.lastTurns && me.hand.length < MAX_HAND; // R7.2, R9.1
const mayAbstain = (G) => G.lastTurns > 0 || !G.abstained; // R7.3, R9.1

/** All that the player to move can choose, draws without what chance will bring. */
function choices(G, seat, done = NOTHING) {
  const me = G.sides[seat];
  const other = G.sides[1 - seat];
  const found = [];
  if (mayPlay(done)) {
    const telling = linesThatGain(me.bridges); // other bridges change nothing else
    for (const action of BUILDS) {
      if (!mayAct(action, me, other)) continue;
      found.push(action.line & telling ? consequence(action, me, other) : action.choice);
    }
    for (const action of CUTS) {
      if (mayAct(action, me, other)) found.push(consequence(action, me, other));
    }
  }
  if (mayDiscard(G, done)) found.push(...discards(me.hand).map((cards) => plain(`/${cards}`)));
  if (mayDraw(G, me)) {
    const kinds = new Set(G.row.replaceAll(".", ""));
    for (const card of kinds) found.push(plain(`+${card}`));
    if (G.pile) found.push(plain(PILE));
  }
  if (mayAbstain(G)) found.push(plain(ABSTAIN));
  return found;
}

/** Every part of the hand but the empty one. */
function discards(hand) {
  let found = [""];
  for (const letter of new Set(hand)) {
    const copies = hand.lastIndexOf(letter) - hand.indexOf(letter) + 1; // a hand is sorted
    const parts = found;
    for (let n = 1; n <= copies; n++) {
      found = found.concat(parts.map((part) => part + letter.repeat(n)));
    }
  }
  return found.slice(1);
}

module.exports = {
  ABSTAIN, DISCARDED, NOTHING, ON_A_LINE, PILE, PLAYED,
  choices, consequence, effect, mayAbstain, mayAct, mayDiscard, mayDraw, mayPlay, plain,
};
