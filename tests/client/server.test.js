/** The way to the server: where requests, connections and links go. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, connect, install, link, page } from "../../src/souq/server/static/js/server.js";

/** @param {Record<string, unknown>} given what a browser has, and Node lacks or has otherwise */
function browser(given) {
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** @param {string} address of the page that is open */
const at = (address) => browser({ location: new URL(address) });

test("a request goes to the server's path", async () => {
  browser({ fetch: async (/** @type {unknown[]} */ ...sent) => sent });
  assert.deepEqual(await ask("/api/x", { method: "POST" }), ["/api/x", { method: "POST" }]);
});

test("a connection is as safe as the page that opens it", () => {
  browser({ WebSocket: class extends URL {} });
  at("http://localhost:8000/t/abc");
  assert.equal(String(connect("/ws/tables/abc")), "ws://localhost:8000/ws/tables/abc");
  at("https://souq.example/");
  assert.equal(String(connect("/ws/lobby")), "wss://souq.example/ws/lobby");
});

test("a link that is passed on is a whole one", () => {
  at("https://souq.example/rules/toy?from=x#2");
  assert.equal(page("/t/abc#7"), "/t/abc#7");
  assert.equal(link("/t/abc#seat=x"), "https://souq.example/t/abc#seat=x");
});

test("a browser without service workers registers none", async () => {
  browser({ navigator: {} });
  assert.equal(await install(), undefined);
});
