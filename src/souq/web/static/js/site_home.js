/** Home without a server: the games that are kept in this browser. */

import { entries } from "./site_store.js";

const ORDER = ["playing", "waiting", "finished"];
const host = /** @type {HTMLElement} */ (document.querySelector("#tables"));
const row = /** @type {HTMLTemplateElement} */ (document.querySelector("#table-row"));

/** How long ago something was, in words. @param {number} at seconds since 1970 */
function ago(at) {
  const seconds = Date.now() / 1000 - at;
  const words = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
  if (seconds < 60) return "just now";
  if (seconds < 3600) return words.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return words.format(-Math.floor(seconds / 3600), "hour");
  return words.format(-Math.floor(seconds / 86_400), "day");
}

const found = (await entries().catch(() => [])).filter(({ parting }) => !parting);
found.sort(
  (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) - Number(one.yours) + Number(other.yours),
);
for (const entry of found) {
  const made = /** @type {HTMLElement} */ (row.content.cloneNode(true));
  const link = /** @type {HTMLAnchorElement} */ (made.querySelector("a"));
  link.href = `t/${entry.game}/?${entry.id}`;
  link.dataset.game = entry.game;
  link.classList.toggle("yours", entry.yours);
  const say = (/** @type {string} */ where, /** @type {string} */ text) => {
    /** @type {HTMLElement} */ (made.querySelector(where)).textContent = text;
  };
  say("b", entry.title);
  say(".with", entry.with_whom);
  say(".when", `${entry.stands} · ${ago(entry.at)}`);
  host.append(made);
}
/** @type {HTMLElement} */ (host.closest("section")).hidden = !found.length;
