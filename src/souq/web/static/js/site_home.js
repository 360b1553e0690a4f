/** Home without a server: the games that are kept in this browser. */

import { manage } from "./site_files.js";
import { entries } from "./site_store.js";

const ORDER = ["playing", "waiting", "finished"];
const host = /** @type {HTMLElement} */ (document.querySelector("#tables"));
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
for (const entry of found) host.append(shown(entry));
/** @type {HTMLElement} */ (host.closest("section")).hidden = !found.length;
manage(found);

/** A table in the list. @param {import("./site_store.js").Entry} entry */
function shown(entry) {
  const link = document.createElement("a");
  link.className = entry.yours ? "t yours" : "t";
  link.href = `t/${entry.game}/?${entry.id}`;
  link.dataset.game = entry.game;
  const picture = /** @type {HTMLTemplateElement | null} */ (
    document.querySelector(`template[data-game=${entry.game}]`)
  );
  if (picture) link.append(picture.content.cloneNode(true));
  const words = document.createElement("span");
  words.className = "b";
  const [title, whom, when] = ["b", "span", "span"].map((name) => document.createElement(name));
  title.textContent = entry.title;
  whom.textContent = entry.with_whom;
  when.textContent = `${entry.stands} · ${ago(entry.at)}`;
  when.className = "when";
  words.append(title, whom, when);
  link.append(words);
  return link;
}
