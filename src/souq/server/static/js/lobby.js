/** Company: the tables that are open to anybody keep themselves up to date, and whoever waits is led to a table. */

import { $, $$, make, maybe } from "./dom.js";
import { ATTEMPTS, obstacle } from "./reach.js";
import { ask, connect, page } from "./server.js";

/** Until a lost line is tried again: ms. */
const AGAIN = 3_000;
let pause = AGAIN;
/** A page that says what went wrong, and is no part of this one. */
const WHOLE = /^\s*<!doctype/i;
/** So many tables are shown until somebody asks for all. */
const FEW = 4;

const section = $(".company");
const open = $("#open", section);
const seek = $("#seek", section);
const filters = /** @type {HTMLFormElement} */ ($(".filters", section));
const button = $(".seeking", section);
const every = $(".every", section);
/** The tables at which one sits. @type {string[]} */
let yours = [];
let all = false;

/** Show the tables that fit, and not too many. */
function fit() {
  const wanted = [...new FormData(filters)].filter(([, value]) => value);
  const cards = $$(".t", open);
  const fits = cards.filter((card) => wanted.every(([name, value]) => card.dataset[name] === value));
  const few = all || wanted.length ? fits : fits.slice(0, FEW);
  for (const card of cards) {
    card.hidden = !few.includes(card);
    const mine = yours.includes(card.dataset.key ?? "");
    card.classList.toggle("yours", mine);
    const join = maybe("button", card);
    if (!join || !mine || join.textContent === "Go there") continue;
    join.textContent = "Go there";
    join.ariaLabel = join.ariaLabel?.replace("Join", "Go to") ?? null;
  }
  filters.hidden = cards.length < 4 && !wanted.length;
  every.hidden = few.length === fits.length;
  every.textContent = `Show all ${fits.length}`;
  $(".nothing", section).hidden = !cards.length || fits.length > 0;
}

/** Put a part in place of what stood there; the focus stays where it was. @param {Element} host @param {string} html */
function put(host, html) {
  const key = host.contains(document.activeElement)
    ? document.activeElement?.closest("[data-key]")?.getAttribute("data-key")
    : "";
  host.innerHTML = html;
  if (key) maybe(`[data-key="${key}"] .btn`, host)?.focus({ preventScroll: true });
}

/** Nothing came of it, and it can be sent again. @param {HTMLFormElement} form */
function complain(form) {
  const said = maybe(".wrong", form) ?? make("p.wrong", { role: "alert" });
  said.textContent = "The server can’t be reached. Try again in a moment.";
  form.prepend(said);
}

/** Open or close what asks for one's wishes. @param {boolean} on */
function show(on) {
  seek.hidden = !on;
  button.setAttribute("aria-expanded", String(on));
}

/** @type {import("./types.js").Connection} */
let line;
/** How often in a row it was not opened. */
let failed = 0;
/** What is said of that; nothing while all is well. */
const trouble = $(".trouble", section);

/** Listen for what is new; the server tells everything to whoever comes. */
function listen() {
  line = connect("/ws/lobby");
  failed += 1;
  line.onopen = () => {
    failed = 0;
    trouble.textContent = "";
  };
  line.onmessage = ({ data }) => {
    const told = /** @type {{ tables?: string, yours?: string[], seek?: string, go?: string }} */ (JSON.parse(data));
    if (told.go) location.assign(page(told.go));
    yours = told.yours ?? yours;
    if (told.tables !== undefined) put(open, told.tables);
    if (told.seek) {
      put(seek, told.seek);
      show(Boolean(maybe(".waits", seek)));
    }
    fit();
  };
  line.onclose = async () => {
    setTimeout(listen, pause);
    pause = AGAIN;
    const why = failed < ATTEMPTS ? "" : await obstacle("/ws/lobby");
    if (failed >= ATTEMPTS) trouble.textContent = why;
  };
}

button.addEventListener("click", () => show(button.ariaExpanded !== "true"));
every.addEventListener("click", () => {
  all = true;
  fit();
});
filters.addEventListener("change", fit);
seek.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  event.preventDefault();
  const to = form.getAttribute("action") ?? "";
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const answer = await ask(to, { method: "POST", body }).catch(() => null);
  const told = (await answer?.text().catch(() => "")) ?? "";
  if (!told || WHOLE.test(told)) return complain(form);
  const leaves = to.endsWith("leave");
  put(seek, told);
  show(!leaves);
  (leaves ? button : maybe(".btn", seek))?.focus(); // what had it is gone
  if (!answer?.ok) return; // what was said stays, until it is put right
  pause = 0;
  line.close(); // it is opened anew, as whoever we are now
});
fit();
listen();
