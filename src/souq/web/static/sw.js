const VERSION = "";

/**
 * The service worker of a site without a server: keeps all files of one version, and serves them, also offline.
 *
 * Each version has a cache of its own. A new version takes over when no page of the old one is open any more, so that
 * no page ever mixes files of two versions.
 *
 * @typedef {Event & {waitUntil(work: Promise<unknown>): void}} Extended
 * @typedef {Extended & {request: Request, respondWith(answer: Promise<Response>): void}} Asked
 * @typedef {{url: string, hash: string}} Listed a file of the site, and its SHA-256 as `integrity` wants it
 */

const ROOT = new URL("./", location.href);
const NAME = `souq-site ${ROOT.pathname}`;
const CACHE = `${NAME} ${VERSION}`;
/** How many files are fetched at once. */
const AT_ONCE = 6;

addEventListener("install", (event) => /** @type {Extended} */ (event).waitUntil(keepEverything()));
addEventListener("activate", (event) => /** @type {Extended} */ (event).waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const asked = /** @type {Asked} */ (event);
  const url = new URL(asked.request.url);
  if (asked.request.method === "GET" && url.href.startsWith(ROOT.href)) asked.respondWith(serve(asked.request, url));
});

/** Fetch every file of this version, and then keep their list, too: the sign that the cache is complete. */
async function keepEverything() {
  const list = new URL(`v/${VERSION}/files.json`, ROOT).href;
  const answer = await fetch(list, { cache: "no-cache" });
  /** @type {Listed[]} */
  const waiting = (await answer.clone().json()).files;
  const cache = await caches.open(CACHE);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) await keep(cache, file);
    }),
  );
  await cache.put(list, answer);
}

/** @param {Cache} cache @param {Listed} file */
async function keep(cache, { url, hash }) {
  const whole = new URL(url, ROOT).href;
  if (await cache.match(whole)) return;
  const answer = await fetch(whole, { cache: "no-cache", integrity: hash });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  await cache.put(whole, answer);
}

/** Delete the files of other versions. */
async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith(`${NAME} `) && name !== CACHE) await caches.delete(name);
}

/** Answer a request from the files that are kept, or else from the network. @param {Request} request @param {URL} url */
async function serve(request, url) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(fileOf(url));
  return found ?? fetch(request);
}

/** The address of the file behind a page: without its query, and with the folder's slash. @param {URL} url */
function fileOf(url) {
  const page = !url.pathname.split("/").at(-1)?.includes(".") && !url.pathname.endsWith("/");
  return new URL(url.pathname + (page ? "/" : ""), url).href;
}
