/** Who may come to this table, and whether its game goes to the library: as the server says and lets one choose. */

import { $, $$, unchanged } from "./dom.js";
import { proof } from "./own.js";
import { ask } from "./server.js";

const { table } = document.body.dataset;

/** Show it wherever there is a place for it. @param {RequestInit} [asked] */
async function show(asked) {
  const answer = await ask(`/t/${table}/listing`, { ...asked, headers: proof() }).catch(() => null);
  if (answer?.ok) {
    const text = await answer.text();
    for (const host of $$(".listing")) host.innerHTML = text;
  }
  return Boolean(answer?.ok);
}

for (const host of $$(".listing"))
  host.addEventListener("change", async (event) => {
    const { form, name } = /** @type {HTMLInputElement} */ (event.target);
    if (!form) return;
    const watch = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("watch"));
    // Strangers who may join may watch, unless somebody says otherwise afterwards.
    if (watch && name === "company") watch.checked = $("[name=company]", form).matches(":checked");
    const body = new URLSearchParams([...new FormData(form)].map(([field, value]) => [field, String(value)]));
    if (!(await show({ method: "POST", body }))) unchanged(form);
  });
$(".menu").addEventListener("click", () => void show());
void show();
