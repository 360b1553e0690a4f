/** What stands on every page: it changes while a page stays open, and what was folded stays so. */

import { $, $$, memory } from "./dom.js";
import { ask } from "./server.js";

const host = $(".bulletin");
const EVERY = 60_000;
/** At a table a notice folds itself, once it can have been read: ms. */
const READ = 10_000;
const atTable = host.classList.contains("afloat");

const said = (/** @type {HTMLElement} */ { textContent }) => textContent?.replace(/\s+/g, " ").trim() ?? "";

function fold() {
  const folded = memory.get("news", /** @type {string[]} */ ([]));
  for (const each of $$("details", host)) each.toggleAttribute("open", !folded.includes(said(each)));
  if (atTable) setTimeout(foldLater, READ);
}

/** Fold what is open, unless somebody is at it. */
function foldLater() {
  if (host.matches(":hover, :focus-within")) setTimeout(foldLater, READ);
  else for (const each of $$("details", host)) each.removeAttribute("open");
}

async function look() {
  const answer = document.hidden ? null : await ask("/notice").catch(() => null);
  if (!answer?.ok) return;
  const made = document.createElement("aside");
  made.innerHTML = await answer.text();
  if (said(made) === said(host)) return;
  host.replaceChildren(...made.childNodes);
  fold();
}

fold();
host.addEventListener("toggle", () => memory.set("news", $$("details:not([open])", host).map(said)), true);
setInterval(() => void look(), EVERY);
