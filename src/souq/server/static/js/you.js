/** You: passkeys, settings, and what only a script can do on the pages on which somebody comes back. */

import { $, copy, memory } from "./dom.js";
import { able, make, show } from "./passkeys.js";
import { page } from "./server.js";
import { sound } from "./sound.js";

/** @param {string} name @returns {HTMLInputElement | null} */
const field = (name) => document.querySelector(name);

/** What becomes of a passkey's button. @type {Record<string, () => Promise<string>>} */
const DEEDS = {
  keep: async () => {
    const name = field("#keep [name=name]");
    if (name && !name.reportValidity()) return "";
    await make(name?.value ?? "");
    for (const kept of ["theme", "sound", "volume", "quiet"]) {
      const value = memory.get(kept, null);
      if (value !== null) memory.tell(kept, value);
    }
    return page("/you");
  },
  show: async () => {
    const { joined } = await show(field("#join")?.checked ?? false);
    return page(joined ? `/you?joined=${joined}` : "/you");
  },
};

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-passkey]"))) {
  button.hidden = !able();
  button.addEventListener("click", () => press(button));
}
if (!able()) for (const said of document.querySelectorAll("[data-without-passkeys]")) said.removeAttribute("hidden");

/** @param {HTMLButtonElement} button */
async function press(button) {
  const trouble = $("#trouble");
  trouble.hidden = button.disabled = true;
  try {
    const to = await DEEDS[button.dataset.passkey ?? ""]();
    if (to) location.assign(to);
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    trouble.textContent = SAID[name] ?? message;
    trouble.hidden = false;
  }
  button.disabled = false;
}

/** What browsers mean by the names of their errors. @type {Record<string, string>} */
const SAID = {
  NotAllowedError: "Your browser gave no passkey: you cancelled, or it took too long.",
  InvalidStateError: "This device already has a passkey of yours.",
  SecurityError: "Your browser can’t make passkeys at this address.",
};

const settings = document.querySelector("#settings");
if (settings) {
  const [theme, on, volume] = /** @type {HTMLInputElement[]} */ ([...settings.querySelectorAll("[name]")]);
  theme.value = memory.get("theme", "");
  on.checked = sound.on;
  volume.value = String(sound.volume);
  theme.onchange = () => memory.set("theme", (document.documentElement.dataset.theme = theme.value));
  on.onchange = () => sound.turn(on.checked);
  volume.onchange = () => {
    sound.level(Number(volume.value));
    sound.play("coin");
  };
  settings.removeAttribute("hidden");
}

const copies = /** @type {HTMLElement | null} */ (document.querySelector("[data-copy]"));
if (copies) {
  copies.hidden = false;
  copies.onclick = () => copy(copies, [...$("#codes").children].map((li) => li.textContent).join("\n"));
}

const token = field("#link [name=token]");
if (token) {
  token.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
}
