/** The head of every page but the table's: light or dark, sound or none, as this browser remembers it. */

import { $, $$, icon, maybe, memory, tellAll } from "./dom.js";
import { sound } from "./sound.js";

const theme = $(".switch.theme");
const hush = $(".switch.hush");
const root = document.documentElement;
/** Two clicks within so many ms are one. */
const TWICE = 2000;
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark now: as chosen, else as the system is. */
const isDark = () => (root.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";

/** Both switches say how it is. */
function show() {
  theme.setAttribute("aria-pressed", String(isDark()));
  hush.setAttribute("aria-pressed", String(sound.on));
  hush.replaceChildren(icon(sound.on ? "sound" : "mute"));
}

theme.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  memory.set("theme", root.dataset.theme);
  show();
});
hush.addEventListener("click", () => {
  sound.turn(!sound.on);
  show();
});
dark.addEventListener("change", show);
for (const button of [theme, hush]) button.hidden = false;
show();

/** Whether this browser keeps a cookie: one that blocks them says of itself that it does, so one is tried. */
function keepsCookies() {
  document.cookie = "souq_try=1; SameSite=Lax";
  const kept = document.cookie.includes("souq_try=1");
  document.cookie = "souq_try=; Max-Age=0; SameSite=Lax";
  return kept;
}

/** What is said otherwise to somebody of whom nothing can be remembered. */
const promises = $$("[data-cookieless]");
if (promises.length && !keepsCookies()) for (const said of promises) said.textContent = said.dataset.cookieless ?? "";
if (document.querySelector('meta[name="souq-settings"]')) tellAll().catch(() => {});

/** Your name's sheet closes like any other: by Escape, or a click elsewhere. */
const sheet = /** @type {HTMLDetailsElement | null} */ (maybe("details.me"));
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !sheet?.open) return;
  sheet.open = false;
  maybe("summary", sheet)?.focus();
});
addEventListener("pointerdown", ({ target }) => {
  if (sheet?.open && !sheet.contains(/** @type {Node} */ (target))) sheet.open = false;
});

/** When a form was sent last: a double click sends it once. @type {WeakMap<EventTarget, number>} */
let sent = new WeakMap();
addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form) return;
  if (performance.now() - (sent.get(form) ?? -TWICE) < TWICE) event.preventDefault();
  else sent.set(form, performance.now());
});
addEventListener("pageshow", () => {
  sent = new WeakMap(); // who comes back to a page may send it again
});
