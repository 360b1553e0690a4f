/**
 * Try from here: a moment of a finished game becomes the beginning of a table of one's own, against bots.
 *
 * @import { TableInfo } from "./types.js"
 */

import { $, make, UNREACHED } from "./dom.js";
import { ask, page } from "./server.js";

export class Trying {
  /**
   * @param {string} table
   * @param {() => number} moment the one that is shown
   * @param {() => Record<string, string> | undefined} proof of one's seat
   */
  constructor(table, moment, proof) {
    this.table = table;
    this.moment = moment;
    this.proof = proof;
    this.dialog = $("dialog.trying");
    this.alert = $(".alert", this.dialog);
    this.asking = false;
    $("form", this.dialog).addEventListener("submit", (event) => {
      if (event.submitter?.getAttribute("value") !== "go") return;
      event.preventDefault();
      void this.go();
    });
  }

  /** @param {TableInfo} info */
  open({ seats, you }) {
    const select = $("select.place", this.dialog);
    const named = seats.map(({ name, index }) =>
      make("option", { value: index, selected: index === you }, index === you ? `${name} (you)` : name),
    );
    const mover = seats.length > 1 ? [make("option", { value: "" }, "The player to move")] : [];
    select.replaceChildren(...mover, ...named);
    $("p b", this.dialog).textContent = this.moment() ? `after move ${this.moment()}` : "at the beginning";
    this.alert.hidden = true;
    this.dialog.showModal();
  }

  /** Open the table, and go there. */
  async go() {
    if (this.asking) return;
    this.asking = true;
    const seat = $("select.place", this.dialog).value;
    const level = $("select.level", this.dialog).value;
    const body = JSON.stringify({ ply: this.moment(), level, ...(seat ? { seat: Number(seat) } : {}) });
    const headers = { ...this.proof(), "content-type": "application/json" };
    const answer = await ask(`/api/tables/${this.table}/try`, { method: "POST", headers, body }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    this.asking = false;
    if (answer?.ok) return location.assign(page(`/t/${told.table}#seat=${told.token}`));
    this.alert.textContent = told?.message ?? UNREACHED;
    this.alert.hidden = false;
  }
}
