import { beforeEach, describe, expect, test, vi } from "vitest";
import { Problem } from "../lib/api";
import { Game, handCards } from "./game.svelte";
import { choice, FakeServer, state, view } from "./testing/server";

async function seated(now = state()): Promise<{ game: Game; server: FakeServer }> {
  const server = new FakeServer(now);
  const game = new Game("abcdefgh", server);
  game.begin();
  await vi.waitFor(() => expect(game.state).not.toBeNull());
  return { game, server };
}

beforeEach(() => sessionStorage.clear());

describe("building a turn", () => {
  test("a card chosen lights its lines", async () => {
    const { game } = await seated();
    expect([...game.lit].sort()).toEqual(["AB", "AH"]);
    game.touchCard(1); // B
    expect([...game.lit]).toEqual(["AB"]);
  });

  test("card first, then line: it is drafted", async () => {
    const { game, server } = await seated();
    game.touchCard(0);
    game.touchLine("AB");
    await vi.waitFor(() => expect(game.tokens).toEqual(["AB"]));
    expect(server.drafts).toEqual([["AB"]]);
    expect(game.selected).toEqual([]);
  });

  test("line first: if two cards would do, it is asked which", async () => {
    const { game, server } = await seated();
    game.touchLine("AB");
    expect(game.asked.map((option) => option.token)).toEqual(["AB", "BA"]);
    expect(server.drafts).toEqual([]);
    await game.add("BA");
    expect(game.tokens).toEqual(["BA"]);
    expect(game.asked).toEqual([]);
  });

  test("line first: if only one card will do, it is built", async () => {
    const { game } = await seated();
    game.touchLine("AH");
    await vi.waitFor(() => expect(game.tokens).toEqual(["AH"]));
  });

  test("a line where nothing can be done is told as such", async () => {
    const { game, server } = await seated();
    game.touchLine("KL");
    expect(game.missed).toBe("KL");
    expect(server.drafts).toEqual([]);
  });

  test("an island touched is its card chosen", async () => {
    const { game } = await seated();
    game.touchIsland("B");
    expect(game.cards).toBe("B");
    game.touchIsland("B");
    expect(game.cards).toBe("");
    game.touchIsland("K"); // not in hand
    expect(game.cards).toBe("");
  });

  test("undo and redo go through the turn", async () => {
    const { game, server } = await seated();
    await game.add("AB");
    await game.add("AH");
    await game.undo();
    expect([game.tokens, game.undone]).toEqual([["AB"], ["AH"]]);
    await game.undo();
    expect([game.tokens, game.preview]).toEqual([[], null]);
    await game.redo();
    await game.redo();
    expect([game.tokens, game.undone]).toEqual([["AB", "AH"], []]);
    expect(server.drafts.at(-1)).toEqual(["AB", "AH"]);
  });

  test("something new forgets what could be redone", async () => {
    const { game } = await seated();
    await game.add("AB");
    await game.undo();
    await game.add("AH");
    expect(game.undone).toEqual([]);
  });

  test("what is refused changes nothing, and is told", async () => {
    const { game, server } = await seated();
    server.refusal = new Problem(422, "line-taken", "there is a bridge already");
    await game.add("AB");
    expect([game.tokens, game.problem?.code]).toEqual([[], "line-taken"]);
  });

  test("looking at a line shows what it would bring as ghosts", async () => {
    const legal = [choice("AB", { gains: ["A"], removes: ["AD"], loses: ["D"] })];
    const { game } = await seated(state({ view: view({ legal }) }));
    game.looked = "AB";
    expect(game.shown).toMatchObject({
      ghosts: [{ line: "AB", seat: "White" }],
      gaining: [{ island: "A", seat: "White" }],
      doomed: ["AD"],
      losing: ["D"],
    });
  });
});

describe("ending a turn", () => {
  test("a draw is chosen first, and made by the second touch", async () => {
    const { game, server } = await seated();
    game.choose("+F");
    expect([game.ending, server.turns]).toEqual(["+F", []]);
    game.choose("+F");
    await vi.waitFor(() => expect(server.turns).toEqual([[1, ["+F"]]]));
  });

  test("what is not offered cannot be chosen", async () => {
    const { game } = await seated();
    game.choose("+L");
    expect(game.ending).toBeNull();
  });

  test("the whole turn is sent at once, and stays in sight until the server's news", async () => {
    const { game, server } = await seated();
    await game.add("AB");
    game.choose("+?");
    await game.finish();
    expect(server.turns).toEqual([[1, ["AB", "+?"]]]);
    expect([game.tokens, game.busy]).toEqual([["AB"], true]);
    server.say(state({ seq: 1, view: view({ turn: 2, mover: "Black", legal: [] }) }));
    expect([game.tokens, game.busy, game.preview]).toEqual([[], false, null]);
  });

  test("where nothing can be drawn the main button just ends it", async () => {
    const { game, server } = await seated(state({ view: view({ legal: [choice("-")] }) }));
    expect(game.last).toBe("-");
    await game.finish();
    expect(server.turns).toEqual([[1, ["-"]]]);
  });

  test("without a draw chosen nothing is sent", async () => {
    const { game, server } = await seated();
    await game.finish();
    expect(server.turns).toEqual([]);
  });

  test("a turn that ends the game needs no draw", async () => {
    const { game, server } = await seated();
    server.drafted = () => view({ phase: "over", mover: null, legal: [] });
    await game.add("AB");
    expect(game.complete).toBe(true);
    await game.finish();
    expect(server.turns).toEqual([[1, ["AB"]]]);
  });

  test("a handicap is placed in full, then sent", async () => {
    const begun = view({
      turn: 0,
      phase: "handicap",
      handicap: ["White", 2],
      legal: [choice("^AB"), choice("^AH")],
    });
    const { game, server } = await seated(state({ view: begun }));
    expect(game.toPlace).toBe(2);
    server.drafted = () => begun;
    await game.add("^AB");
    expect([game.toPlace, game.complete]).toEqual([1, false]);
    server.drafted = () => view({ turn: 1 });
    await game.add("^AH");
    expect([game.complete, game.lit.size]).toEqual([true, 0]);
    await game.finish();
    expect(server.turns).toEqual([[0, ["^AB", "^AH"]]]);
  });
});

