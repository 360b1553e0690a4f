/** Presets: today is the day where this browser is, and a game that was come for begins without another click. */

import { ask, page } from "./server.js";

/** @returns {string} such as 2026-11-21 */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Say which day is meant, late: the page may be older than a day. @param {HTMLFormElement} form */
function date(form) {
  for (const field of form.querySelectorAll("input[type=hidden][value=today]"))
    /** @type {HTMLInputElement} */ (field).value = today();
}

/** What a form without files says. @param {HTMLFormElement} form */
const fieldsOf = (form) => new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** Begin, leaving this page out of the history: going back must not begin again. @param {HTMLFormElement} form */
async function begin(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  date(form);
  button.disabled = true;
  const answer = await ask(form.getAttribute("action") ?? "", {
    method: "POST",
    headers: { accept: "application/json" },
    body: fieldsOf(form),
  }).catch(() => null);
  const to = answer?.redirected ? answer.url : answer?.ok ? page((await answer.json()).to) : "";
  if (to) location.replace(to);
  else button.disabled = false; // then the form says what is wrong
}

for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-today]"))) {
  time.dateTime = today();
  time.textContent = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}
for (const mark of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-days]")))
  mark.hidden = !mark.dataset.days?.split(" ").includes(today());
document.addEventListener("submit", (event) => date(/** @type {HTMLFormElement} */ (event.target)));
const start = /** @type {HTMLFormElement | null} */ (document.querySelector("form.at-once"));
// By a browser that guesses where its user will go.
const prepared = "prerendering" in document && document.prerendering;
if (start && prepared) document.addEventListener("prerenderingchange", () => begin(start), { once: true });
else if (start) begin(start);
