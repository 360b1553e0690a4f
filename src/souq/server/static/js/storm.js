/**
 * A storm: as many puzzles as possible in three minutes, each at its own table. Its clock runs on from page to page.
 */

import { make, UNREACHED } from "./dom.js";
import { ask, page } from "./server.js";

/** How long a right and a wrong choice can be looked at: ms. */
const RIGHT = 700;
const WRONG = 1500;
/** What a wrong choice costs: ms. */
const PENALTY = 10_000;

export class Storm {
  /**
   * @param {DOMStringMap} data what the page says of it
   * @param {string} game
   * @param {string} table
   * @param {(text: string) => void} announce
   */
  constructor({ storm = "", solved = "0" }, game, table, announce) {
    this.game = game;
    this.table = table;
    this.announce = announce;
    this.solved = Number(solved);
    /** When it ends; 0: there is none. By the clock that goes on while the computer sleeps. */
    this.ends = storm ? Date.now() + Number(storm) * 1000 : 0;
    /** Whether a choice was made here: only the first one counts. */
    this.counted = false;
    this.going = false;
    this.clock = make("b.storm", { role: "timer" });
    if (this.on) {
      this.tick();
      this.timer = setInterval(() => this.tick(), 250);
    }
  }

  /** Whether this table belongs to one. */
  get on() {
    return this.ends > 0;
  }

  /** Seconds left. */
  get left() {
    return Math.max(0, Math.ceil((this.ends - Date.now()) / 1000));
  }

  tick() {
    const { left } = this;
    const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    this.clock.textContent = `${this.solved} solved · ${clock}`;
    if (left === 0) this.proceed();
  }

  /** A choice was made: there is a moment to see it. @param {boolean} right */
  chosen(right) {
    if (this.counted) return;
    this.counted = true;
    if (right) this.solved += 1;
    else this.ends -= PENALTY;
    this.tick();
    setTimeout(() => this.proceed(), right ? RIGHT : WRONG);
  }

  /** To the next puzzle or, once time is up, to the result. */
  proceed() {
    if (this.going) return;
    this.going = true;
    clearInterval(this.timer);
    if (this.left === 0) this.announce(`Time’s up. ${this.solved} solved.`);
    void this.ask();
  }

  /** Ask where that is, and again where nobody could answer. */
  async ask() {
    const body = new URLSearchParams({ table: this.table });
    const headers = { accept: "application/json" };
    const answer = await ask(`/storm/${this.game}/next`, { method: "POST", headers, body }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (told?.to) return location.replace(page(told.to));
    this.clock.textContent = told?.message ?? UNREACHED;
    this.announce(told?.message ?? UNREACHED);
    const busy = !answer || answer.status === 429 || answer.status >= 500;
    if (busy) setTimeout(() => void this.ask(), WRONG);
  }
}
