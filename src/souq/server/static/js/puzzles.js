/** The puzzles of a game: which this browser has solved at the first try. */

import { $$, memory } from "./dom.js";

const solved = memory.get("solved", /** @type {Record<string, number>} */ ({}));
for (const button of $$("[data-puzzle]")) {
  if (solved[button.dataset.puzzle ?? ""] !== 1) continue;
  button.classList.add("starred");
  button.setAttribute("aria-label", `${button.getAttribute("aria-label")}, on the first try`);
}
