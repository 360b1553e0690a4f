/** New table: only one seat is yours, and the button says what will happen. Without this the form works just as well. */

const form = /** @type {HTMLFormElement} */ (document.querySelector(".table-form"));
const selects = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll(".seats select")]);
const button = /** @type {HTMLElement} */ (form.querySelector(".btn.go"));
const after = /** @type {HTMLElement} */ (form.querySelector("#after"));

/** Who sits down elsewhere leaves the old seat to the strongest bot. @param {HTMLSelectElement} changed */
function sitOnce(changed) {
  if (changed.value !== "me") return;
  for (const select of selects) {
    if (select !== changed && select.value === "me") {
      select.value = [...select.options].map((option) => option.value).findLast((value) => value.startsWith("bot:")) ?? "open";
    }
  }
}

/** The button's words: with an open seat the game waits for somebody. */
function describe() {
  const players = Number(new FormData(form).get("players"));
  const kind = selects.slice(0, players).some((select) => select.value === "open") ? "open" : "bots";
  button.textContent = button.dataset[kind] ?? "";
  after.textContent = after.dataset[kind] ?? "";
}

form.addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement) sitOnce(event.target);
  describe();
});
describe();
