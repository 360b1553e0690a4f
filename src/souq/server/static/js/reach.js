/** Why no live connection comes about: asked of the same address without one, and put into words. */

/** So often a line may fail to open before anybody is told why. */
export const ATTEMPTS = 3;
/** How long the answer may take: ms. */
const PATIENCE = 5000;
const AGAIN = "Trying again …";

/** What the server answers there, as an HTTP status. @type {Record<number, string>} */
const SAID = {
  403: `This house isn’t meant to be opened at ${location.origin}. Ask its host for the right address.`,
  426:
    "No live connection gets through to souq, and this page needs one. Try another network, or switch off your VPN. " +
    "If nobody gets through, tell the host.",
  429: "Too many pages of souq are open on your network. Close some, and this one goes on.",
};

/** @param {string} url of a socket @returns {Promise<string>} */
export async function obstacle(url) {
  if (!navigator.onLine) return "You’re offline. This page goes on once you’re back.";
  const how = { method: "POST", signal: AbortSignal.timeout(PATIENCE) };
  const answer = await fetch(url.replace(/^ws/, "http"), how).catch(() => null);
  if (!answer) return `The house can’t be reached. ${AGAIN}`;
  return SAID[answer.status] ?? `The house isn’t ready. ${AGAIN}`;
}
