/**
 * What the site keeps in this browser: tables, what a list says of each, the files of finished games, the person's name,
 * and their progress with puzzles. Pages and the worker use it.
 *
 * @typedef {object} Entry a table in a list, as `souq.server.core.http.table_entries.entry` makes it, and its lesson or
 *   puzzle, as `souq.web.storage.taught` does
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} with_whom
 * @property {string} stands
 * @property {string} state
 * @property {boolean} yours
 * @property {boolean} parting
 * @property {number} at seconds since 1970
 * @property {number | null} [seat] where the person sat, once the game is over
 * @property {string} origin such as `lesson:first`
 * @property {number} ply
 * @property {boolean} learned
 * @property {string} solved_day the date whose puzzle of the day it solves, or ""
 *
 * @typedef {object} Practice progress with puzzles, as `souq.web.progress.Record` describes it
 * @property {Record<string, {missed: number, solved_at: number}>} tries by game and puzzle: `kairo/0a1b2c3d`
 * @property {Record<string, {points: number, margin: number, provisional: boolean}>} standings by game
 * @property {{n: number, game: string, solved: number, missed: number}[]} storms
 */

const VERSION = 2;
const STORES = ["tables", "entries", "files", "person", "practice"];

/** The stores in which a table has a record. */
const TABLE = ["tables", "entries", "files"];

/** The record that hands a file from home to the page of its game. */
const OPENING = "opening";

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** The database, opened once. */
function database() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("souq", VERSION);
    asked.onupgradeneeded = () => {
      const there = asked.result.objectStoreNames;
      for (const name of STORES) if (!there.contains(name)) asked.result.createObjectStore(name);
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error("Another tab has an older version of souq open. Close it."));
  });
  return opened;
}

/**
 * Do something in a transaction, and return what it returns once it is on the disk.
 * @template Made
 * @param {"readonly" | "readwrite"} mode
 * @param {string[]} stores
 * @param {(transaction: IDBTransaction) => IDBRequest<Made> | void} work
 * @returns {Promise<Made | undefined>}
 */
async function transact(mode, stores, work) {
  const transaction = (await database()).transaction(stores, mode, { durability: "strict" });
  const request = work(transaction);
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

/**
 * Save a table, or delete it if there is no data. Returns what went wrong, in words, or "".
 * @param {string} id
 * @param {string} data
 * @param {string} entry JSON of an Entry; of a finished game also with its saved match, as `file`
 */
export async function save(id, data, entry) {
  try {
    if (!data) await forget(id);
    else {
      const { file, ...listed } = JSON.parse(entry);
      await transact("readwrite", TABLE, (transaction) => {
        transaction.objectStore("tables").put(data, id);
        transaction.objectStore("entries").put(listed, id);
        if (file) transaction.objectStore("files").put(file, id);
      });
    }
    return "";
  } catch (error) {
    return problem(error);
  }
}

/** What went wrong when something was to be stored, in words. @param {unknown} error */
export const problem = (error) =>
  error instanceof DOMException && error.name === "QuotaExceededError"
    ? "This browser’s storage is full. Delete old games, or free some space."
    : "This browser doesn’t let souq keep anything. Leave private browsing, or allow storage for this site.";

/** Delete a table. @param {string} id */
export const forget = (id) =>
  transact("readwrite", TABLE, (of) => {
    for (const name of TABLE) of.objectStore(name).delete(id);
  });

/** A table's data; undefined if it isn't here. @param {string} id @returns {Promise<string | undefined>} */
export const savedTable = (id) => transact("readonly", ["tables"], (of) => of.objectStore("tables").get(id));

/** The saved match of a finished game. @param {string} id @returns {Promise<any>} */
export const savedMatch = (id) => transact("readonly", ["files"], (of) => of.objectStore("files").get(id));

/** Hand a file to the page of its game. @param {string} text */
export const handOver = (text) => transact("readwrite", ["files"], (of) => of.objectStore("files").put(text, OPENING));

/** Take the file that home has handed over, once. @returns {Promise<string>} */
export async function takeOver() {
  const text = await savedMatch(OPENING);
  if (!text) throw new Error("Open the saved game again, on the first page.");
  await forget(OPENING);
  return text;
}

/** What lists say of all tables, the latest first. @returns {Promise<Entry[]>} */
export async function entries() {
  const found = (await transact("readonly", ["entries"], (of) => of.objectStore("entries").getAll())) ?? [];
  return found.sort((one, other) => other.at - one.at);
}

/** What is noted about the person whose browser this is. @param {string} what @returns {Promise<any>} */
const noted = (what) =>
  transact("readonly", ["person"], (of) => of.objectStore("person").get(what)).catch(() => undefined);

/** @param {string} what @param {unknown} value */
const note = (what, value) => transact("readwrite", ["person"], (of) => of.objectStore("person").put(value, what));

/** The person whose browser this is. @returns {Promise<{name?: string}>} */
export const person = async () => (await noted("me")) ?? {};

/** Keep the person's name. @param {{name?: string}} me */
export const keepPerson = (me) => note("me", me);

/** The tables that a server has in the person's history. @returns {Promise<string[]>} */
export const brought = async () => (await noted("brought")) ?? [];

/** @param {string[]} tables */
export const keepBrought = (tables) => note("brought", tables);

/** Ask the browser once to keep what is stored here even if space runs short. */
export async function keepForGood() {
  if (!navigator.storage?.persist || (await noted("asked"))) return;
  await note("asked", true);
  await navigator.storage.persist();
}

/** Progress with puzzles as JSON; "" if there is none. @returns {Promise<string>} */
export const practice = async () =>
  (await transact("readonly", ["practice"], (of) => of.objectStore("practice").get("me"))) ?? "";

/** Keep progress with puzzles. Returns what went wrong, in words, or "". @param {string} record JSON */
export const storePractice = (record) =>
  transact("readwrite", ["practice"], (of) => of.objectStore("practice").put(record, "me")).then(() => "", problem);
