/** The banner over the table: whether the connection is lost, and why. */

import { $ } from "./dom.js";

/** How long the connection may be lost before it is said: ms. */
const QUIET = 1500;
/** What is said of a lost connection, until somebody knows why. */
const LOST = "Connection lost. Reconnecting …";

export class Banner {
  constructor() {
    this.element = $(".banner");
    /** How often the connection was opened. */
    this.connections = 0;
    /** Whether the server has said why it goes. */
    this.parted = false;
    this.timer = 0;
  }

  /** The connection is there, or lost. @param {boolean} connected */
  state(connected) {
    clearTimeout(this.timer);
    $(".table").classList.toggle("lost", !connected);
    if (connected) {
      this.connections++;
      this.parted = false;
      this.element.hidden = true;
      this.element.textContent = LOST;
    } else {
      this.timer = setTimeout(() => {
        this.element.hidden = false;
      }, QUIET);
    }
  }

  /** The server goes, and says why. @param {string} text */
  bye(text) {
    this.parted = true;
    this.element.textContent = text;
  }

  /** Something stands in the way of a new connection. @param {string} why */
  obstacle(why) {
    if (!this.parted || !navigator.onLine) this.element.textContent = why;
  }

  /** There is no table behind this page. @param {string} text */
  last(text) {
    this.element.textContent = text;
    this.element.hidden = false;
  }
}
