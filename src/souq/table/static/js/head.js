/** The head of every page but the table's: light or dark, sound or none, as this browser remembers it. */

import { $, icon, memory, tellAll } from "./dom.js";
import { sound } from "./sound.js";

const theme = $(".switch.theme");
const hush = $(".switch.hush");
const root = document.documentElement;
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
if (document.querySelector('meta[name="souq-settings"]')) tellAll().catch(() => {});
