/**
 * The winner's moment: the game's own drawing moves for two seconds, or until a click or key.
 *
 * @import { Scene, SeatInfo } from "./types.js"
 */

import { $, calm, coin, make, maybe } from "./dom.js";
import { isAside } from "./skipping.js";
import { sound } from "./sound.js";

/** How long it takes: ms. */
const LONG = 2000;

/**
 * Show it, and resolve when it is over. It is left out where nobody wins, and for those who prefer reduced motion.
 * @param {Scene} scene
 * @param {SeatInfo[]} seats
 */
export async function celebrate({ panels, tally }, seats) {
  const best = panels.filter(({ seat }) => tally?.ranks[seat] === 1);
  const drawing = /** @type {HTMLTemplateElement | null} */ (maybe("#finale"));
  if (calm() || document.hidden || seats.length < 2 || !best.length || !drawing) return;
  const names = make("p", {}, ...best.map((panel) => [coin(panel), make("b", {}, seats[panel.seat].name)]));
  const stage = make("div.finale", { "aria-hidden": "true" }, drawing.content.cloneNode(true), names);
  $("main.board").append(stage);
  sound.play("bell");
  await skipped();
  stage.remove();
}

/** Resolve after a while, or at a click or key, which then does nothing else. */
function skipped() {
  return new Promise((done) => {
    const kinds = ["click", "keydown"];
    const timer = setTimeout(end, LONG);
    /** @param {Event} [event] */
    function end(event) {
      if (event && isAside(event)) return;
      event?.stopPropagation();
      event?.preventDefault();
      clearTimeout(timer);
      for (const kind of kinds) removeEventListener(kind, end, true);
      done(undefined);
    }
    for (const kind of kinds) addEventListener(kind, end, true);
  });
}
