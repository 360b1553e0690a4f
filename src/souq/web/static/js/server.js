/**
 * The way to the worker that stands in for a server, in place of the server's own module: requests, a table's live
 * connection, and the addresses of pages, which are files here.
 *
 * @import { Connection, TableInfo } from "./types.js"
 */

/** The folder of the whole site, and that of this version. */
const version = new URL("../../", import.meta.url);
const root = new URL("../../", version);

/** @type {Worker | undefined} */
let worker;
let numbers = 0;
/** @type {Map<number, (answer: {status: number, kind: string, content: string}) => void>} */
const calls = new Map();
/** @type {Map<number, WorkerConnection>} */
const connections = new Map();

/** What wants to know each description of the table that arrives. @type {Set<(info: TableInfo) => void>} */
const listeners = new Set();
/** What the person before the page has seen of the table, by seat: others at this device go on from their own. */
const seen = new Map();
/** The seat whose table is shown, once it is known. @type {number | null} */
let seat = null;
/** Whether another person has come to the page since it was last connected. */
let changed = false;
/** Is called when the page has got what this person sees. */
let arrived = () => {};

/** Be told of each description of the table, until what is returned is called. @param {(info: TableInfo) => void} listener */
export function onTable(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Show the table to another person at this device, or to nobody, who sees what everybody may see.
 * @param {string} table
 * @param {number | null} next their seat
 * @returns {Promise<void>} once the page has what they see
 */
export async function showTo(table, next) {
  await ask(`/t/${table}/person`, { method: "POST", body: new URLSearchParams({ seat: String(next ?? -1) }) });
  [seat, changed] = [next, true];
  seen.delete(null);
  const waiting = [...connections.values()];
  const came = new Promise((resolve) => (arrived = () => resolve(undefined)));
  for (const connection of waiting) connection.close();
  if (waiting.length) await came;
}

/** A connection to a table in the worker, with as much of a WebSocket as the table uses. @implements {Connection} */
class WorkerConnection {
  /** @param {string} path */
  constructor(path) {
    this.number = ++numbers;
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: {data: string}) => void) | null} */
    this.onmessage = null;
    /** @type {((event: {code: number}) => void) | null} */
    this.onclose = null;
    connections.set(this.number, this);
    worker?.postMessage({ socket: this.number, open: path.split("/").at(-1) });
  }

  /** @param {string} text */
  send(text) {
    worker?.postMessage({ socket: this.number, send: changed ? introduced(text) : text });
  }

  /** @param {string} text */
  received(text) {
    const message = JSON.parse(text);
    if (message.type === "table") {
      seat = message.you;
      for (const listener of listeners) listener(message);
    } else if (message.type === "frames") seen.set(seat, message.seq);
    this.onmessage?.(/** @type {MessageEvent} */ ({ data: text }));
    if (message.type === "frames") arrived();
  }

  close() {
    worker?.postMessage({ socket: this.number, close: true });
    this.closed(1000);
  }

  opened() {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  /** @param {number} code */
  closed(code) {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    connections.delete(this.number);
    this.onclose?.({ code });
  }
}

/**
 * Start the worker with a game.
 * @param {string} game
 * @param {(progress: {done: number, total: number, what: string}) => void} report
 * @returns {Promise<void>} once it is ready
 */
export function begin(game, report) {
  const made = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker = made;
  return new Promise((resolve, reject) => {
    made.onerror = () =>
      reject(new Error("souq’s worker doesn’t start here. Load the page again, or update this browser."));
    made.onmessage = ({ data }) => {
      if (data.progress) report(data.progress);
      else if (data.ready) resolve();
      else if (data.failed) reject(new Error(data.failed));
      else if ("call" in data) {
        calls.get(data.call)?.(data);
        calls.delete(data.call);
      } else receive(data);
    };
    made.postMessage({ start: { game, base: new URL("python/", version).href } });
  });
}

/** @param {{socket: number, opened?: boolean, text?: string, closed?: [number, string]}} message */
function receive({ socket, opened, text, closed }) {
  const connection = connections.get(socket);
  if (opened) connection?.opened();
  else if (closed) connection?.closed(closed[0]);
  else if (text !== undefined) connection?.received(text);
}

/** The first message of another person: they go on from what they have seen. @param {string} text */
function introduced(text) {
  const message = JSON.parse(text);
  if (message.type !== "hello") return text;
  changed = false;
  return JSON.stringify({ ...message, token: null, seen: seen.get(seat) ?? 0, retell: true });
}

/**
 * Ask the worker, as a server would be asked.
 * @param {string} path such as `/api/tables/x/log?from=1`
 * @param {RequestInit} [how]
 * @returns {Promise<Response>}
 */
export async function ask(path, how = {}) {
  const file = fileOf(path);
  if (file) return fetch(file);
  if (!worker) return new Response("{}", { status: 404 });
  const [name, query = ""] = path.split("?");
  const fields = { ...Object.fromEntries(new URLSearchParams(query)), ...fieldsOf(how.body), ...tokenOf(how.headers) };
  const call = ++numbers;
  const { status, kind, content } = await new Promise((resolve) => {
    calls.set(call, resolve);
    worker?.postMessage({ call, method: how.method ?? "GET", path: name, fields });
  });
  return new Response(content, { status, headers: { "content-type": kind } });
}

/** The file that answers a request for the game's words; "" for other requests. @param {string} path */
const fileOf = (path) =>
  path.startsWith("words/") || path.includes("/words/") ? new URL(path, location.href).href : "";

/** What a request's body says, by name. @param {unknown} body @returns {Record<string, string>} */
function fieldsOf(body) {
  if (!body) return {};
  if (typeof body !== "string") return Object.fromEntries(new URLSearchParams(/** @type {URLSearchParams} */ (body)));
  const found = Object.entries(JSON.parse(body)).filter(([, value]) => value !== null);
  return Object.fromEntries(found.map(([name, value]) => [name, String(value)]));
}

/** The token in a request's headers. @param {HeadersInit | undefined} headers @returns {Record<string, string>} */
function tokenOf(headers) {
  const said = new Headers(headers).get("authorization");
  return said ? { token: said.replace("Bearer ", "") } : {};
}

/** Open a table's live connection. @param {string} path such as `/ws/tables/x` @returns {Connection} */
export const connect = (path) => new WorkerConnection(path);

/** The address of a page, given its path on a server. @param {string} path such as `/t/abc#7` */
export function page(path) {
  const { pathname, search, hash } = new URL(path, "http://souq.invalid");
  const [first = "", game = "", more = ""] = pathname.split("/").slice(1);
  if (first === "t") return `${location.pathname}?${game}${hash}`;
  if (first === "daily" || (first === "practice" && more))
    return tables(game, { do: pathname, ...Object.fromEntries(new URLSearchParams(search)) });
  const folder = [first, game].filter(Boolean).map((name) => `${name}/`);
  return new URL(folder.join("") + search + hash, root).href;
}

/** The address of a table's page that opens a new table. @param {string} game @param {Record<string, string>} fields */
const tables = (game, fields) => `${new URL(`t/${game}/`, root).href}?${new URLSearchParams(fields)}`;

/** An address for others to follow: a table is in this browser only, so it is the site's. @param {string} path */
export const link = (path) => (path.startsWith("/t/") ? root.href : new URL(page(path), location.href).href);

/** Register the service worker, where the browser has them. */
export const install = async () =>
  void (await navigator.serviceWorker?.register(new URL("sw.js", root), { scope: root.href }));
