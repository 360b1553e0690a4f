/**
 * Games as files, on home: a saved game is opened, games are deleted from the list, and a server is given those that it
 * doesn't know.
 *
 * @import { Entry } from "./site_store.js"
 */

import { fetched } from "./parts.js";
import { brought, forget, handOver, keepBrought, problem, savedMatch } from "./site_store.js";

/** The largest saved match, in bytes (souq.engine.match.saved). */
const LARGEST = 8_000_000;

/** How long to wait when a server has had enough for now, in milliseconds, and how often. */
const [PAUSE, TRIES] = [6000, 20];

const $ = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));

/** Make the parts of home work that deal with files. @param {Entry[]} listed */
export function manage(listed) {
  for (const entry of listed) {
    const link = $(`#tables > a[href$="?${entry.id}"]`);
    if (link) addDeleting(link, entry);
  }
  const input = /** @type {HTMLInputElement | null} */ ($("#import"));
  input?.addEventListener("change", () => void open(input));
  $("#open")?.addEventListener("click", () => input?.click());
  void showStorage();
  void offerServer(listed).catch(() => {});
}

// opening

/** Open the file that was chosen. @param {HTMLInputElement} input */
async function open(input) {
  const said = $("#imported");
  const [file] = input.files ?? [];
  if (!file) return;
  input.value = ""; // so that the same file can be chosen again
  try {
    const { game, text } = await read(file);
    await handOver(text).catch((error) => {
      throw new Error(problem(error));
    });
    location.href = `t/${game}/?do=/import`;
  } catch (error) {
    if (said) said.textContent = error instanceof Error ? error.message : String(error);
  }
}

/**
 * Read a file as far as needed to know its game; the game's page checks the rest.
 * @param {File} file
 * @returns {Promise<{game: string, text: string}>}
 */
export async function read(file) {
  if (file.size > LARGEST) throw new Error(`${file.name} is too large to be a saved game.`);
  const text = await file.text();
  let saved;
  try {
    saved = JSON.parse(text);
  } catch {
    saved = null;
  }
  if (!String(saved?.format).startsWith("souq-match/")) throw new Error(`${file.name} isn’t a saved game of souq.`);
  const parts = await (await fetched(String(new URL("../../python/parts.json", import.meta.url)))).json();
  const { game } = saved;
  if (!Array.isArray(parts[game]) || !/^[a-z_]+$/.test(game) || game === "souq" || game === "python")
    throw new Error(`This site has no game called “${String(game).slice(0, 40)}”.`);
  return { game, text };
}

// deleting

/** Put a button beside a game that deletes it. @param {HTMLElement} link @param {Entry} entry */
function addDeleting(link, entry) {
  const place = document.createElement("div");
  place.className = "kept";
  link.replaceWith(place);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "forget";
  button.textContent = "×";
  button.setAttribute("aria-label", `Delete ${entry.title} ${entry.with_whom}`);
  place.append(link, button);
  button.addEventListener("click", async () => {
    if (!(await sure(entry))) return button.focus();
    try {
      await forget(entry.id);
    } catch (error) {
      const said = $("#storage");
      if (said) said.textContent = problem(error);
      return;
    }
    const next = place.nextElementSibling ?? place.previousElementSibling;
    place.remove();
    /** @type {HTMLElement | null} */ (next?.querySelector("a") ?? $("#open"))?.focus();
    const section = /** @type {HTMLElement | null} */ ($("#tables")?.closest("section"));
    if (section) section.hidden = !$("#tables a");
    void showStorage();
  });
}

