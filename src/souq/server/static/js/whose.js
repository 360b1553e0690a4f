/**
 * Whose turn it is: beside the turn, in the page's title and by a bell.
 *
 * @import { Scene, TableInfo } from "./types.js"
 */

import { $ } from "./dom.js";
import { sound } from "./sound.js";

/**
 * Who moves, or how many at once.
 * @param {TableInfo} info
 * @param {boolean} now nothing is being told, or looked back at
 */
export function tellWho({ deciders, seats, you }, now) {
  const [who, ...others] = deciders.map((seat) => (seat === you ? "you" : seats[seat].name));
  const dot = $(".top .meta").textContent ? "· " : "";
  const count = others.length + 1 < seats.length ? others.length + 1 : "everyone";
  $(".top .who").textContent = !now || !who ? "" : dot + (others.length ? `${count} at once` : `${who} to move`);
}

export class Bell {
  /** @param {string} title of the page */
  constructor(title) {
    this.title = title;
    /** Whether something is asked of this player. */
    this.mine = false;
  }

  /** Ring when it becomes this player's turn. @param {Scene} now */
  ring({ picks, amount, composer, prompt }) {
    const before = this.mine;
    this.mine = !!(picks?.length || amount || composer || prompt.must_confirm);
    if (this.mine && !before) sound.play("bell");
    document.title = `${this.mine ? "● Your turn – " : ""}${this.title} – souq`;
  }
}
