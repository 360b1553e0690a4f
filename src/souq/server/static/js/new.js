/**
 * New table: one seat is yours, only options that make a difference are asked for, and the button says what will
 * happen. Without this the form works as well.
 */

const form = /** @type {HTMLFormElement} */ (document.querySelector("#table-form"));
const selects = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll(".seats select")]);
const button = /** @type {HTMLElement} */ (form.querySelector(".btn.go"));
const after = /** @type {HTMLElement} */ (form.querySelector("#after"));

/** Who sits down elsewhere leaves the old seat to the usual bot. @param {HTMLSelectElement} changed */
function sitOnce(changed) {
  if (changed.value !== "me") return;
  for (const select of selects) {
    if (select !== changed && select.value === "me") {
      select.value = doors.find((door) => door.ariaCurrent === "true")?.dataset.seat ?? form.dataset.usual ?? "";
    }
  }
}

/** Where one's own seat is no longer at the table, one sits in the first. @param {number} players */
function stay(players) {
  const gone = selects.slice(players).find(({ value }) => value === "me");
  if (!gone) return;
  gone.value = selects[0].value;
  selects[0].value = "me";
}

/** Two ways to fill the seats that are not one's own. */
const doors = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(".doors a")]);
for (const door of doors)
  door.addEventListener("click", (event) => {
    event.preventDefault();
    for (const select of selects) if (select.value !== "me") select.value = door.dataset.seat ?? "";
    ask();
    describe();
  });

/** The button's words: with an open seat the game waits for somebody, and alone there are no bots. */
function describe() {
  const players = Number(new FormData(form).get("players"));
  const kind = selects.slice(0, players).some((select) => select.value === "open")
    ? "open"
    : players > 1
      ? "bots"
      : "alone";
  form.dataset.kind = kind;
  button.textContent = button.dataset[kind] ?? "";
  after.textContent = after.dataset[kind] ?? "";
  for (const door of doors)
    door.setAttribute("aria-current", String((door.dataset.seat === "open") === (kind === "open")));
}

/** @typedef {{ name: string, default: unknown, when: Record<string, unknown[]>[] }} Asked as the game declares it */
const options = new Map(
  /** @type {HTMLElement[]} */ ([...form.querySelectorAll(".option")]).map((label) => {
    const asked = /** @type {Asked} */ (JSON.parse(label.dataset.option ?? ""));
    return [
      asked.name,
      { ...asked, label, field: /** @type {HTMLInputElement} */ (label.querySelector("input, select")) },
    ];
  }),
);

/**
 * What the form says now, as text; an option that makes no difference has its default.
 * @param {string} name of an option, or "players"
 */
function said(name) {
  const option = options.get(name);
  if (!option) return String(new FormData(form).get(name));
  if (!matters(option.when)) return String(option.default);
  return option.field.type === "checkbox" ? String(option.field.checked) : option.field.value;
}

/** Whether any of the cases holds. @param {Asked["when"]} cases @returns {boolean} */
function matters(cases) {
  return (
    !cases.length ||
    cases.some((all) => Object.entries(all).every(([name, values]) => values.map(String).includes(said(name))))
  );
}

/** Bots that don't play at such a table cannot be chosen; the usual one sits down instead. @param {number} players */
function invite(players) {
  for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (form.querySelectorAll("option[data-sizes]"))) {
    option.hidden = option.disabled = !option.dataset.sizes?.split(" ").includes(String(players));
    if (option.disabled && option.selected)
      /** @type {HTMLSelectElement} */ (option.parentElement).value = form.dataset.usual ?? "";
  }
}

/** Seats that are not at the table cannot be chosen. @param {HTMLInputElement} field @param {number} players */
function limit(field, players) {
  for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (field.querySelectorAll("option[data-seat]"))) {
    option.hidden = option.disabled = Number(option.dataset.seat) > players;
    if (option.disabled && option.selected)
      field.value = /** @type {HTMLOptionElement} */ (field.querySelector("option")).value;
  }
}

/** What makes no difference is neither shown nor sent. */
function ask() {
  stay(Number(said("players")));
  invite(Number(said("players")));
  for (const { label, field, when } of options.values()) {
    limit(field, Number(said("players")));
    field.disabled = !matters(when);
    label.classList.toggle("idle", field.disabled);
  }
}

/**
 * Strangers who may join may watch as well, and talk in quick phrases, until somebody says otherwise.
 * @param {HTMLInputElement} changed
 */
function watched({ name, value }) {
  if (name !== "company") return;
  const strangers = value === "anybody";
  for (const [which, on] of /** @type {[string, boolean][]} */ ([
    ["[name=watch]", strangers],
    [`[name=talk][value=${strangers ? "phrases" : "free"}]`, true],
  ]))
    /** @type {HTMLInputElement} */ (form.querySelector(which)).checked = on;
}

form.addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement) sitOnce(event.target);
  else watched(/** @type {HTMLInputElement} */ (event.target));
  ask();
  describe();
});
ask();
describe();