/** Ask whether to delete a game. @param {Entry} entry @returns {Promise<boolean>} */
function sure({ title, with_whom }) {
  const dialog = document.createElement("dialog");
  dialog.className = "sure";
  dialog.setAttribute("aria-labelledby", "sure-title");
  const form = document.createElement("form");
  form.method = "dialog";
  const [heading, words, no, yes] = ["h2", "p", "button", "button"].map((name) => document.createElement(name));
  heading.id = "sure-title";
  heading.textContent = "Delete this game?";
  words.textContent = `${title} ${with_whom}. It’s only in this browser, and can’t be brought back.`;
  for (const [button, value, text] of /** @type {const} */ ([
    [no, "", "Keep it"],
    [yes, "yes", "Delete it"],
  ])) {
    button.className = "btn";
    button.setAttribute("value", value);
    button.textContent = text;
  }
  form.append(heading, words, no, yes);
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

// storage

/** Say how much is stored here, and whether the browser may delete it. */
async function showStorage() {
  const host = $("#tables");
  if (!host || !navigator.storage?.estimate) return;
  const { usage = 0 } = await navigator.storage.estimate();
  const stays = await navigator.storage.persisted?.();
  let said = $("#storage");
  if (!said) {
    said = document.createElement("p");
    said.id = "storage";
    said.className = "offers";
    host.after(said);
  }
  const size = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }).format(usage / 1e6);
  const fate = stays
    ? "It keeps them until you delete them."
    : "It may delete them when space runs short: download those that matter.";
  said.textContent = `Your games are kept in this browser, which uses ${size} MB for this site. ${fate}`;
}

// a server

/** Offer what needs a server, if one serves this site and can be reached. @param {Entry[]} listed */
async function offerServer(listed) {
  if (!navigator.onLine) return;
  const answer = await fetch("souq.json", { cache: "no-cache" });
  if (!answer.ok || !(await answer.json()).server) return;
  const [list, item, about, way] = ["ul", "li", "span", "a"].map((name) => document.createElement(name));
  list.id = "server";
  list.className = "also";
  list.setAttribute("aria-label", "On this server");
  about.className = "of";
  about.textContent = "On this server";
  way.className = "btn";
  way.setAttribute("href", "/");
  way.textContent = "Play online";
  item.append(about, way);
  list.append(item);
  $("#import")?.closest("ul")?.after(list);
  const finished = listed.filter(({ state, seat }) => state === "finished" && typeof seat === "number");
  if (finished.length) offerBringing(item, finished);
}

/** Offer to add finished games to one's history on the server. @param {HTMLElement} item @param {Entry[]} finished */
function offerBringing(item, finished) {
  const [button, said] = ["button", "span"].map((name) => document.createElement(name));
  button.className = "btn";
  button.setAttribute("type", "button");
  button.textContent = "Bring my games along";
  said.setAttribute("role", "status");
  item.append(button, said);
  button.addEventListener("click", async () => {
    button.setAttribute("disabled", "");
    said.textContent = await bring(finished, (done, all) => (said.textContent = `${done} of ${all} …`)).catch(
      () => "The server can’t be reached now. Try again later: what was added stays.",
    );
    button.removeAttribute("disabled");
  });
}

/**
 * Add finished games to the person's history on the server, and return what became of them, in words.
 * @param {Entry[]} finished
 * @param {(done: number, all: number) => void} report
 */
export async function bring(finished, report) {
  await fetch("/"); // the server knows the person afterwards
  const known = new Set(await brought());
  const open = finished.filter(({ id }) => !known.has(id));
  const problems = [];
  for (const [done, entry] of open.entries()) {
    report(done, open.length);
    const wrong = await give(entry);
    if (wrong) problems.push(wrong);
    else await keepBrought([...known.add(entry.id)]);
  }
  const added = open.length - problems.length;
  const count = (/** @type {number} */ number) => (number === 1 ? "One game" : `${number} games`);
  const made = added ? `${count(added)} added to your history.` : problems.length ? "" : "Your history has them all.";
  return [made, problems.length ? `${count(problems.length)} can’t be added. ${problems[0]}` : ""].join(" ").trim();
}

/** Give a server one game; return what is wrong with it, or "". @param {Entry} entry @returns {Promise<string>} */
async function give({ id, seat, at }) {
  const match = await savedMatch(id);
  const body = JSON.stringify({ games: [{ match, seat, ended_at: new Date(at * 1000).toISOString() }] });
  for (let tries = 0; ; tries++) {
    const answer = await fetch("/api/you/games", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const told = await answer.json();
    if (answer.ok) return told.games[0].problem;
    if (answer.status !== 429 || tries === TRIES) return told.message ?? "The server refuses it.";
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
