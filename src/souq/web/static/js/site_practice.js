/** Lessons and puzzles in lists, without a server: what is done, as this browser has stored it. */

import { $$, make, maybe } from "./dom.js";
import { entries, practice } from "./site_store.js";

/** @import { Entry, Practice } from "./site_store.js" */

/** Today, where this browser is. */
const today = new Date().toLocaleDateString("sv");

/** @type {Entry[]} */
const tables = await entries().catch(() => []);
/** @type {Practice} */
const { tries = {}, standings = {}, storms = [] } = JSON.parse((await practice().catch(() => "")) || "{}");

/** Change a number in an element's text. @param {Element | null} at @param {RegExp} where @param {string} text */
function say(at, where, text) {
  if (at?.textContent) at.textContent = at.textContent.replace(where, text);
}

/** How many puzzles of a game are solved. @param {string} game */
const solved = (game) =>
  Object.entries(tries).filter(([name, tried]) => name.startsWith(`${game}/`) && tried.solved_at).length;

/** Mark a link as solved. @param {Element} link @param {string} how */
function mark(link, how = "") {
  link.classList.add("solved");
  const label = link.getAttribute("aria-label");
  if (label) link.setAttribute("aria-label", `${label}, solved${how}`);
}

/** A lesson: where it is continued, or that it is learned. @param {HTMLInputElement} field with the form's path */
function lesson(field) {
  const [, , game, name] = field.value.split("/");
  const mine = tables.filter((table) => table.game === game && table.origin === `lesson:${name}`);
  const button = /** @type {HTMLButtonElement} */ (field.form?.querySelector("button"));
  const begun = mine.find((table) => !table.learned && table.state === "playing");
  const offer = field.closest(".offer");
  if (mine.some((table) => table.learned)) {
    offer?.classList.add("done");
    offer?.querySelector("b")?.after(" ", make("span.tag", {}, "✓ Learned"));
    button.classList.remove("go");
    button.textContent = "Once more";
  }
  if (begun) {
    button.before(make("button.btn", { name: "anew", value: "1" }, "From the start"));
    button.classList.add("go");
    button.textContent = `Continue: ${begun.stands.toLowerCase()}`;
  }
  button.setAttribute("aria-label", `${button.textContent}: ${offer?.querySelector("b")?.textContent ?? name}`);
}

/** A game's puzzles: how many are solved, and the rating. @param {string} game @param {HTMLElement} lead */
function summary(game, lead) {
  say(lead, /\d+ of/, `${solved(game)} of`);
  const standing = standings[game];
  if (standing) {
    const note = standing.provisional && `± ${standing.margin}. It settles as you solve more.`;
    const rating = make("b", {}, `Your puzzle rating: ${standing.points}`);
    lead.after(make("p.standing", {}, rating, " ", note && make("span.note", {}, note)));
  }
  const run = storms.find(({ n }) => String(n) === new URLSearchParams(location.search).get("storm"));
  if (run?.game !== game) return;
  const best = Math.max(...storms.filter((each) => each.game === game).map((each) => each.solved));
  const stands = run.solved && run.solved >= best ? "That’s your best so far." : `Your best: ${best}.`;
  lead.after(make("p", { role: "status" }, `Storm: ${run.solved} solved in three minutes. ${stands}`));
}

for (const link of $$("[data-puzzle]")) {
  const tried = tries[link.dataset.puzzle ?? ""];
  if (!tried?.solved_at) continue;
  link.classList.toggle("starred", tried.missed === 0);
  mark(link, tried.missed ? "" : ", on the first try");
}
for (const field of /** @type {HTMLInputElement[]} */ ($$(".offer input[name=do]"))) lesson(field);
for (const link of /** @type {HTMLAnchorElement[]} */ ($$(".todays a, .days a"))) {
  const game = link.search.match(/do=\/daily\/(\w+)/)?.[1];
  if (!tables.some((table) => table.game === game && table.solved_day === today)) continue;
  const done = maybe("[data-days]", link);
  if (done) done.hidden = !(done.dataset.days = today);
  else mark(link);
}
for (const section of $$(".learn[data-game]")) {
  const { game = "" } = section.dataset;
  const rating = standings[game] ? ` · rating ${standings[game].points}` : "";
  say(maybe(".offer .note", section), /^\d+ solved$/, `${solved(game)} solved${rating}`);
}
const practised = maybe(".practising .lead");
const [game] = maybe("[data-puzzle]")?.dataset.puzzle?.split("/") ?? [];
if (practised && game) summary(game, practised);
