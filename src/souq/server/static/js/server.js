/**
 * The way to the server: what the pages ask it for, a table's live connection, and the addresses of its pages. Only
 * this module knows where they are. Paths are the server's everywhere else.
 *
 * @import { Connection } from "./types.js"
 */

/** Ask the server for something. @param {string} path such as `/api/you/waiting` @param {RequestInit} [how] */
export const ask = (path, how) => fetch(path, how);

/** Open a live connection. @param {string} path such as `/ws/lobby` @returns {Connection} */
export const connect = (path) =>
  new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);

/** The address of a page on this site. @param {string} path such as `/t/abc#7` */
export const page = (path) => path;

/** The whole address of a page, for others to follow. @param {string} path */
export const link = (path) => new URL(page(path), location.href).href;

/** Register the service worker, where the browser has them. */
export const install = async () => void (await navigator.serviceWorker?.register("/sw.js"));
