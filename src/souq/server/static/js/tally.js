/**
 * The final scoring.
 *
 * @import { Button, Panel, SeatInfo, Tally } from "./types.js"
 */

import { $, calm, coin, focused, icon, make, sharing } from "./dom.js";
import { page } from "./server.js";
import { sound } from "./sound.js";

/** Between two rows: ms. */
const BEAT = 480;

/**
 * @typedef {object} End what is said beside the rows
 * @property {Panel[]} panels
 * @property {SeatInfo[]} seats
 * @property {number | null} you whose column always stays in sight
 * @property {Button} again
 * @property {string} share a line to be passed on, if there is one
 * @property {boolean} keyed whether it is looked at by keys
 */

/**
 * Show it row by row, the best first; resolves when all of it stands.
 * @param {Tally} tally
 * @param {End} end
 * @param {boolean} still whether all of it stands at once
 */
export async function showTally(tally, { panels, seats, you, again, share, keyed }, still) {
  const several = panels.length > 1;
  const order = byRank(tally.ranks);
  const rows = rowsOf(tally, several, order, you);
  const heads = order.map((seat) =>
    make(`th.${seat === you ? "own" : ""}`, { scope: "col" }, coin(panels[seat]), make("span", {}, seats[seat].name)),
  );
  const table = make("table", {}, make("thead", {}, make("tr", {}, make("td"), heads)), make("tbody", {}, rows));
  const host = $(".tally");
  const opener = focused();
  const close = () => {
    host.hidden = true;
    if (opener.isConnected) opener.focus({ preventScroll: true });
  };
  host.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    close();
    event.stopPropagation();
  };
  host.replaceChildren(
    ...heading(tally, close),
    make("div.scroll", { tabindex: 0, role: "group", "aria-label": "Final scoring" }, table),
    ways(again, several),
    share ? passedOn(share, several) : "",
  );
  host.hidden = false;
  if (keyed && !opener.closest(".log")) $(".close", host).focus({ preventScroll: true });
  if (!still && !calm()) await reveal(rows);
}

/** Seats, the best first; no place comes last. @param {number[]} ranks */
export const byRank = (ranks) =>
  ranks.map((_, seat) => seat).sort((a, b) => (ranks[a] || Infinity) - (ranks[b] || Infinity) || a - b);

/** @param {Tally} tally @param {() => void} onclick closes it */
function heading({ headline = "", note = "" }, onclick) {
  const close = make(
    "button.icon.close",
    { type: "button", "aria-label": "Look at the board", onclick },
    icon("close"),
  );
  const more = headline && note ? make("p", {}, note) : "";
  return [close, make("h2", {}, headline || note || "Final scoring"), more];
}

/** @param {Tally} tally @param {boolean} several @param {number[]} order @param {number | null} you */
function rowsOf({ rows, total, totals, ranks, below = [] }, several, order, you) {
  /** @param {string} kind @param {[string, string[], string]} row */
  const row = (kind, [label, cells, why]) => {
    const head = make("th", { scope: "row" }, label, why && make("small", {}, why));
    const each = order.map((seat) => {
      const how = `${ranks[seat] === 1 ? "best" : ""}.${seat === you ? "own" : ""}`;
      return make(`td.${how}`, {}, ...cell(cells[seat]));
    });
    return make(`tr.${kind}`, {}, head, each);
  };
  const places = ranks.map((rank) => String(rank || "–"));
  return [
    ...rows.map((each) => row("", each)),
    row("sum", [total, totals, ""]),
    ...(several && ranks.some(Boolean) ? [row("", ["Place", places, ""])] : []),
    ...below.map((each) => row("besides", each)),
  ];
}

/** A second line is smaller. @param {string} text */
function cell(text) {
  const [now, more] = String(text).split("\n");
  return [now, more && make("small", {}, more)];
}

/** @param {Button} again @param {boolean} several */
function ways(again, several) {
  const go = make("button.btn.go", { type: "button", onclick: again.act }, again.label);
  return make("div.ways", {}, go, several && make("button.btn", { type: "button", "data-analysis": true }, "Analysis"));
}

/** @param {string} share @param {boolean} several whether there is a picture of it */
function passedOn(share, several) {
  const { table = "" } = document.body.dataset;
  const all = sharing(() => share).map(({ label, act }) => make("button.btn", { type: "button", onclick: act }, label));
  const picture = { href: page(`/t/${table}/result.png`), download: `souq-${table}.png` };
  return make("div.share", {}, make("p", {}, share), all, several && make("a.btn", picture, "Save picture"));
}

/** @param {Element[]} rows */
async function reveal(rows) {
  for (const row of rows) row.classList.add("later");
  for (const row of rows) {
    await new Promise((done) => setTimeout(done, BEAT));
    row.classList.remove("later");
    sound.play("coin");
  }
  sound.play("bell");
}
