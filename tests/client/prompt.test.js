import assert from "node:assert/strict";
import { test } from "node:test";

import { AMOUNT } from "../../src/souq/server/static/js/asked.js";
import { Hints } from "../../src/souq/server/static/js/hints.js";
import { prompted } from "../../src/souq/server/static/js/prompt.js";
import { advised, asked, tooltip, opener, pick } from "./scenes.js";

const FIELD = { value: 20, hint: "You keep 30." };
const BUILD = pick(3, "Build here.", { on: ["site"], hint: "It costs 2.", commit: "Build" });
const SELL = opener("Sell what?", "sale", { hint: "Each brings 3." });
const SALT = pick(5, "Salt", { group: "sale" });
const AMOUNTS = { low: 5, high: 50, step: 5, title: "Your bid", say: "Bid {}", label: "Other…" };
const PROMPT = { title: "Build, or pass", detail: "You have 4 coins." };

/** @param {ReturnType<typeof asked>} now @param {Hints} [hints] @param {{title: string, sentence: string} | null} [composing] */
const said = (now, hints = new Hints(), composing = null) => Object.values(prompted(now, hints, FIELD, composing));

test("without a selection it is the game's question", () => {
  assert.deepEqual(said(asked({ prompt: PROMPT })), ["Build, or pass", "You have 4 coins."]);
  assert.deepEqual(said(asked({})), ["Build, or pass", ""]);
});

test("a pointed pick is explained under the question; a selected one replaces it", () => {
  const now = asked({ prompt: PROMPT, picks: [BUILD] }, { hovered: BUILD });
  assert.deepEqual(said(now), ["Build, or pass", "It costs 2."]);
  Object.assign(now, { hovered: null, selected: BUILD });
  assert.deepEqual(said(now), ["Build here?", "It costs 2."]);
});

test("a tooltip replaces both", () => {
  const now = asked({ prompt: PROMPT }, { hovered: tooltip("A well", ["well"]) });
  assert.deepEqual(said(now), ["A well", ""]);
});

test("the opener of a group is the question, until a command is pending", () => {
  const now = asked({ prompt: PROMPT, picks: [SELL, SALT] }, { group: "sale" });
  assert.deepEqual(said(now), ["Sell what?", "Each brings 3."]);
  now.waiting = true;
  assert.deepEqual(said(now), ["Build, or pass", "You have 4 coins."]);
});

test("a field has its own question", () => {
  const now = asked({ prompt: PROMPT, amount: AMOUNTS }, { group: AMOUNT });
  assert.deepEqual(said(now), ["Your bid", "You keep 30."]);
});

test("a proposal is described in a sentence", () => {
  const composing = { title: "Make Omar an offer", sentence: "Salt for 3 Talents." };
  assert.deepEqual(said(asked({ prompt: PROMPT }), new Hints(), composing), [composing.title, composing.sentence]);
});

test("a hint states the choice and the reason, unless something else is selected", () => {
  const now = asked({ prompt: PROMPT, picks: [BUILD, pick(0, "Pass", { hint: "You get 1." })] });
  const hints = advised(now.scene, { choice: 0, why: "It brings 5 points." });
  assert.deepEqual(said(now, hints), ["Hint: Pass", "It brings 5 points."]);
  now.hovered = hints.pick;
  assert.deepEqual(said(now, hints), ["Hint: Pass", "It brings 5 points."]);
  now.hovered = BUILD;
  assert.deepEqual(said(now, hints), ["Build, or pass", "It costs 2."]);
});

test("a hint for a number is shown while the field has that number", () => {
  const now = asked({ prompt: PROMPT, amount: AMOUNTS }, { group: AMOUNT });
  const hints = advised(now.scene, { amount: 20, text: "Bid 20", why: "It is worth 25." });
  assert.deepEqual(said(now, hints), ["Hint: Bid 20", "It is worth 25."]);
  const other = prompted(now, hints, { value: 25, hint: "You keep 25." }, null);
  assert.deepEqual(other, { title: "Your bid", detail: "You keep 25." });
});
