/**
 * People's clocks: the server says what is left to everybody, and until it says more it is counted down from that.
 * Nothing here decides anything.
 *
 * @import { SeatTime, TableInfo } from "./types.js"
 */

import { $$, make } from "./dom.js";
import { sound } from "./sound.js";
import { span } from "./text.js";

/** Seconds left at which screen readers read them out. */
const SPOKEN = [60, 30, 10];
/** Below so many it is late, and below so many every second is heard. */
const LATE = 30;
const LAST = 10;

/** What the server said last, and when. @type {{seats: TableInfo["seats"], you: number | null, at: number}} */
let known = { seats: [], you: null, at: 0 };
/** Said when one's own time gets short. @type {(text: string) => void} */
let announce = () => {};
let timer = 0;
let last = -1;

/** @param {TableInfo} info @param {(text: string) => void} say */
export function know({ seats, you, state }, say) {
  announce = say;
  known = { seats: state === "playing" ? seats : [], you, at: performance.now() };
  tick();
}

/** A seat's clock, where it has one. @param {number} seat @param {boolean} [short] */
export const bank = (seat, short = false) =>
  known.seats[seat]?.time && fill(make("time.bank", { role: "timer", "data-bank": seat, "data-short": short }));

/** @param {SeatTime} time */
const left = ({ left: seconds, runs, sleeps }) =>
  runs && !sleeps ? Math.max(0, seconds - (performance.now() - known.at) / 1000) : seconds;

/** @param {HTMLElement} element */
function fill(element) {
  const time = known.seats[Number(element.dataset.bank)]?.time;
  if (!time) return element;
  const seconds = left(time);
  const text = span(seconds, "short" in element.dataset);
  element.textContent = time.sleeps ? `☾ ${text}` : text;
  element.title = time.sleeps ? "Paused: it’s night or a holiday there" : "Time left";
  element.classList.toggle("runs", time.runs);
  element.classList.toggle("late", time.runs && seconds < LATE);
  return element;
}

/** Count on. */
function tick() {
  clearTimeout(timer);
  for (const element of $$(".bank")) fill(element);
  const running = known.seats.filter(({ time }) => time?.runs && !time.sleeps);
  const [first] = running.flatMap(({ time }) => (time ? [left(time)] : []));
  const mine = running.find(({ index }) => index === known.you)?.time;
  if (mine) hear(Math.ceil(left(mine)));
  if (first > 0) timer = setTimeout(tick, (first * 1000) % 1000 || 1000);
}

/** One's own time is heard when it gets short. @param {number} now seconds */
function hear(now) {
  if (now === last) return;
  last = now;
  if (SPOKEN.includes(now)) announce(`You have ${now} seconds left.`);
  if (now < LAST || (now < LATE && now % 5 === 0)) sound.play("tick");
}
