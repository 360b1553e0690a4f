/** The form of a new table without a server: names of people at this device, and a table like another one. */

import { keepPerson, person } from "./site_store.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("#table-form"));
const own = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));

const button = /** @type {HTMLElement} */ (form.querySelector(".btn.go"));

/** Ask for the names of those who play here, and for no others. */
function askNames() {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input.called"))) {
    const seat = /** @type {HTMLSelectElement} */ (field.closest("li")?.querySelector("select"));
    field.hidden = field.disabled = seat.value !== "here";
  }
  if (form.querySelector("input.called:enabled")) button.textContent = button.dataset.alone ?? "";
}

/** Fill the form as the address says: `?players=3&start=suggested`. */
function fill() {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name === "players" ? name : `option-${name}`);
    if (field instanceof HTMLInputElement && field.type === "checkbox")
      field.checked = value === "True" || value === "on";
    else if (field instanceof RadioNodeList || field instanceof HTMLSelectElement || field instanceof HTMLInputElement)
      field.value = value;
  }
  form.dispatchEvent(new Event("change"));
}

own.value = (await person()).name ?? "";
form.addEventListener("change", askNames);
form.addEventListener("submit", () => void keepPerson({ name: own.value.trim() }));
fill();
