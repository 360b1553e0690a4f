/** Why no live connection comes about: asked of the same address without one, and put into words. */

import { ask } from "./server.js";

/** So often a line may fail to open before anybody is told why. */
export const ATTEMPTS = 3;
/** How long the answer may take: ms. */
const PATIENCE = 5000;
const AGAIN = "Trying again …";

/** What the server answers there, as an HTTP status. @type {Record<number, string>} */
const SAID = {
  403: `This server can’t be used at ${location.origin}. Ask its host for the right address.`,
  426:
    "This page needs a live connection to souq, and none gets through. Try another network, or switch off your VPN. " +
    "If it doesn’t work for anybody, tell the host.",
  429: "Too many souq pages are open on your network. Close some, and this one will go on.",
};

/** @param {string} path of a live connection @returns {Promise<string>} */
export async function obstacle(path) {
  if (!navigator.onLine) return "You’re offline. This page will go on once you’re back.";
  const how = { method: "POST", signal: AbortSignal.timeout(PATIENCE) };
  const answer = await ask(path, how).catch(() => null);
  if (!answer) return `The server can’t be reached. ${AGAIN}`;
  return SAID[answer.status] ?? `The server isn’t ready. ${AGAIN}`;
}
