/**
 * Several people at one device: when another of them is to play, the table is covered until they have it, so that
 * nobody sees what others hold.
 *
 * @import { TableInfo } from "./types.js"
 */

import { make } from "./dom.js";
import { onTable, showTo } from "./server.js";

/** @typedef {{seat: number, name: string}} Person */

/**
 * Pass the table between people, beginning with whoever is to play.
 * @param {string} table
 * @param {Person[]} people those who are at this device
 * @param {number[]} asked the seats that the table waits for
 * @returns {Promise<void>} once the first of them is there
 */
export async function passBetween(table, people, asked) {
  if (people.length < 2) return;
  const curtain = new Curtain();
  const pass = make("button.btn.go.pass", { type: "button", hidden: true });
  document.body.append(pass);

  /** Who is to have the table. @type {Person | undefined} */
  let next = people.find(({ seat }) => asked.includes(seat));
  if (next) {
    await curtain.fallFor(next.name);
    await showTo(table, next.seat);
    curtain.rise();
  }
  pass.addEventListener("click", () => void handOver());
  onTable((info) => {
    next = wanted(info, people);
    pass.hidden = !next || curtain.fallen;
    if (next) pass.textContent = `Pass to ${next.name}`;
  });

  async function handOver() {
    if (!next) return;
    const { name, seat } = next;
    pass.hidden = true;
    const there = curtain.fallFor(name);
    await showTo(table, null); // nothing that the one before may see stays behind the curtain
    await there;
    await showTo(table, seat);
    curtain.rise();
  }
}

/** What covers the table while it is passed on. */
class Curtain {
  constructor() {
    this.title = make("h2", { id: "curtain-title" });
    this.button = make("button.btn.go", { type: "button" });
    this.dialog = make(
      "dialog.curtain",
      { "aria-labelledby": "curtain-title", oncancel: (/** @type {Event} */ event) => event.preventDefault() },
      this.title,
      make("p", {}, "Everybody else, look away."),
      this.button,
    );
    // Pressed twice, Escape closes any dialog.
    this.dialog.onclose = () => this.fallen && this.show();
    document.body.append(this.dialog);
  }

  get fallen() {
    return document.body.classList.contains("covered");
  }

  show() {
    /** @type {HTMLDialogElement} */ (this.dialog).showModal();
  }

  /** Cover the table until somebody says that they are there. @param {string} name */
  fallFor(name) {
    this.title.textContent = `${name}, it’s your turn`;
    this.button.textContent = `I’m ${name}`;
    document.body.classList.add("covered");
    this.show();
    return new Promise((there) => (this.button.onclick = there));
  }

  rise() {
    document.body.classList.remove("covered");
    /** @type {HTMLDialogElement} */ (this.dialog).close();
  }
}

/**
 * The person at this device who is to play while the one before it isn't; undefined if nobody has to.
 * @param {TableInfo} info
 * @param {Person[]} people
 */
export function wanted({ state, deciders, you }, people) {
  if (state !== "playing" || (you !== null && deciders.includes(you))) return undefined;
  return people.find(({ seat }) => deciders.includes(seat));
}
