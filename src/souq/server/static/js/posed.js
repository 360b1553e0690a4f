/**
 * A puzzle at a table: how often it was tried, where the next one is, and the line that tells others of it.
 *
 * The server counts the tries of everybody whom it knows by a cookie. This browser counts them, too, for all others.
 */

import { make, memory, sharing } from "./dom.js";
import { ask, link } from "./server.js";
import { sentences } from "./text.js";

/** How a result is told. @param {number} tries */
export const told = (tries) => (tries === 1 ? "first try ★" : `${tries} tries`);

export class Posed {
  /** @param {DOMStringMap} data what the page says of the puzzle @param {string} table */
  constructor({ puzzle = "", onward = "", share = "", path = "", row = "" }, table) {
    this.puzzle = puzzle;
    this.onward = onward;
    this.line = share;
    this.path = path;
    this.row = row;
    this.table = table;
    /** How it was solved, as others are told. */
    this.how = "";
  }

  /** How often a choice was made so far, this one included. */
  get tries() {
    return memory.get(`tries.${this.table}`, 0) + 1;
  }

  /** A choice was not the best. */
  missed() {
    if (this.puzzle) memory.set(`tries.${this.table}`, this.tries);
  }

  /** It is solved: the best result is remembered. */
  solved() {
    const known = memory.get("solved", /** @type {Record<string, number>} */ ({}));
    memory.set("solved", { ...known, [this.puzzle]: Math.min(known[this.puzzle] ?? Infinity, this.tries) });
  }

  /** Say how it went; whether it was solved before, only the server knows. @param {HTMLElement} at */
  async ask(at) {
    const answer = await ask(`/solved/${this.table}`).catch(() => null);
    const { tries = this.tries, said = "", before = false } = answer?.ok ? await answer.json() : {};
    if (!before) memory.set(`tries.${this.table}`, tries - 1);
    const how = before ? `You’ve solved this one before: ${told(tries)}` : tries === 1 ? "First try ★" : told(tries);
    this.how = before ? "solved again" : told(tries);
    at.textContent = sentences(how, this.row, said);
  }

  /** What stands below what was done. @returns {HTMLElement} */
  result() {
    const said = make("p", { role: "status" });
    this.how = told(this.tries);
    void this.ask(said);
    const line = () => `${this.line} · ${this.how}\n${link(this.path)}`;
    const ways = this.line ? sharing(line) : [];
    const buttons = ways.map(({ label, act }) => make("button.btn", { type: "button", onclick: act }, label));
    return make("div.posed", {}, said, buttons);
  }
}
