// A player who knows no rules, as in `kahuna.server.loadtest.player`.
const among = (items, random) => items[Math.floor(random() * items.length)];

/** A whole turn: often a card played, then a draw or none. */
function anyTurn(view, random = Math.random) {
  const ends = view.legal.filter(isEnd).map((choice) => choice.token);
  let plays = view.legal.filter((choice) => goesOn(choice, view)).map((choice) => choice.token);
  if (!plays.length && !ends.length) { // a full hand, and one has to draw
    plays = view.legal.filter(isDiscard).map((choice) => choice.token);
  }
  if (plays.length && (!ends.length || random() < 0.7)) {
    return [among(plays, random), among(ends.length ? ends : draws(view), random)];
  }
  return [among(ends, random)];
}

const isEnd = ({ token }) => token[0] === "+" || token[0] === "-";
const isDiscard = ({ token }) => token[0] === "/";

/** Whether the turn surely goes on after it: the last bridge removed may end the game. */
function goesOn(choice, view) {
  if (isEnd(choice) || isDiscard(choice)) return false;
  const others = view.viewer === "White" ? view.black : view.white;
  return !choice.removes.length || choice.removes.length < others.bridges.length;
}

/** The draws that a full hand may make once a card has left it. */
function draws(view) {
  const row = [...view.row].filter((card) => card !== ".").map((card) => `+${card}`);
  return view.pile ? [...row, "+?"] : row;
}

module.exports = { among, anyTurn };