describe("resuming", () => {
  test("a draft outlives the page, for just that turn", async () => {
    const first = await seated();
    await first.game.add("AB");
    first.game.end();
    const again = await seated();
    await vi.waitFor(() => expect(again.game.tokens).toEqual(["AB"]));
    const later = await seated(state({ seq: 2, view: view({ turn: 3 }) }));
    expect(later.game.tokens).toEqual([]);
  });

  test("the same state once more, after a lost connection, keeps the draft", async () => {
    const { game, server } = await seated();
    await game.add("AB");
    server.say(state());
    expect(game.tokens).toEqual(["AB"]);
  });

  test("a turn made in another tab ends the draft here", async () => {
    const { game, server } = await seated();
    await game.add("AB");
    server.say(state({ seq: 1, view: view({ turn: 2, mover: "Black", legal: [] }) }));
    expect([game.tokens, game.mine]).toEqual([[], false]);
  });

  test("an older state that was overtaken is passed over", async () => {
    const { game, server } = await seated(state({ seq: 5 }));
    server.say(state({ seq: 4, view: view({ turn: 9 }) }));
    expect(game.state?.seq).toBe(5);
  });
});

describe("the other's turn", () => {
  const theirs = view({
    turn: 3,
    black: { ...view().black, bridges: ["EH"] },
    history: [{ number: 2, seat: "Black", tokens: ["EH", "+?"] }],
    last: [choice("EH"), choice("+?")],
  });

  test("is shown step by step, and can be skipped", async () => {
    vi.useFakeTimers();
    const { game, server } = await seated(state({ view: view({ turn: 2, mover: "Black" }) }));
    const heard: string[] = [];
    game.heard = (happening) =>
      heard.push(happening.kind === "step" ? happening.step.token : happening.kind);
    server.say(state({ seq: 1, view: theirs }));
    expect(game.shown?.Black.bridges).toEqual([]);
    expect(game.acting).toBe(false);
    vi.advanceTimersByTime(600);
    expect(game.shown?.Black.bridges).toEqual(["EH"]);
    game.skip();
    expect([game.replaying, game.acting]).toEqual([null, true]);
    expect(heard).toEqual(["EH", "turn"]);
    vi.useRealTimers();
  });

  test("comes before the scoring, and the scoring before the next", async () => {
    vi.useFakeTimers();
    const { game, server } = await seated(state({ view: view({ turn: 2, mover: "Black" }) }));
    const scoring = { round: 1, white: 2, black: 1, winner: "White" as const, points: 1 };
    server.say(state({ seq: 1, view: { ...theirs, scorings: [scoring] } }));
    expect(game.scoring).toBeNull();
    game.skip();
    expect(game.scoring).toEqual(scoring);
    game.closeScoring();
    expect(game.scoring).toBeNull();
    vi.useRealTimers();
  });
});

describe("taking back", () => {
  test("a question that is gone while the game stands was declined: told for a while", async () => {
    vi.useFakeTimers();
    const { game, server } = await seated(state({ seq: 1, offer: "White" }));
    server.say(state({ seq: 1, offer: null }));
    expect(game.refused).toBe(true);
    vi.advanceTimersByTime(20_000);
    expect(game.refused).toBe(false);
    vi.useRealTimers();
  });

  test("a question that was granted, or withdrawn, or another's was not declined", async () => {
    const granted = await seated(state({ seq: 1, offer: "White" }));
    granted.server.say(state({ seq: 2, offer: null }));
    const withdrawn = await seated(state({ seq: 1, offer: "White" }));
    await withdrawn.game.answer(false);
    const theirs = await seated(state({ seq: 1, offer: "Black" }));
    await theirs.game.answer(false);
    for (const { game } of [granted, withdrawn, theirs]) expect(game.refused).toBe(false);
  });
});

test.each(["over", "aborted"] as const)("that a game is %s is told at once", async (status) => {
  const { game, server } = await seated();
  const heard: string[] = [];
  game.heard = ({ kind }) => heard.push(kind);
  server.say(state({ seq: 1, status, view: view({ legal: [] }) }));
  expect(heard).toEqual(["over"]);
});

describe("on one device", () => {
  test("nobody's hand is shown until the next player is there", async () => {
    const nobody = state({ one_device: true, you: "Spectator", view: view({ viewer: "Spectator" }) });
    const { game, server } = await seated(nobody);
    await vi.waitFor(() => expect(game.curtain).toBe(true));
    game.reveal("White");
    server.say({ ...nobody, you: "White" });
    expect([game.curtain, game.mine, server.seats]).toEqual([false, true, [null, "White"]]);
    server.say({ ...nobody, seq: 1, you: "White", view: view({ turn: 2, mover: "Black" }) });
    expect([game.passing, game.curtain]).toEqual([true, false]);
    game.reveal(null);
    expect(game.curtain).toBe(true);
  });
});

test("open cards are told apart from hidden ones of the same island", () => {
  expect(handCards("AAB", "A")).toEqual([
    { letter: "A", open: true },
    { letter: "A", open: false },
    { letter: "B", open: false },
  ]);
});
