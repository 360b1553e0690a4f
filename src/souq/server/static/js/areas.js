/**
 * The areas of a scene on the page: the board, the hand, the tray, and drawings of the game's own.
 *
 * @import { Scene, SeatInfo } from "./types.js"
 */

import { $, make, small } from "./dom.js";
import { settle } from "./panels.js";
import { Drawing } from "./scene.js";

/**
 * @typedef {object} How how they are drawn
 * @property {number} length of the movement in ms
 * @property {SeatInfo[]} seats
 * @property {(drawing: Drawing) => void} watch told of every drawing that is new
 */

/**
 * Draw every area where it stands; a game's own drawing is made when it first comes.
 * @param {Record<string, Drawing>} drawings by the name of their area
 * @param {Scene} now
 * @param {How} how
 */
export function drawAreas(drawings, { areas, panels }, { length, seats, watch }) {
  for (const area of areas.filter(({ place }) => place === "panel" || place === "story")) {
    if (!drawings[area.name]) watch((drawings[area.name] = ownDrawing(area.name)));
    const panel = panels.find(({ seat }) => seat === area.seat);
    settle(area, drawings[area.name].host, panel, seats);
  }
  for (const [name, drawing] of Object.entries(drawings)) {
    const area = areas.find((each) => each.name === name);
    drawing.draw(area, length);
  }
  const { board, hand } = drawings;
  const beside = hand.size.place === "seats" && !small.matches;
  hand.host.dataset.title = hand.size.label ?? "";
  if (beside !== !!hand.host.closest(".seats")) $(beside ? ".seats .facts" : ".replay").before(hand.host);
  $(".table").style.setProperty("--board-shape", String(board.size.width / board.size.height));
}

/** A drawing of the game's own. @param {string} name of its area */
const ownDrawing = (name) => new Drawing(make("div.own", { "data-area": name }, make("div.whose")), name);
