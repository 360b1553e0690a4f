/**
 * What the site keeps in this browser: tables, what a list says of each, and the person's name. Pages and the worker
 * use it.
 *
 * @typedef {object} Entry a table in a list, as `souq.server.core.http.table_entries.entry` makes it
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} with_whom
 * @property {string} stands
 * @property {string} state
 * @property {boolean} yours
 * @property {boolean} parting
 * @property {number} at seconds since 1970
 */

const VERSION = 1;

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** The database, opened once. */
function database() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("souq", VERSION);
    asked.onupgradeneeded = () => {
      for (const name of ["tables", "entries", "person"]) asked.result.createObjectStore(name);
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
 * @param {string} entry JSON of an Entry
 */
export async function save(id, data, entry) {
  try {
    await transact("readwrite", ["tables", "entries"], (transaction) => {
      const [tables, entries] = [transaction.objectStore("tables"), transaction.objectStore("entries")];
      if (data) {
        tables.put(data, id);
        entries.put(JSON.parse(entry), id);
      } else {
        tables.delete(id);
        entries.delete(id);
      }
    });
    return "";
  } catch (error) {
    return error instanceof DOMException && error.name === "QuotaExceededError"
      ? "This browser’s storage is full. Delete old games, or free some space."
      : "This browser doesn’t let souq keep anything. Leave private browsing, or allow storage for this site.";
  }
}

/** A table's data; undefined if it isn't here. @param {string} id @returns {Promise<string | undefined>} */
export const savedTable = (id) => transact("readonly", ["tables"], (of) => of.objectStore("tables").get(id));

/** What lists say of all tables, the latest first. @returns {Promise<Entry[]>} */
export async function entries() {
  const found = (await transact("readonly", ["entries"], (of) => of.objectStore("entries").getAll())) ?? [];
  return found.sort((one, other) => other.at - one.at);
}

/** The person whose browser this is. @returns {Promise<{name?: string}>} */
export async function person() {
  return (await transact("readonly", ["person"], (of) => of.objectStore("person").get("me")).catch(() => {})) ?? {};
}

/** Keep the person's name. @param {{name?: string}} me */
export const keepPerson = (me) => transact("readwrite", ["person"], (of) => of.objectStore("person").put(me, "me"));
