/**
 * The service worker: shows notices, counts the tables that wait, and has a page for when the network is away. It keeps
 * that page and nothing else: no table, and nothing that is anybody's own. If the browser also keeps the site on which
 * the games are played without a server, whose own service worker does that, visits without a network lead there.
 *
 * @typedef {Event & {waitUntil(work: Promise<unknown>): void}} Extended
 * @typedef {Extended & {data: {json(): Told} | null}} Pushed
 * @typedef {Extended & {request: Request, respondWith(answer: Promise<Response>): void}} Asked
 * @typedef {Extended & {notification: {data: string, close(): void}}} Clicked
 * @typedef {Extended & {oldSubscription: PushSubscription | null}} Changed
 * @typedef {{title?: string, body?: string, path?: string, table?: string, waiting?: number}} Told
 * @typedef {{url: string, focused: boolean, focus(): Promise<unknown>}} Page
 *
 * @typedef {object} Clients
 * @property {() => Promise<void>} claim
 * @property {(of: {type: string, includeUncontrolled: boolean}) => Promise<Page[]>} matchAll
 * @property {(path: string) => Promise<unknown>} openWindow
 *
 * @typedef {object} Worker
 * @property {ServiceWorkerRegistration} registration
 * @property {Clients} clients
 * @property {Navigator} navigator
 * @property {() => Promise<void>} skipWaiting
 * @property {(kind: string, listener: (event: never) => void) => void} addEventListener
 */

const worker = /** @type {Worker} */ (/** @type {unknown} */ (self));

const CACHE = "souq-offline";
const AWAY = "/offline";
const SITE = "/site/";
const KEPT = [AWAY, "/static/theme.css", "/static/offline.css"];

worker.addEventListener("install", (/** @type {Extended} */ event) => {
  event.waitUntil(keep());
  void worker.skipWaiting();
});
worker.addEventListener("activate", (/** @type {Extended} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {Asked} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => away(request.method, pathname)));
  else if (origin === location.origin && KEPT.includes(pathname) && !request.url.includes("?"))
    event.respondWith(fetch(request).catch(() => kept(pathname)));
});

let showing = Promise.resolve();

worker.addEventListener("push", (/** @type {Pushed} */ event) => {
  const told = event.data?.json() ?? {};
  showing = showing.catch(() => {}).then(() => show(told)); // in order: of one table, the last stays
  event.waitUntil(showing);
});

worker.addEventListener("notificationclick", (/** @type {Clicked} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

worker.addEventListener("pushsubscriptionchange", (/** @type {Changed} */ event) =>
  event.waitUntil(renew(event.oldSubscription)),
);

/** Keep the page for when the network is away, and how it looks, as they are now. */
async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT.map((path) => new Request(path, { cache: "reload", credentials: "omit" })));
}

/** What is shown without a network in place of a page. @param {string} method @param {string} path */
async function away(method, path) {
  const leads = method === "GET" && !path.startsWith(SITE) && (await keepsSite());
  return leads ? Response.redirect(SITE) : kept(AWAY);
}

/** Whether this browser keeps the whole site: the list of its files is added to its cache last. */
async function keepsSite() {
  const start = `souq-site ${SITE} `;
  const versions = (await caches.keys())
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length));
  const lists = await Promise.all(versions.map((version) => caches.match(`${SITE}v/${version}/files.json`)));
  return lists.some(Boolean);
}

/** @param {string} path */
const kept = async (path) => (await caches.match(path)) ?? Response.error();

/** The pages that are open. */
const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

/** Show a notice, unless somebody has that table before them. @param {Told} told */
async function show({ title = "Your turn", body = "", path = "/", table = "", waiting = 0 }) {
  await worker.navigator.setAppBadge?.(waiting);
  if ((await pages()).some(({ url, focused }) => focused && new URL(url).pathname === path)) return;
  const icon = "/pictures/icon-192.png";
  await worker.registration.showNotification(title, { body, icon, tag: table, data: path });
}

/** Go to what a notice is about. @param {string} path */
async function open(path) {
  const there = (await pages()).find(({ url }) => new URL(url).pathname === path);
  if (there) await there.focus();
  else await worker.clients.openWindow(new URL(path, location.origin).pathname);
}

/** The browser wants to be pushed to elsewhere. @param {PushSubscription | null} before */
async function renew(before) {
  if (!before) return;
  const subscription = await worker.registration.pushManager.subscribe(before.options);
  const { endpoint, keys } = subscription.toJSON();
  const headers = { "content-type": "application/json" };
  await fetch("/api/you/push", { method: "POST", headers, body: JSON.stringify({ endpoint, keys }) });
}
