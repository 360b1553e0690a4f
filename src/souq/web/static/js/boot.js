/**
 * The start of a table's page without a server: loads the worker, opens the table that the address asks for, and then
 * starts the table as on any server.
 *
 * The address names a table (`?abc123`) or says what to open (`?do=/play/kairo&…`).
 */

import { make } from "./dom.js";
import { offerFile } from "./download.js";
import { passBetween } from "./passing.js";
import { ask, begin, page } from "./server.js";
import { keepForGood, takeOver } from "./site_store.js";

const { game = "" } = document.body.dataset;
const loading = /** @type {HTMLElement} */ (document.querySelector(".loading"));
const bar = /** @type {HTMLProgressElement | null} */ (loading.querySelector("progress"));
const said = /** @type {HTMLElement} */ (loading.querySelector("p"));

/** The address, as a table's name or as what to open. */
function wanted() {
  const query = location.search.slice(1);
  const fields = new URLSearchParams(query);
  return fields.has("do") ? { table: "", fields } : { table: query.split("&")[0], fields };
}

/** Open a table, and return its name. @param {URLSearchParams} fields */
async function open(fields) {
  const path = fields.get("do") ?? "";
  fields.delete("do");
  if (path === "/import") fields.set("file", await takeOver());
  const answer = await ask(path, { method: "POST", body: fields });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.message);
  if (!told.to.startsWith("/t/")) {
    location.replace(page(told.to));
    return new Promise(() => {}); // until the other page comes
  }
  const table = told.to.split("/").at(-1);
  history.replaceState(null, "", page(`/t/${table}`));
  return table;
}

/** How long the table may still be held by a page that is just being left: ms. */
const LEAVING = 4000;

/** Hold the table while this page is open: a second page would overwrite what is played here. @param {string} name */
async function claim(name) {
  if (!navigator.locks) return;
  await new Promise((held, failed) => {
    const signal = AbortSignal.timeout(LEAVING);
    const forGood = () => new Promise(() => held(undefined));
    navigator.locks.request(`souq table ${name}`, { signal }, forGood).catch(failed);
  }).catch(() => {
    throw new Error("This game is open in another tab. Play it there, or close that tab and load this page again.");
  });
}

/** Set what the page says about its table. @param {any} about */
function describe(about) {
  const { dataset } = document.body;
  const title = [about.title, about.day].filter(Boolean).join(", ");
  Object.assign(dataset, { table: about.table, title, again: about.again });
  document.title = `${title} – souq`;
  if (about.posed) pose(about.posed);
  if (about.daily) showDaily(about);
}

/** Set what the page says about its puzzle. @param {any} posed */
function pose({ name, onward, share, path, row, storm }) {
  const section = /** @type {HTMLElement} */ (document.querySelector("section.lesson"));
  section.setAttribute("aria-label", "Puzzle");
  Object.assign(section.dataset, { puzzle: `${game}/${name}`, onward, share, path, row });
  if (storm) Object.assign(section.dataset, { storm: storm.left, solved: storm.solved });
}

/** Show the streak, and the way to yesterday's puzzle, beside a puzzle of the day. @param {any} about */
function showDaily({ day, daily }) {
  const label = daily.played ? "Yesterday’s puzzle and its shortest solution" : "Play yesterday’s";
  const way = make("a", { href: page(daily.yesterday) }, label);
  const words = [make("h2", {}, day), daily.said && make("p", {}, daily.said), make("p", {}, way)];
  document.querySelector(".ledge")?.append(make("section.daily", {}, words));
}

/** @param {{done: number, total: number, what: string}} progress */
function report({ done, total, what }) {
  if (bar) bar.value = total ? done / total : 0;
  said.textContent = done < total ? `${what}: ${Math.round((100 * done) / total)} %` : `${what} …`;
}

try {
  const { table, fields } = wanted();
  await begin(game, report);
  const name = table || (await open(fields));
  await claim(name);
  const answer = await ask(`/t/${name}/page`);
  const about = await answer.json();
  if (!answer.ok) throw new Error("This game isn’t in this browser. It may have been deleted, or played elsewhere.");
  describe(about);
  await passBetween(name, about.here, about.asked);
  offerFile();
  void keepForGood().catch(() => {});
  await import("./main.js");
} catch (error) {
  bar?.remove();
  said.textContent = error instanceof Error ? error.message : String(error);
  said.setAttribute("role", "alert");
}
