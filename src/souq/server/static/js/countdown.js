/** A race has a common start: until then the last seconds are told over the board. */

import { $ } from "./dom.js";
import { sound } from "./sound.js";

/** So many seconds are counted aloud. */
const TOLD = 3;

export class Countdown {
  /** @param {(text: string) => void} announce @param {() => void} go */
  constructor(announce, go) {
    this.announce = announce;
    this.go = go;
    this.box = $(".countdown");
    this.timer = 0;
  }

  /** Whether the race has not begun. */
  get running() {
    return !this.box.hidden;
  }

  /** @param {number} start a time as of `performance.now` */
  count(start) {
    const left = start - performance.now();
    const before = this.running;
    clearTimeout(this.timer);
    this.box.hidden = left <= 0;
    if (left > 0) {
      this.tell(Math.ceil(left / 1000));
      this.timer = setTimeout(() => this.count(start), left % 1000 || 1000);
    } else if (before) {
      sound.play("bell");
      this.go();
    }
  }

  /** @param {number} seconds */
  tell(seconds) {
    const text = seconds > TOLD ? "Ready …" : String(seconds);
    this.box.textContent = text;
    this.announce(text);
    if (seconds <= TOLD) sound.play("wood");
  }
}
