/**
 * The worker behind a page without a server: Python with souq's tables, and the game's rules as WebAssembly.
 *
 * `souq.web.boot` is the Python side; `server.js` and `boot.js` are the page's.
 */

import { fetched, unpacked } from "./parts.js";
import { entries, person, practice, save, savedTable, storePractice } from "./site_store.js";

/** @typedef {{url: string, size: number}} Part a file that the worker loads, and its size in bytes as it is sent */

/** Python's side, once it runs. @type {any} */
let python;
/** What the page has asked for before that. @type {MessageEvent[]} */
const early = [];

addEventListener(
  "message",
  (event) => void (python ? take(event) : event.data.start ? start(event.data.start) : early.push(event)),
);

/** Report how much has been loaded. @param {number} done @param {number} total bytes @param {string} what */
const report = (done, total, what) => postMessage({ progress: { done, total, what } });

/**
 * Load everything, and start Python.
 * @param {{game: string, base: string}} wanted base: the folder of Python's files
 */
async function start({ game, base }) {
  try {
    await load(game, base);
    postMessage({ ready: true });
    for (const event of early.splice(0)) take(event);
  } catch (error) {
    console.error(error);
    postMessage({ failed: String(error instanceof Error ? error.message : error) });
  }
}

/** @param {string} game @param {string} base */
async function load(game, base) {
  const parts = await (await fetched(`${base}parts.json`)).json();
  const wanted = /** @type {Part[]} */ ([...parts.python, ...parts.souq, ...parts[game]]).filter(
    ({ url }) => !/\.(mjs|json)$/.test(url),
  );
  const total = wanted.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const files = new Map();
  const loaded = Promise.all(
    wanted.map(async ({ url }) => {
      const data = await unpacked(`${base}${url}`, (bytes) => report((done += bytes), total, "Loading"));
      files.set(url.replace(/\.bin$/, ""), data);
    }),
  );
  const pyodide = await startPyodide(base, files, loaded);
  report(total, total, "Setting the table");
  const named = (/** @type {string} */ ending) =>
    [...files].filter(([name]) => name.endsWith(ending) && name !== STDLIB);
  for (const [, data] of named(".zip")) pyodide.unpackArchive(data, "zip", { extractDir: PACKAGES });
  const code = await WebAssembly.compile(files.get(`${game}.wasm`));
  const computed = named(".npy").map(([name, data]) => [`souq.games.${name.slice(0, -4)}`, new Uint8Array(data)]);
  const { Worker } = pyodide.pyimport("souq.web.boot");
  const { name = "" } = await person();
  const loadPart = async (/** @type {string} */ part) => {
    for (const { url } of parts[part].splice(0))
      pyodide.unpackArchive(await unpacked(`${base}${url}`), "zip", { extractDir: PACKAGES });
  };
  const arrays = pyodide.toPy(new Map(/** @type {any} */ (computed)));
  python = Worker(game, () => instance(code), arrays, save, name, loadPart, storage);
}

/** The rest of the browser's storage, as `souq.web.storage.BrowserStorage` describes it. */
const storage = {
  table: async (/** @type {string} */ id) => (await savedTable(id)) ?? "",
  entries: async () => JSON.stringify(await entries()),
  practice,
  store_practice: storePractice,
};

/**
 * Start Pyodide, which fetches its two large files by their names: it gets them as they have been loaded.
 * @param {string} base
 * @param {Map<string, ArrayBuffer>} files
 * @param {Promise<unknown>} loaded
 */
async function startPyodide(base, files, loaded) {
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const ask = globalThis.fetch;
  globalThis.fetch = async (url, how) => {
    const name =
      String(url instanceof Request ? url.url : url)
        .split("/")
        .at(-1) ?? "";
    if (name !== PYTHON && name !== STDLIB) return ask(url, how);
    await loaded;
    return new Response(files.get(name), { headers: { "content-type": "application/wasm" } });
  };
  const pyodide = await loadPyodide({ indexURL: base, stdLibURL: `${base}${STDLIB}` });
  globalThis.fetch = ask;
  await loaded;
  return pyodide;
}

const PYTHON = "pyodide.asm.wasm";
const STDLIB = "stdlib.zip";
/** Where Python looks for packages. */
const PACKAGES = "/lib/python3.14/site-packages";

/** A game's module as souq.engine.browser.modules.Host describes it. @param {WebAssembly.Module} code */
function instance(code) {
  const exports = /** @type {any} */ (new WebAssembly.Instance(code, {}).exports);
  const bytes = () => new Uint8Array(exports.memory.buffer);
  return {
    call: (/** @type {string} */ name, /** @type {number[]} */ ...numbers) => exports[name](...numbers),
    read: (/** @type {number} */ at, /** @type {number} */ size) => bytes().slice(at, at + size),
    write(/** @type {number} */ at, /** @type {any} */ data) {
      const view = data.getBuffer();
      bytes().set(view.data, at);
      view.release();
    },
    address: (/** @type {string} */ name) => exports[name].value,
  };
}

/** Do what the page asks for. @param {MessageEvent} event */
async function take({ data }) {
  if ("call" in data) {
    const answer = JSON.parse(await python.answer(data.method, data.path, JSON.stringify(data.fields)));
    return postMessage({ call: data.call, ...answer });
  }
  const { socket } = data;
  if (data.open) {
    const send = (/** @type {string} */ text) => postMessage({ socket, text });
    const end = (/** @type {number} */ code, /** @type {string} */ reason) =>
      postMessage({ socket, closed: [code, reason] });
    python.open(socket, data.open, send, end);
    postMessage({ socket, opened: true });
  } else if (data.close) python.close(socket);
  else python.say(socket, data.send);
}
