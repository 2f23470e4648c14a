// A turn of Kahuna: what each of its parts does, and how turns, rounds and the game end.
//
// It changes the `G` that it is given, as moves of boardgame.io do.
const { count, holds, sorted, tokensFor, without } = require("./board");
const {
  ABSTAIN, DISCARDED, NOTHING, ON_A_LINE, PILE, PLAYED,
  choices, consequence, effect, mayAbstain, mayAct, mayDiscard, mayDraw, mayPlay, plain,
} = require("./choices");

const NO_ROW = "...";
const LAST_ROUND = 3;
const SEATS = ["White", "Black"];

class Turn {
  constructor(G, seat, shuffle) {
    this.G = G;
    this.me = G.sides[seat];
    this.other = G.sides[1 - seat];
    this.seat = seat;
    this.shuffle = shuffle;
    this.done = NOTHING;
    this.ended = false;
    this.steps = []; // as `G.last` keeps them, with what chance brought
  }

  choices() {
    return choices(this.G, this.seat, this.done);
  }

  /** Does a part of the turn; returns whether it was legal. */
  do(token) {
    if (this.ended || typeof token !== "string") return false;
    if (ON_A_LINE.has(token)) return this.play(ON_A_LINE.get(token));
    if (token === ABSTAIN) return this.abstain();
    if (token === PILE) return this.drawFromPile();
    if (/^\+[A-Z]$/.test(token)) return this.drawFromRow(token[1]);
    if (/^\/[A-Z]+$/.test(token)) return this.discard(token.slice(1));
    return false;
  }

  play(action) {
    const { G, me, other } = this;
    if (!mayPlay(this.done) || !mayAct(action, me, other)) return false;
    const changed = effect(action, me, other);
    this.steps.push(consequence(action, me, other, changed));
    if (!action.cuts) me.bridges |= action.line;
    other.bridges &= ~changed.removed;
    me.hand = without(me.hand, action.cards);
    me.known = without(me.known, action.cards);
    G.discard = sorted(G.discard + action.cards); // R3.3
    this.done = PLAYED;
    deduce(G);
    this.ended = endEarly(G);
    return true;
  }

  discard(cards) {
    const { G, me } = this;
    if (!mayDiscard(G, this.done) || sorted(cards) !== cards || !holds(me.hand, cards)) {
      return false;
    }
    this.steps.push(plain(`/${cards}`));
    me.hand = without(me.hand, cards);
    me.buried = sorted(me.buried + cards);
    // Of the cards that the opponent knew, only a second copy surely stays when one card goes.
    me.known = cards.length === 1 ? sorted(me.known).replace(/(.)\1|./g, "$1") : "";
    this.done = DISCARDED;
    deduce(G);
    return true;
  }

  drawFromRow(card) {
    const { G, me } = this;
    if (!mayDraw(G, me) || !G.row.includes(card)) return false;
    const refill = G.pile[0] ?? ""; // R7.1
    this.steps.push(plain(refill ? `+${card}>${refill}` : `+${card}`));
    me.hand = sorted(me.hand + card);
    me.known = sorted(me.known + card);
    G.row = G.row.replace(card, refill || ".");
    G.pile = G.pile.slice(1);
    this.end(false);
    return true;
  }

  drawFromPile() {
    const { G, me } = this;
    if (!mayDraw(G, me) || !G.pile) return false;
    const card = G.pile[0];
    this.steps.push(plain(PILE + card));
    me.hand = sorted(me.hand + card);
    G.pile = G.pile.slice(1);
    this.end(false);
    return true;
  }

  abstain() {
    if (!mayAbstain(this.G)) return false;
    this.steps.push(plain(ABSTAIN));
    this.end(true);
    return true;
  }

  end(abstained) {
    const { G } = this;
    this.ended = true;
    G.abstained = abstained;
    deduce(G);
    if (G.lastTurns === 1) endByScoring(G); // R9.2
    else if (G.lastTurns === 2) G.lastTurns = 1;
    else if (!G.pile && G.row === NO_ROW) this.endRound(); // R8.1
  }

  endRound() {
    const { G } = this;
    if (G.round === LAST_ROUND) {
      G.lastTurns = 2; // R9.1
      return;
    }
    score(G);
    const cards = G.discard + G.sides[0].buried + G.sides[1].buried; // R8.3
    Object.assign(G, { round: G.round + 1, discard: "" }, laidOut(this.shuffle([...cards])));
    for (const side of G.sides) side.buried = "";
    this.steps.push(plain(`@${G.row}`));
    endEarly(G);
  }
}

/** The row and the pile that shuffled cards give (R2.1, R8.3). */
const laidOut = (cards) => ({ row: cards.slice(0, 3).join(""), pile: cards.slice(3).join("") });

/** With no pile and nothing face down, what is unseen must be in the opponent's hand. */
function deduce(G) {
  if (G.pile) return;
  for (const side of G.sides) {
    if (!side.buried) side.known = side.hand;
  }
}

/** Gives the points of a round (R8.2, R9.2); returns White's lead in tokens. */
function score(G) {
  const [white, black] = G.sides.map((side) => tokensFor(side.bridges));
  const lead = white - black;
  const points = G.round < LAST_ROUND && lead ? G.round : Math.abs(lead);
  const leader = lead > 0 ? 0 : 1;
  if (lead) G.sides[leader].points += points;
  G.scorings.push({ round: G.round, white, black, winner: lead ? SEATS[leader] : null, points });
  return lead;
}

/** Decides the game (R10.1). */
function endByScoring(G) {
  const finalLead = score(G);
  const [white, black] = G.sides;
  const leads = {
    points: white.points - black.points,
    "final-scoring": finalLead,
    bridges: count(white.bridges) - count(black.bridges),
  };
  const [ending, lead] = Object.entries(leads).find(([, lead]) => lead) ?? ["draw", 0];
  G.ending = ending;
  G.winner = lead ? (lead > 0 ? 0 : 1) : null;
}

/** Ends the game if exactly one player has no bridge, from round 2 on (R10.2). */
function endEarly(G) {
  const [white, black] = G.sides.map((side) => side.bridges === 0);
  if (G.round === 1 || white === black) return false;
  G.ending = "no-bridges";
  G.winner = white ? 1 : 0;
  return true;
}

module.exports = { SEATS, Turn, laidOut };
