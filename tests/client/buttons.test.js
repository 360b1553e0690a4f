import assert from "node:assert/strict";
import { test } from "node:test";

import { AMOUNT, OPENS, ORDER } from "../../src/souq/server/static/js/asked.js";
import { aids, paged, wanted, withHint } from "../../src/souq/server/static/js/buttons.js";
import { asked, opener, pick } from "./scenes.js";

const NOTHING = { composer: undefined, shown: false, missing: "" };
const AMOUNTS = { low: 5, high: 50, step: 5, title: "Your bid", say: "Bid {}", label: "Other…" };
const PASS = pick(0, "Pass");

/** Notes what is done. */
function noting() {
  /** @type {unknown[]} */
  const done = [];
  const note =
    (/** @type {string} */ name) =>
    (/** @type {unknown[]} */ ...how) =>
      void done.push([name, ...how]);
  const does = {
    ...{ take: note("take"), choose: note("choose"), turn: note("turn"), open: note("open"), say: note("say") },
    ...{ remove: note("remove"), close: note("close"), confirm: note("confirm"), propose: note("propose") },
    ...{ compose: note("compose"), answer: note("answer"), after: () => [{ label: "Play again", act: note("again") }] },
  };
  return { done, does };
}

/** @param {ReturnType<typeof asked>} now @param {Parameters<typeof wanted>[1]} [proposal] */
const labels = (now, proposal = NOTHING) => wanted(now, proposal, noting().does).map(({ label }) => label);

test("a turn that waits for its confirmation has one button, a game that is over its own", () => {
  assert.deepEqual(labels(asked({ picks: [PASS], prompt: { title: "End?", must_confirm: true } })), ["Confirm"]);
  const tally = { rows: [], totals: [], ranks: [], total: "Total" };
  assert.deepEqual(labels(asked({ tally })), ["Play again"]);
});

test("a pick on sprites has no button, unless it is to have one or is selected", () => {
  const build = pick(3, "Build", { on: ["site"], commit: "Build here" });
  const trade = pick(4, "Trade", { on: ["well"], button: true });
  assert.deepEqual(labels(asked({ picks: [build, trade, PASS] })), ["Trade", "Pass"]);
  assert.deepEqual(labels(asked({ picks: [build, PASS] }, { selected: build })), ["Build here", "Pass"]);
});

test("a button chooses, asks for confirmation, or opens alternatives", () => {
  const { done, does } = noting();
  const give = pick(2, "Give up", { commit: "Yes, give up" });
  const sell = pick(5, "Sell", { more: "For another price", opens: "price" });
  for (const { act } of wanted(asked({ picks: [PASS, give, sell] }), NOTHING, does)) act(new Event("click"));
  assert.deepEqual(done, [
    ["choose", PASS],
    ["take", give],
    ["choose", sell],
    ["turn", { group: "price" }],
  ]);
});

test("an open group can be closed, and a number or an order is offered only outside groups", () => {
  const salt = pick(5, "Salt", { group: "sale" });
  const answers = [
    { name: "pass 3", title: "Pass every time", say: "Pass, and every time" },
    { name: "no", title: "No" },
  ];
  const parts = { picks: [PASS, opener("Sell", "sale"), salt], amount: AMOUNTS, answers };
  assert.deepEqual(labels(asked(parts)), ["Pass", "Sell", "Other…", "Pass, and every time"]);
  assert.deepEqual(labels(asked(parts, { group: "sale" })), ["Salt", "Back"]);
});

test("a field is submitted or closed, and an existing order can be removed", () => {
  const order = { about: "lot 12", amount: { ...AMOUNTS, say: "Raise up to {}" }, left: "Raising up to {}" };
  assert.deepEqual(labels(asked({ amount: AMOUNTS, picks: [PASS] }, { group: AMOUNT })), ["Bid {}", "Back"]);
  assert.deepEqual(labels(asked({ order }, { group: ORDER })), ["Raise up to {}", "Back"]);
  const left = asked({ order: { ...order, now: 20 } }, { group: ORDER });
  assert.deepEqual(labels(left), ["Raise up to {}", "Remove", "Back"]);
});

test("while a proposal is composed, Send is first and the only filled button", () => {
  const proposal = { composer: { say: "Offer", label: "Propose…" }, shown: true, missing: "Put something in." };
  const all = wanted(asked({ picks: [pick(0, "Pass", { primary: true })] }), proposal, noting().does);
  assert.deepEqual(
    all.map(({ label, go, off }) => [label, !!go, !!off]),
    [
      ["Offer", true, true],
      ["Pass", false, false],
    ],
  );
  assert.deepEqual(labels(asked({ picks: [PASS] }), { ...proposal, shown: false }), ["Pass", "Propose…"]);
  const answers = [pick(OPENS, "Omar’s offer", { opens: "answer" }), pick(1, "Accept", { group: "answer" })];
  const answering = Object.assign(asked({ picks: answers }), { group: "answer" });
  assert.deepEqual(labels(answering, proposal), ["Accept", "Back"], "not among the answers to another one");
});

test("a hint on a sprite has exactly one button", () => {
  const { done, does } = noting();
  const site = pick(3, "Build", { on: ["site-3"] });
  const all = withHint(wanted(asked({ picks: [PASS, site] }), NOTHING, does), site, does);
  assert.deepEqual(
    all.map(({ label }) => label),
    ["Do it", "Pass"],
  );
  assert.ok(all[0].plain, "its words are not shortened to a colour's letter");
  all[0].act(new Event("click"));
  assert.deepEqual(done, [["choose", site]]);
  assert.equal(withHint(all, site, does), all);
  assert.equal(withHint(all, null, does), all);
});

test("more than four buttons are paged, and the pages wrap around", () => {
  const all = ["a", "b", "c", "d", "e"].map((label) => ({ label, act: () => {} }));
  const page = (/** @type {number} */ nth) => paged(all, nth, () => {}).map(({ label }) => label);
  assert.deepEqual(page(0), ["a", "b", "c", "More…"]);
  assert.deepEqual(page(1), ["d", "e", "More…"]);
  assert.deepEqual(page(2), page(0));
  assert.equal(paged(all.slice(1), 0, () => {}).length, 4);
});

test("small buttons of colours take little space", () => {
  const colours = [1, 2, 3, 4, 5].map((tone) => ({ label: "c", act: () => {}, pick: pick(tone, "c", { tone }) }));
  assert.equal(paged(colours, 0, () => {}).length, 5);
});

test("help buttons appear when useful, and are disabled while a command is pending", () => {
  const prompt = { title: "Build", can_undo: true, can_reset: true };
  const order = { about: "lot 12", amount: { ...AMOUNTS, label: "Raise for me…" }, left: "Up to {}", now: 1500 };
  const quiet = { wanted: false, resting: false };
  const all = aids(asked({ prompt, order }), quiet, true);
  assert.deepEqual(
    all.map(({ label, off }) => [label, !!off]),
    [
      ["Hint", false],
      ["Up to 1,500", false],
      ["Undo turn", false],
      ["Undo", false],
    ],
  );
  assert.equal(aids(asked({ prompt: { title: "Build", can_reset: true } }), quiet, false).length, 0);
  const waiting = aids(asked({ prompt }, { waiting: true }), quiet, true);
  assert.ok(waiting.every(({ off }) => off));
  const [thinking] = aids(asked({}), { wanted: true, resting: false }, true);
  assert.equal(thinking.label, "Thinking …");
});
