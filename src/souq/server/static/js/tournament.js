/** A tournament: what changes of its page is fetched now and then, as long as somebody looks. */

import { $, $$, maybe } from "./dom.js";
import { ask } from "./server.js";

/** Between two looks: ms. */
const EVERY = 4_000;

const live = $("#live");
let known = "";

/** Let the link be copied by a click, where the browser can. */
function offer() {
  for (const button of $$("[data-copy]", live)) {
    const field = /** @type {HTMLInputElement} */ ($(`#${button.dataset.copy}`));
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    });
  }
}

/** Whether somebody writes, or has opened something: that is not taken away from them. */
const busy = () => Boolean(live.querySelector("input:not([readonly]):focus, details[open]"));

/** Show what is new. */
async function look() {
  if (document.hidden || busy()) return;
  const headers = known ? { "if-none-match": known } : undefined;
  const answer = await ask(live.dataset.from ?? "", { headers, cache: "no-store" }).catch(() => null);
  if (!answer?.ok || busy()) return;
  const html = await answer.text();
  const first = !known;
  known = answer.headers.get("etag") ?? "";
  if (first && html.trim() === live.innerHTML.trim()) return;
  const from = live.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : "";
  live.innerHTML = html;
  offer();
  if (from) maybe(`a[href="${from}"]`, live)?.focus({ preventScroll: true });
}

offer();
setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
