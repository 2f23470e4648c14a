// The board, from the file that bench/boardgame_io.py writes, and sets of lines and of cards.
//
// A set of lines or islands is a number with a bit for each; cards are a string of letters.
const { letters, lines, bridges, tokens, copies } = require("./board.json");

const LETTERS = [...letters];
const CARDS = LETTERS.flatMap((letter) => Array(copies).fill(letter)).join("");
const LINES_AT = LETTERS.map((letter) =>
  lines.reduce((set, name, n) => (name.includes(letter) ? set | (1 << n) : set), 0),
);
const MAJORITY = LINES_AT.map((at) => Math.floor(count(at) / 2) + 1); // R5.1

function count(set) {
  let n = 0;
  for (; set; set &= set - 1) n++;
  return n;
}

/** The islands that these bridges control (R5.1). */
function controlled(set) {
  let islands = 0;
  LINES_AT.forEach((at, n) => {
    if (count(set & at) >= MAJORITY[n]) islands |= 1 << n;
  });
  return islands;
}

/** All lines at islands that one more bridge would control. */
function linesThatGain(set) {
  let found = 0;
  LINES_AT.forEach((at, n) => {
    if (count(set & at) === MAJORITY[n] - 1) found |= at;
  });
  return found;
}

/** All lines that touch one of the islands. */
const linesAt = (islands) =>
  LINES_AT.reduce((set, at, n) => ((islands >> n) & 1 ? set | at : set), 0);

const lineNames = (set) => lines.filter((_, n) => (set >> n) & 1);
const islandLetters = (set) => LETTERS.filter((_, n) => (set >> n) & 1);

/** How many tokens mark the islands that these bridges control (R5.5). */
const tokensFor = (set) => Math.min(count(controlled(set)), tokens);

const sorted = (cards) => [...cards].sort().join("");

/** The cards without those taken; of one that is not there nothing is taken. */
const without = (cards, taken) => [...taken].reduce((left, card) => left.replace(card, ""), cards);

const holds = (cards, wanted) => without(cards, wanted).length === cards.length - wanted.length;

module.exports = {
  BRIDGES: bridges,
  CARDS,
  LETTERS,
  LINES: lines,
  controlled,
  count,
  holds,
  islandLetters,
  lineNames,
  linesAt,
  linesThatGain,
  sorted,
  tokensFor,
  without,
};
