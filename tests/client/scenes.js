/**
 * Small scenes to choose on.
 *
 * @import { Pick, Scene, Tooltip } from "../../src/souq/server/static/js/types.js"
 */

import { Asked } from "../../src/souq/server/static/js/asked.js";
import { Hints } from "../../src/souq/server/static/js/hints.js";

/** @param {Partial<Scene>} parts @returns {Scene} */
export const scene = (parts) => ({ areas: [], panels: [], prompt: { title: "Build, or pass" }, ...parts });

/** @param {number} choice @param {string} label @param {Partial<Pick>} [more] @returns {Pick} */
export const pick = (choice, label, more = {}) => ({ choice, label, ...more });

/** What only opens a group. @param {string} label @param {string} opens @param {Partial<Pick>} [more] */
export const opener = (label, opens, more = {}) => pick(-1, label, { opens, ...more });

/** @param {string} title @param {string[]} on @param {Partial<Tooltip>} [more] @returns {Tooltip} */
export const tooltip = (title, on, more = {}) => ({ title, on, ...more });

/** @param {Partial<Scene>} parts @param {Partial<Asked>} [how] */
export function asked(parts, how = {}) {
  const made = new Asked({ picks: [], tooltips: [] });
  made.offer(scene(parts), false);
  return Object.assign(made, how);
}

/** Hints as they are once the table has advised something. @param {Scene} now @param {Partial<import("../../src/souq/server/static/js/types.js").Advice>} said */
export function advised(now, said) {
  const hints = new Hints();
  hints.take({ type: "hint", id: "", choice: 0, then: [], amount: null, text: "", why: "", ...said }, now);
  return hints;
}
