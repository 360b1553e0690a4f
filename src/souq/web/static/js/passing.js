/**
 * Several people at one device: when another of them is to play, the table is covered until they have it, so that
 * nobody sees what others hold.
 *
 * @import { TableInfo } from "./types.js"
 */

import { onTable, showTo } from "./server.js";

/** @typedef {{seat: number, name: string}} Person */

/**
 * Pass the table between people.
 * @param {string} table
 * @param {Person[]} people those who are at this device
 */
export function passBetween(table, people) {
  if (people.length < 2) return;
  const curtain = document.createElement("dialog");
  curtain.className = "curtain";
  curtain.setAttribute("aria-labelledby", "curtain-title");
  const [title, words, button] = ["h2", "p", "button"].map((name) => document.createElement(name));
  title.id = "curtain-title";
  words.textContent = "Everybody else looks away.";
  button.className = "btn go";
  curtain.append(title, words, button);
  curtain.addEventListener("cancel", (event) => event.preventDefault());
  const pass = document.createElement("button");
  pass.className = "btn go pass";
  pass.type = "button";
  pass.hidden = true;
  document.body.append(curtain, pass);

  /** Who is to have the table. @type {Person | undefined} */
  let next;
  pass.addEventListener("click", cover);
  button.addEventListener("click", () => void uncover());

  onTable((info) => {
    next = wanted(info, people);
    pass.hidden = !next || curtain.open;
    if (next) pass.textContent = `Pass to ${next.name}`;
  });

  function cover() {
    if (!next) return;
    title.textContent = `${next.name}, it’s your turn`;
    button.textContent = `I’m ${next.name}`;
    pass.hidden = true;
    document.body.classList.add("covered");
    curtain.showModal();
  }

  async function uncover() {
    if (!next) return;
    const stop = onTable(() => {
      stop();
      document.body.classList.remove("covered");
      curtain.close();
    });
    await showTo(table, next.seat);
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
