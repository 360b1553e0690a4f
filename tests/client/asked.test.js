import assert from "node:assert/strict";
import { test } from "node:test";

import { alike, AMOUNT, ORDER, twice } from "../../src/souq/server/static/js/asked.js";
import { asked, tooltip, opener, pick, scene } from "./scenes.js";

const BUILD = pick(3, "Build", { on: ["site"], commit: "Build here" });
const PASS = pick(0, "Pass");
const MORE = opener("Sell", "sale");
const SELL = pick(5, "Sell salt", { group: "sale", opens: "price", on: ["salt"] });
const DEAR = pick(5, "For 3", { group: "price", then: [7] });
const AMOUNTS = { low: 5, high: 50, step: 5, title: "Your bid", say: "Bid {}", label: "Other…" };

test("picks are those of the open group", () => {
  const now = asked({ picks: [BUILD, MORE, SELL] });
  assert.deepEqual(now.picks, [BUILD, MORE]);
  now.group = "sale";
  assert.deepEqual(now.picks, [SELL]);
});

test("a group knows the picks that opened it, at any depth", () => {
  const now = asked({ picks: [BUILD, MORE, SELL, DEAR] }, { group: "price" });
  assert.deepEqual(now.opened, [SELL, MORE]);
  assert.equal(now.outside, "sale");
  assert.equal(now.asker, null, "the sale is a choice itself");
  now.group = "sale";
  assert.equal(now.asker, MORE);
  assert.equal(now.outside, "");
});

test("cycles of groups that open each other end", () => {
  const round = [opener("One", "one", { group: "two" }), opener("Two", "two", { group: "one" })];
  assert.equal(asked({ picks: round }, { group: "one" }).opened.length, 9);
});

test("a pick that opens a group can be opened, from a field too", () => {
  const other = opener("Buy", "buy");
  const now = asked({ picks: [MORE, other, SELL], amount: AMOUNTS });
  assert.deepEqual(now.openers, [], "nothing is open");
  now.group = "sale";
  assert.deepEqual(now.openers, [MORE, other]);
  now.group = AMOUNT;
  assert.deepEqual(now.openers, [MORE, other]);
});

test("a selection stays while it is legal", () => {
  const now = asked({ picks: [BUILD, PASS] }, { selected: BUILD });
  const again = { ...BUILD };
  now.offer(scene({ picks: [again] }), false);
  assert.equal(now.selected, again);
  now.offer(scene({ picks: [{ ...BUILD, commit: undefined }] }), false);
  assert.equal(now.selected, null, "it needs no second step any more");
});

test("the pointed sprite stays while the question is the same", () => {
  const now = asked({ picks: [BUILD] }, { hovered: BUILD });
  const again = { ...BUILD };
  now.offer(scene({ picks: [again] }), false);
  assert.equal(now.hovered, again);
  now.offer(scene({ picks: [again], prompt: { title: "Something else" } }), false);
  assert.equal(now.hovered, null);
});

test("an open group stays while it has picks, a field while its number is needed", () => {
  const now = asked({ picks: [MORE, SELL], amount: AMOUNTS }, { group: "sale" });
  now.offer(scene({ picks: [MORE, { ...SELL }] }), false);
  assert.equal(now.group, "sale");
  now.offer(scene({ picks: [BUILD] }), false);
  assert.equal(now.group, "");
  now.group = AMOUNT;
  now.offer(scene({ amount: AMOUNTS }), false);
  assert.equal(now.control, AMOUNTS);
  now.offer(scene({}), false);
  assert.equal(now.group, "");
});

test("the field of an order stays only while the order is about the same", () => {
  const order = { about: "lot 12", amount: AMOUNTS, left: "Raising up to {}" };
  const now = asked({ order }, { group: ORDER });
  now.offer(scene({ order: { ...order } }), false);
  assert.equal(now.control, AMOUNTS);
  now.offer(scene({ order: { ...order, about: "lot 13" } }), false);
  assert.equal(now.control, undefined);
});

test("of several picks on a sprite the selected one is used, else the first", () => {
  const other = pick(4, "Build a house", { on: ["site"] });
  const now = asked({ picks: [BUILD, other] });
  assert.equal(now.pickOn("site"), BUILD);
  now.selected = other;
  assert.equal(now.pickOn("site"), other);
  assert.equal(now.pickOn("elsewhere"), null);
  assert.equal(now.pickOn(undefined), null);
});

test("a tooltip has priority over a selection, and a selection over the group's opener", () => {
  const told = tooltip("A well", ["well"]);
  const now = asked({ picks: [MORE, SELL], tooltips: [told] }, { group: "sale" });
  assert.equal(now.seen, MORE);
  now.selected = SELL;
  assert.equal(now.seen, SELL);
  now.hovered = told;
  assert.equal(now.seen, told);
  assert.equal(now.pointedAt, told);
  now.waiting = true;
  assert.equal(now.seen, told, "what only tells is seen while a command is on its way");
  now.hovered = null;
  assert.equal(now.seen, null);
});

test("a refused choice is found directly, else through a pick that contains it", () => {
  const now = asked({ picks: [DEAR, pick(7, "Buy")] });
  assert.equal(now.pickFor(7)?.label, "Buy");
  assert.equal(asked({ picks: [DEAR] }).pickFor(7), DEAR);
  assert.equal(now.pickFor(9), undefined);
});

test("picks are equal by their texts and choices, not by their previews", () => {
  assert.ok(alike(SELL, { ...SELL, hint: "It brings 3." }));
  assert.ok(!alike(SELL, { ...SELL, then: [7] }));
  assert.ok(!alike(SELL, { ...SELL, on: ["rug"] }, "on"));
  assert.ok(!alike(SELL, null));
});

test("only a button asks for its own confirmation", () => {
  assert.ok(twice(pick(1, "Give up", { commit: "Yes" })));
  assert.ok(!twice(BUILD), "the second click on the site does");
  assert.ok(!twice(PASS));
});

test("a piece is dropped where its picks say, whatever group is open", () => {
  const crowd = opener("A crowd", "exits", { on: ["crowd"] });
  const lead = pick(4, "Lead", { group: "exits", on: ["exit"], drag: ["crowd"], onto: ["exit", "fountain"] });
  const build = pick(5, "Build", { on: ["site"], drag: ["tile", "card"] });
  const now = asked({ picks: [crowd, lead, build] });
  assert.deepEqual([now.drags("crowd"), now.drags("tile"), now.drags("site")], [true, true, false]);
  assert.equal(now.pickOn("fountain"), null);
  now.dragged = "crowd";
  assert.deepEqual(
    ["exit", "fountain", "site", "crowd"].map((key) => now.pickOn(key)),
    [lead, lead, null, null],
  );
  assert.equal(now.seen, crowd, "shown is what the piece can do");
  now.dragged = "card";
  assert.equal(now.pickOn("site"), build);
});

test("a piece that could only be dropped on itself is chosen by lifting it", () => {
  const tile = pick(3, "A tile", { on: ["tile"], drag: ["tile"] });
  const inner = pick(6, "Another", { on: ["other"], drag: ["other"], group: "closed" });
  const now = asked({ picks: [tile, inner] });
  assert.equal(now.lifts("tile"), tile);
  assert.equal(now.lifts("other"), undefined, "its group is not open");
  assert.ok(now.drags("tile"));
  now.waiting = true;
  assert.ok(!now.drags("tile"));
});
