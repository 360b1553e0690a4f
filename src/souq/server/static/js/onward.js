/** After a game against bots: what to try next, as the server suggests it. */

import { $, maybe } from "./dom.js";
import { ask } from "./server.js";

/**
 * Put the suggestion over the sheet's buttons, and its own button among them.
 * @param {HTMLElement} sheet
 * @param {string} table
 */
export async function suggest(sheet, table) {
  const ways = $(".ways", sheet);
  const answer = await ask(`/t/${table}/onward`).catch(() => null);
  const html = answer?.ok ? (await answer.text()).trim() : "";
  if (!html || !ways.isConnected) return; // the sheet may have been made anew, and asks for itself
  ways.insertAdjacentHTML("beforebegin", html);
  const form = maybe(".onward form", sheet);
  if (form) $(".btn", ways).after(form);
}
