/**
 * A line of moments that were not played, stepped through on the board: how a game could go on, or what somebody could
 * have done better.
 *
 * @import { BetterLine, Button, Frame, Way } from "./types.js"
 */

import { layout } from "./dom.js";
import { proof } from "./own.js";
import { ask } from "./server.js";
import { plain } from "./text.js";

export class Line {
  /**
   * @param {string} table
   * @param {(frame: Frame, buttons: Button[]) => void} show a moment, and what can be done there
   */
  constructor(table, show) {
    this.table = table;
    this.show = show;
    /** @type {Frame[]} */
    this.frames = [];
    /** Which of them is shown, counted from 1; 0: none, but the table or the game. */
    this.at = 0;
    this.title = "";
    /** The button that leads back, and what happens then. */
    this.label = "";
    this.left = () => {};
    /** How often a line was asked for or closed: the answer to an older question is dropped. */
    this.turn = 0;
  }

  /** Whether one of its moments is shown. */
  get open() {
    return this.at > 0;
  }

  /**
   * Ask the server for a line. Return its answer, or null if something else was asked for or shown meanwhile.
   * @param {string} path
   * @param {RequestInit} [how]
   */
  async load(path, how) {
    const turn = ++this.turn;
    const query = `${path.includes("?") ? "&" : "?"}layout=${layout()}`;
    const asked = { headers: proof(), ...how };
    const answer = await ask(`/api/tables/${this.table}/${path}${query}`, asked).catch(() => null);
    const told = await answer?.json().catch(() => null);
    return turn === this.turn ? { ok: !!(answer?.ok && told), told } : null;
  }

  /**
   * Draw what would have been better at a moment of a finished game, and offer the line that begins with it.
   * @param {number} ply
   * @param {(ways: Way[], buttons: Button[]) => void} draw
   * @param {() => void} left
   */
  async improve(ply, draw, left) {
    const answer = await this.load(`better?ply=${ply}`, { method: "POST" });
    if (!answer?.ok) return;
    const { played, better, frames } = /** @type {BetterLine} */ (answer.told);
    const act = () => this.play("Better line", frames, "Back to the game", left);
    /** @type {Way[]} */
    const ways = [
      { how: "played", ...played },
      { how: "better", ...better },
    ];
    draw(ways, frames.length ? [{ label: "Play the better line", go: true, act }] : []);
  }

  /**
   * Show the first moment.
   * @param {string} title
   * @param {Frame[]} frames
   * @param {string} label of the button that leads back
   * @param {() => void} left
   */
  play(title, frames, label, left) {
    Object.assign(this, { title, frames, label, left, at: 0 });
    this.step(1);
  }

  /** Go on along the line, or back. @param {number} way */
  step(way) {
    const of = this.frames.length;
    const to = this.at + way;
    this.at = to;
    const frame = structuredClone(this.frames[to - 1]);
    const ends = !!frame.scene?.tally;
    const untold = ends ? ["turn", "score"] : ["turn"]; // at the end the seats show the scores
    const lines = frame.lines.filter(({ tone = "" }) => !untold.includes(tone)).map(({ text }) => plain(text));
    const detail = lines.join(" ") || "Nothing you can see happens.";
    const title = ends ? "Here the game would end" : `${this.title}, ${to} of ${of}`;
    Object.assign(frame.scene ?? {}, { prompt: { title, detail } });
    this.show(frame, this.buttons);
  }

  /** @returns {Button[]} */
  get buttons() {
    const leave = { label: this.label, act: () => this.leave() };
    const back = this.at > 1 ? [{ label: "Step back", act: () => this.step(-1) }] : [];
    if (this.at === this.frames.length) return [{ ...leave, go: true }, ...back];
    return [{ label: "Next step", go: true, act: () => this.step(1) }, ...back, leave];
  }

  /** Show again what was shown before. */
  leave() {
    if (!this.open) return;
    this.close();
    this.left();
  }

  /** Something else is shown. */
  close() {
    this.turn++;
    this.at = 0;
  }
}
