/** Good company: quick phrases, and whom one would rather not hear or meet, as the server says and lets one choose. */

import { $, $$, maybe, memory, UNREACHED, unchanged } from "./dom.js";
import { isForTable } from "./keys.js";
import { proof } from "./own.js";
import { ask } from "./server.js";

const { table } = document.body.dataset;
const phrases = $(".phrases");
const trouble = $(".refused", phrases);
const quiet = /** @type {HTMLInputElement} */ ($("[name=quiet]"));

/** Show who else is here wherever there is a place for it. @param {RequestInit} [asked] */
async function show(asked) {
  const answer = await ask(`/t/${table}/company`, { ...asked, headers: proof() }).catch(() => null);
  if (!answer?.ok) return false;
  const text = await answer.text();
  for (const host of $$(".manners")) {
    const held = host.contains(document.activeElement) && document.activeElement?.getAttribute("data-key");
    const open = maybe("details[open]", host);
    host.innerHTML = text;
    maybe("details", host)?.toggleAttribute("open", Boolean(open));
    if (held) maybe(`[data-key="${held}"]`, host)?.focus();
  }
  return true;
}

/** Ask for what a form says. @param {HTMLFormElement} form @param {HTMLButtonElement | null} button */
async function send(form, button) {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  if (button) {
    body.set(button.name, button.value);
    body.set("on", button.dataset.on ?? "");
  }
  if (!(await show({ method: "POST", body }))) unchanged(form);
}

for (const host of $$(".manners")) {
  host.addEventListener("submit", (event) => {
    event.preventDefault();
    const { target, submitter } = /** @type {SubmitEvent} */ (event);
    void send(/** @type {HTMLFormElement} */ (target), /** @type {HTMLButtonElement} */ (submitter));
  });
  host.addEventListener("change", (event) => {
    const { form } = /** @type {HTMLInputElement} */ (event.target);
    if (form) void send(form, null);
  });
}
$(".menu").addEventListener("click", () => void show());

// Somebody has come to the waiting room, or has gone.
let coming = 0;
new MutationObserver(() => {
  clearTimeout(coming);
  coming = setTimeout(show, 300);
}).observe($(".waiting ul"), { childList: true });
void show();

/** Say a phrase. @param {HTMLButtonElement} button */
async function say(button) {
  button.disabled = true;
  const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const asked = {
    method: "POST",
    headers: { "content-type": "application/json", ...proof() },
    body: JSON.stringify({ id, phrase: Number(button.dataset.phrase) }),
  };
  const once = () => ask(`/api/tables/${table}/say`, asked).catch(() => null);
  const answer = (await once()) ?? (await once()); // said again under the same id, it is said once
  const said = answer?.ok ? null : await answer?.json().catch(() => null); // a proxy answers in its own way
  trouble.textContent = answer?.ok ? "" : (said?.message ?? UNREACHED);
  button.disabled = false;
  button.focus({ preventScroll: true });
}

phrases.addEventListener("click", ({ target }) => {
  const button = /** @type {HTMLElement} */ (target).closest("button");
  if (button) void say(button);
});

/** Open the talk; then a digit says a phrase, and so does a press. @param {KeyboardEvent} event */
function press(event) {
  if (!isForTable(event)) return;
  const at = /** @type {HTMLElement} */ (event.target);
  const inside = phrases.contains(at);
  if (event.key === "t") {
    if (!$(".log").matches(".open")) $(".logs").click();
    $("#tab-talk").click();
    maybe("button", phrases)?.focus();
  } else if (inside && /^\d$/.test(event.key)) {
    const button = /** @type {HTMLButtonElement | null} */ (
      maybe(`[data-phrase="${Number(event.key) || 10}"]`, phrases)
    );
    if (button && !button.disabled) void say(button);
  } else return;
  event.preventDefault();
}
addEventListener("keydown", press);

/** Whether only quick phrases are shown here. @param {boolean} on */
const hear = (on) => void document.body.classList.toggle("quiet", on);
quiet.checked = memory.get("quiet", false);
hear(quiet.checked);
quiet.addEventListener("change", () => {
  memory.set("quiet", quiet.checked);
  hear(quiet.checked);
});
