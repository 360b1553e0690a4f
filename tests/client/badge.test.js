/** The number on the icon of souq as an app: the tables that wait, and none once none does. */

import assert from "node:assert/strict";
import { test } from "node:test";

test("the icon counts the tables that wait, and is cleared when none does", async () => {
  /** @type {number[]} */
  const set = [];
  /** @type {Map<string, () => Promise<void>>} */
  const listeners = new Map();
  let waiting = ["one", "two"];
  let ok = true;
  const given = {
    navigator: { setAppBadge: async (/** @type {number} */ count) => void set.push(count) },
    document: {
      addEventListener: (/** @type {string} */ kind, /** @type {() => Promise<void>} */ listener) =>
        listeners.set(kind, listener),
    },
    matchMedia: (/** @type {string} */ query) => ({ matches: query === "(display-mode: standalone)" }),
    fetch: async (/** @type {string} */ path) => ({
      ok: ok && path === "/api/you/waiting",
      json: async () => ({ tables: waiting }),
    }),
  };
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  await import("../../src/souq/server/static/js/badge.js");
  await new Promise((done) => setTimeout(done, 10));
  assert.deepEqual(set, [2]);
  waiting = [];
  await listeners.get("visibilitychange")?.();
  assert.deepEqual(set, [2, 0], "by the standard 0 clears it");
  ok = false;
  await listeners.get("visibilitychange")?.();
  assert.deepEqual(set, [2, 0], "without an answer it stays");
});
