import assert from "node:assert/strict";
import { test } from "node:test";

import { Composition } from "../../src/souq/server/static/js/composition.js";

/**
 * @import { Composer, Item, Partner, Side } from "../../src/souq/server/static/js/types.js"
 */

/** @param {string} key @param {string} word @param {Partial<Item>} [more] @returns {Item} */
const item = (key, word, more = {}) => ({ key, word, label: word[0].toUpperCase() + word.slice(1), count: 1, ...more });

const SALT = item("give-salt", "salt", { count: 2, on: ["card 1", "card 2"] });
const RUGS = item("get-rugs", "rugs");
const SPICE = item("get-salt", "salt");
/** @type {Side} */
const GIVE = { title: "I give", word: "give", items: [SALT], money: { most: 9, word: "talents", label: "Talents" } };
/** @type {Side} */
const GET = { title: "I get", word: "want", items: [RUGS, SPICE], empty: "Ask for something." };
/** @type {Partner} */
const OMAR = { head: "offer 2", title: "Make Omar an offer", seat: 1, money: [0, 0] };

/** @param {Partial<Composer>} [more] @returns {Composer} */
const composer = (more = {}) => ({
  ...{ key: "offer", partners: [OMAR], sides: [GIVE, GET], say: "Offer", label: "Propose…", size: [60, 84] },
  ...{ sentence: "{} for {}.", apart: "Not the same on both sides." },
  ...more,
});

/** @param {Partial<Composer>} [more] */
function begun(more) {
  const made = new Composition();
  made.take(composer(more));
  return made;
}

/** @param {Composition} made @param {...string} keys */
function lay(made, ...keys) {
  for (const key of keys) made.add(key);
  return made;
}

test("the message names every item, then the money", () => {
  const made = lay(begun(), "give-salt", "give-salt", "get-rugs");
  made.put(0, 3);
  assert.equal(made.phrase, "offer 2: give salt, salt, 3 talents; want rugs");
  assert.equal(made.sentence, "2 Salt and 3 Talents for Rugs.");
});

test("the sentence asks for what is missing", () => {
  assert.equal(lay(begun(), "give-salt").sentence, "Ask for something.");
});

test("items are limited by their number and allowed on one side only", () => {
  const made = lay(begun(), "give-salt");
  assert.equal(made.why("give-salt"), "");
  assert.equal(made.why("get-salt"), "Not the same on both sides.");
  assert.equal(lay(made, "give-salt").why("give-salt"), "No more than 2.");
});

test("limits, partners and items give their reasons", () => {
  const limits = [{ keys: ["give-salt", "get-rugs"], most: 1, why: "One thing in all." }];
  assert.equal(lay(begun({ partners: [{ ...OMAR, limits }] }), "give-salt").why("get-rugs"), "One thing in all.");
  /** @type {[string, string][]} */
  const cannot = [["get-rugs", "Omar has none."]];
  assert.equal(begun({ partners: [{ ...OMAR, cannot }] }).why("get-rugs"), "Omar has none.");
  const sides = /** @type {[Side, Side]} */ ([GIVE, { ...GET, items: [{ ...RUGS, refused: "Sold." }] }]);
  assert.equal(begun({ sides }).why("get-rugs"), "Sold.");
});

test("money is given on one side only, and no more than there is", () => {
  const money = { most: 5, word: "talents", label: "Talents" };
  const made = begun({ sides: [GIVE, { ...GET, money }] });
  made.put(0, 20);
  assert.deepEqual(made.money, [9, 0]);
  made.put(1, 2);
  assert.deepEqual(made.money, [0, 2]);
  made.put(1, Number.NaN);
  assert.deepEqual(made.money, [0, 2], "what is no number changes nothing");
});

test("a counter-proposal starts from the proposal, and an edited one keeps its contents", () => {
  /** @type {[string, number][]} */
  const start = [
    ["give-salt", 1],
    ["get-rugs", 1],
  ];
  const asking = { ...OMAR, head: "counter 3", start };
  const made = begun({ partners: [OMAR, asking] });
  assert.equal(made.with, asking, "who asks comes first");
  assert.equal(made.phrase, "counter 3: give salt; want rugs");
  made.remove("give-salt");
  made.turnTo(0);
  assert.equal(made.phrase, "offer 2: want rugs");
});

test("contents that a later offer does not allow are removed, and another offer starts empty", () => {
  const made = lay(begun(), "give-salt", "give-salt", "get-rugs");
  made.take(composer({ sides: [{ ...GIVE, items: [{ ...SALT, count: 1 }] }, GET] }));
  assert.equal(made.phrase, "offer 2: give salt; want rugs");
  made.take(composer({ key: "offer 13" }));
  assert.ok(made.bare);
});

test("a composer can be closed at first", () => {
  assert.ok(begun().shown);
  assert.ok(!begun({ closed: true }).shown);
});

test("a filling replaces the contents as far as it can lie there", () => {
  const made = lay(begun({ closed: true }), "give-salt");
  made.fill({
    head: OMAR.head,
    items: [
      ["give-salt", 3],
      ["get-rugs", 1],
      ["gone", 1],
    ],
    money: [4, 0],
  });
  assert.ok(made.shown);
  assert.equal(made.phrase, "offer 2: give salt, salt, 4 talents; want rugs");
});

test("the last proposal is offered again where all of it can lie there and nothing does", () => {
  const made = lay(begun(), "give-salt", "give-salt", "get-rugs");
  made.last = made.sent;
  assert.equal(made.again, null, "it lies there");
  made.clear();
  assert.equal(made.again?.sentence, "2 Salt for Rugs.");
  assert.ok(made.bare, "nothing is put in by looking");
  made.take(composer({ sides: [{ ...GIVE, items: [{ ...SALT, count: 1 }] }, GET] }));
  assert.equal(made.again, null, "one Salt is gone");
});

test("the last proposal goes to somebody else where its partner cannot be dealt with", () => {
  const made = lay(begun(), "give-salt", "get-rugs");
  made.last = made.sent;
  made.clear();
  made.take(
    composer({
      partners: [
        { ...OMAR, refused: "Omar has left." },
        { ...OMAR, head: "offer 3", seat: 2 },
      ],
    }),
  );
  made.turnTo(1);
  assert.equal(made.again?.phrase, "offer 3: give salt; want rugs");
});

test("a tap on a card adds it, and a tap on an added card removes it", () => {
  const made = lay(begun(), "give-salt");
  /** @type {string[]} */
  const done = [];
  const taps = made.taps({ put: (key) => done.push(`put ${key}`), take: (key) => done.push(`take ${key}`) });
  assert.deepEqual(
    taps.picks.map(({ label, on, there }) => [label, on[0], there]),
    [
      ["Salt: remove it", "card 1", true],
      ["Salt: add it", "card 2", false],
    ],
  );
  for (const { act } of taps.picks) act(/** @type {Element} */ ({}));
  assert.deepEqual(done, ["take give-salt", "put give-salt"]);
});
