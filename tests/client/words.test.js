import assert from "node:assert/strict";
import { test } from "node:test";

import { hintOf, stepped } from "../../src/souq/server/static/js/amounts.js";
import { around, listed, plain, sentences } from "../../src/souq/server/static/js/text.js";
import { ARROWS, isArrow, nearest } from "../../src/souq/server/static/js/arrows.js";

/** @type {import("../../src/souq/server/static/js/types.js").Amount} */
const BID = {
  ...{ low: 100, high: 2000, step: 25, title: "Your bid", say: "Bid {}", label: "Other…", purse: 2500 },
  hints: [
    [100, "You keep {rest}."],
    [1000, "{} is a lot."],
  ],
};

test("sentences follow each other with full stops between them", () => {
  assert.equal(sentences("Build here", "", undefined, "It costs 2"), "Build here. It costs 2");
  assert.equal(sentences("Build here?", "Yes"), "Build here? Yes");
});

test("several items are listed as in speech", () => {
  assert.equal(listed([]), "");
  assert.equal(listed(["Salt", "Rugs", "3 Talents"]), "Salt, Rugs and 3 Talents");
});

test("the marks of the story are left out where it is read as text", () => {
  assert.equal(plain("**Amina** builds on **E4** [[+2]]"), "Amina builds on E4 +2");
});

test("a number is put into its text, with the remainder", () => {
  assert.equal(around("Bid {}", 1500), "Bid 1,500");
  assert.equal(around("{rest} are left", 1500, 2500), "1,000 are left");
  assert.equal(around("Bid {}", null), "Bid …");
});

test("the effect of a number is that of the last step reached", () => {
  assert.equal(hintOf(BID, 975), "You keep 1,525.");
  assert.equal(hintOf(BID, 1000), "1,000 is a lot.");
  assert.equal(hintOf(BID, null), "From 100 to 2,000, in steps of 25.");
});

test("a step leads to a legal number", () => {
  assert.equal(stepped(BID, 100, 25), 125);
  assert.equal(stepped(BID, 100, -25), 100);
  assert.equal(stepped(BID, 1990, 25), 2000);
  assert.equal(stepped(BID, 110, 25), 125, "from what is none");
  assert.equal(stepped(BID, Number.NaN, 50), 150, "from an empty field");
});

test("an arrow leads to the nearest in its direction, sideways distance counting more", () => {
  const points = [
    [10, 0],
    [8, 3],
    [-5, 0],
    [0, 9],
  ];
  assert.equal(nearest([0, 0], points, ARROWS.ArrowRight), 0);
  assert.equal(nearest([0, 0], points, ARROWS.ArrowLeft), 2);
  assert.equal(nearest([0, 0], points, ARROWS.ArrowDown), 3);
  assert.equal(nearest([0, 0], points, ARROWS.ArrowUp), -1);
  const hexagons = [
    [0, 173],
    [50, 87],
  ];
  assert.equal(nearest([0, 0], hexagons, ARROWS.ArrowDown), 1, "no row of hexagons is left out");
});

test("only the arrows are arrows", () => {
  assert.ok(isArrow("ArrowUp"));
  assert.ok(!isArrow("Enter") && !isArrow("a"));
});
