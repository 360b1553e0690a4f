import assert from "node:assert/strict";
import { test } from "node:test";

import { advises, Hints } from "../../src/souq/server/static/js/hints.js";
import { advised, pick, scene } from "./scenes.js";

const PASS = pick(0, "Pass");
const SALT = pick(5, "Salt", { then: [7] });
const RUGS = pick(5, "Rugs", { then: [8] });
const NOW = scene({ hints: true, picks: [SALT, RUGS, PASS] });

test("hints are offered only if the table allows them and a decision is pending", () => {
  assert.ok(advises(NOW));
  assert.ok(!advises({ ...NOW, hints: undefined }));
  assert.ok(!advises(scene({ hints: true, picks: [] })));
});

test("the pick that goes on in the same way for longest is used, else any with the same beginning", () => {
  assert.equal(advised(NOW, { choice: 5, then: [8] }).pick, RUGS);
  assert.equal(advised(NOW, { choice: 5, then: [9] }).pick, SALT);
  const plain = pick(5, "Anything");
  assert.equal(advised(scene({ picks: [SALT, plain] }), { choice: 5, then: [9] }).pick, plain);
  assert.equal(advised(NOW, { choice: 6, text: "Offer salt" }).pick, null);
});

test("it has the server's text, which names the whole choice", () => {
  assert.equal(advised(NOW, { choice: 5, then: [7, 9], text: "Buy salt for 3" }).advice?.text, "Buy salt for 3");
  assert.equal(advised(NOW, { choice: 6, text: "Offer salt" }).advice?.text, "Offer salt");
});

test("a number is no pick, even where one begins with the same choice", () => {
  assert.equal(advised(NOW, { choice: 5, amount: 20, text: "Bid 20" }).pick, null);
});

test("all of it can be done at once, but a number or a proposal is filled in", () => {
  const asked = { waiting: false };
  const lit = (/** @type {object} */ said) => advised(NOW, said).lit(/** @type {any} */ (asked));
  assert.deepEqual(lit({ choice: 5, then: [7, 9] })?.then, [7, 9]);
  assert.equal(lit({ choice: 5, amount: 20 }), null);
  assert.equal(lit({ choice: 6, proposal: { partner: 0, items: {}, money: [0, 0] } }), null);
});

test("it stays while the question is the same, and disappears after a choice", () => {
  const hints = advised(NOW, { choice: 0 });
  const again = { ...PASS };
  hints.offer(scene({ picks: [SALT, RUGS, again] }));
  assert.equal(hints.pick, again);
  assert.equal(hints.advice?.text, "Pass");
  hints.offer(scene({ picks: [again] }));
  assert.equal(hints.pick, again, "it can still be chosen");
  assert.equal(hints.advice, null, "but something else is asked");
  hints.forget();
  assert.equal(hints.pick, null);
});

test("an outdated answer is not shown", () => {
  const hints = new Hints();
  let asked = 0;
  const ask = () => `id ${++asked}`;
  hints.turn(ask);
  assert.ok(hints.wanted);
  hints.turn(ask);
  hints.turn(ask);
  assert.equal(asked, 1, "the first answer will do");
  hints.turn(ask);
  assert.equal(hints.heard("another"), true);
  assert.equal(hints.heard("id 1"), false);
  hints.turn(ask);
  assert.equal(hints.heard("id 2"), true);
});
