/**
 * The worker behind a page without a server: Python with souq's tables, and the game's rules as WebAssembly.
 *
 * `souq.web.boot` is the Python side; `server.js` and `boot.js` are the page's.
 */

import { fetched, unpacked } from "./parts.js";
import { save, savedTable, person } from "./site_store.js";

/** @typedef {{name: string, url: string, size: number}} Part a file that the worker loads */

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
 * @param {{game: string, base: string, table: string}} wanted base: the folder of Python's files
 */
async function start({ game, base, table }) {
  try {
    await load(game, base);
    const dumped = table && (await savedTable(table));
    if (dumped) python.load(dumped);
    postMessage({ ready: true });
    for (const event of early.splice(0)) take(event);
  } catch (error) {
    console.error(error);
    postMessage({ failed: String(error instanceof Error ? error.message : error) });
  }
}

/** @param {string} game @param {string} base */
async function load(game, base) {
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const parts = await (await fetched(`${base}parts.json`)).json();
  const wanted = /** @type {Part[]} */ ([...parts.souq, ...parts[game]]);
  const total = wanted.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const files = new Map();
  const loading = wanted.map(async ({ name, url, size }) => {
    files.set(name, await unpacked(`${base}${url}`, (bytes) => report((done += bytes), total, "Loading")));
    void size;
  });
  // Pyodide fetches its own two large files by their names: it gets them from here.
  const ask = globalThis.fetch;
  globalThis.fetch = async (url, how) => {
    const name =
      String(url instanceof Request ? url.url : url)
        .split("/")
        .at(-1) ?? "";
    if (name !== "pyodide.asm.wasm" && name !== "stdlib.zip") return ask(url, how);
    await Promise.all(loading);
    return new Response(files.get(name), { headers: { "content-type": "application/wasm" } });
  };
  const pyodide = await loadPyodide({ indexURL: base, stdLibURL: `${base}stdlib.zip`, fullStdLib: false });
  await Promise.all(loading);
  globalThis.fetch = ask;
  report(total, total, "Setting the table");
  for (const [name, data] of files)
    if (name.endsWith(".zip") && name !== "stdlib.zip") pyodide.unpackArchive(data, "zip", { extractDir: site });
  const code = await WebAssembly.compile(files.get(`${game}.wasm`));
  const computed = new Map(
    [...files]
      .filter(([name]) => name.endsWith(".npy"))
      .map(([name, data]) => [name.slice(0, -4), pyodide.toPy(new Uint8Array(data))]),
  );
  python = pyodide
    .pyimport("souq.web.boot")
    .Worker(game, () => instance(code), pyodide.toPy(computed), save, (await person()).name ?? "");
}

/** Where Python looks for packages. */
const site = "/lib/python3.14/site-packages";

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
