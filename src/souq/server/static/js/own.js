/** This player's seat: what proves it, kept by this tab, and links that give it to another device or person. */

import { ask, link, page } from "./server.js";

const { table = "" } = document.body.dataset;
/** What is kept where nothing may be stored: until the page goes. @type {string | null} */
let held = null;

/** The token of this tab's seat, if there is one. */
export function token() {
  try {
    return sessionStorage.getItem(`seat.${table}`) ?? held;
  } catch {
    return held;
  }
}

/** Keep a new token. @param {string | null | undefined} given */
export function keep(given) {
  if (!given) return;
  held = given;
  try {
    sessionStorage.setItem(`seat.${table}`, given);
  } catch {
    // Nothing may be stored here: only its address brings a page that is loaded again back to the seat.
    history.replaceState(null, "", page(`/t/${table}#seat=${given}`));
  }
}

/**
 * A token that came in a link is kept, and leaves the address at once if it can be stored.
 * @param {string} hash
 * @returns {boolean} whether there was one
 */
function invited(hash) {
  const given = /^#seat=(.+)$/.exec(hash)?.[1];
  if (given) history.replaceState(null, "", page(`/t/${table}`));
  keep(given);
  return Boolean(given);
}
invited(location.hash);
addEventListener("hashchange", (event) => {
  if (invited(new URL(event.newURL).hash)) location.reload();
});

/** What proves this player's seat, beside the cookie. @returns {Record<string, string> | undefined} */
export function proof() {
  return token() ? { authorization: `Bearer ${token()}` } : undefined;
}

/**
 * A new link to this player's seat, or to an open one; the one before opens it no more.
 * @param {number} seat
 * @param {boolean} own
 */
export async function relink(seat, own) {
  const answer = await ask(`/api/tables/${table}/seats/${seat}/link`, { method: "POST", headers: proof() });
  const given = await answer.json();
  if (!answer.ok) throw new Error(given.message);
  if (own) keep(given.token);
  return link(`/t/${table}#seat=${given.token}`);
}
