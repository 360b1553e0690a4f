/**
 * What was seen of each table before, by revision, so that a later visit can say what happened meanwhile.
 *
 * @import { Frame } from "./types.js"
 */

import { memory } from "./dom.js";

/** For how many tables it is remembered what was seen. */
const TABLES = 40;
const seen = () => memory.get("seen", /** @type {Record<string, number>} */ ({}));

/** The revision of a table that was seen last; 0 if none was. @param {string} table */
export const lastSeen = (table) => seen()[table] ?? 0;

/** Remember what is seen of a table, unless nobody looks. @param {string} table @param {number} seq */
export function remember(table, seq) {
  if (document.hidden) return;
  const others = Object.entries(seen()).filter(([name]) => name !== table);
  memory.set("seen", Object.fromEntries([...others.slice(-TABLES), [table, seq]]));
}

/** What happened while nobody looked begins with a line that says so. @param {Frame | undefined} frame */
export function markMissed(frame) {
  if (frame?.lines.length) frame.lines.unshift({ seat: null, text: "While you were away", tone: "turn" });
}
