/**
 * A better line: what somebody could have done instead in a finished game, and how it would have gone on, step by step.
 *
 * @import { BetterLine, Button, Frame, Way } from "./types.js"
 */

import { layout } from "./dom.js";
import { proof } from "./own.js";

/**
 * @typedef {object} Acts
 * @property {(ways: Way[], buttons: Button[]) => void} draw what was played, and what would have been better
 * @property {(frame: Frame, nth: number, of: number, buttons: Button[]) => void} show a moment of the line
 * @property {(ply: number) => void} leave it for the game
 */

export class Line {
  /** @param {string} table @param {Acts} acts */
  constructor(table, acts) {
    this.table = table;
    this.acts = acts;
    /** The line of the moment that is looked at. @type {BetterLine | null} */
    this.found = null;
    /** Which of its moments is shown; 0: none, but the moment of the game. */
    this.at = 0;
    /** The moment for which a line is looked for. */
    this.wanted = NaN;
  }

  /** Look for the line at a moment, and offer it. @param {number} ply */
  async open(ply) {
    this.wanted = ply;
    const path = `/api/tables/${this.table}/better?ply=${ply}&layout=${layout()}`;
    const answer = await fetch(path, { method: "POST", headers: proof() }).catch(() => null);
    /** @type {BetterLine | null} */
    const found = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!found || this.wanted !== ply) return;
    this.found = found;
    const begin = { label: "Play the better line", go: true, act: () => this.step(1) };
    this.acts.draw(
      [
        { how: "played", ...found.played },
        { how: "better", ...found.better },
      ],
      found.frames.length ? [begin] : [],
    );
  }

  /** Another moment of the game is looked at. */
  close() {
    Object.assign(this, { found: null, at: 0, wanted: NaN });
  }

  /** Go on along the line, or back; from its beginning back to the game. @param {number} way */
  step(way) {
    const { found } = this;
    const to = this.at + way;
    if (!found || to > found.frames.length) return;
    if (to < 1) return this.leave();
    this.at = to;
    this.acts.show(found.frames[to - 1], to, found.frames.length, this.buttons(found.frames.length));
  }

  /** @param {number} of @returns {Button[]} */
  buttons(of) {
    const leave = { label: "Back to the game", act: () => this.leave() };
    const back = { label: "Step back", act: () => this.step(-1) };
    if (this.at === of) return [{ ...leave, go: true }, back];
    return [{ label: "Next step", go: true, act: () => this.step(1) }, back, leave];
  }

  leave() {
    if (this.found) this.acts.leave(this.found.ply);
  }
}
