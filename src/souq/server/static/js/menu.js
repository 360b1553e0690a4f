/**
 * The menu, the look of the page, and what there is to know of the secret that chance came from.
 *
 * @import { Commands, TableInfo } from "./types.js"
 * @import { Word } from "./shares.js"
 */

import { $, $$, about, copy, focused, icon, maybe, memory } from "./dom.js";
import { digest, hex, unhex } from "./hash.js";
import { link } from "./server.js";
import { told } from "./shares.js";
import { sound } from "./sound.js";

/** So many doubts are remembered as read. */
const DOUBTS = 40;

/**
 * @typedef {object} Acts
 * @property {(fields: Commands["settings"]) => void} set
 * @property {() => void} reset
 * @property {(seat: number) => Promise<string>} relink
 * @property {() => void} again
 *
 * @typedef {HTMLFormElement & Record<"sound" | "confirm" | "volume", HTMLInputElement>
 *   & Record<"theme" | "pace", HTMLSelectElement>} Settings
 */

export class Menu {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.dialog = $("dialog.settings");
    this.form = /** @type {Settings} */ ($("form", this.dialog));
    /** @type {number | null} */
    this.you = null;
    /** Buttons about other people and devices; who plays on their own machine has none. */
    this.elsewhere = maybe("button.elsewhere");
    this.report = maybe("a.report");
    /** What is not as it should be with the dice. */
    this.wrong = "";
    this.watchSound();
    this.watchSettings();
    this.watchLog();
    this.watchDialogs();
  }

  watchSound() {
    const { form } = this;
    const hush = $(".hush");
    const show = () => {
      form.sound.checked = sound.on;
      hush.setAttribute("aria-pressed", String(sound.on));
      hush.replaceChildren(icon(sound.on ? "sound" : "mute"));
    };
    const turn = (/** @type {boolean} */ on) => {
      sound.turn(on);
      show();
    };
    show();
    form.volume.value = String(sound.volume);
    form.sound.addEventListener("change", () => turn(form.sound.checked));
    hush.addEventListener("click", () => turn(!sound.on));
    form.volume.addEventListener("input", () => {
      sound.level(Number(form.volume.value));
      sound.play("coin");
    });
  }

  watchSettings() {
    const { acts, form } = this;
    form.theme.value = memory.get("theme", "");
    form.theme.addEventListener("change", () => {
      memory.set("theme", form.theme.value);
      document.documentElement.dataset.theme = form.theme.value;
    });
    form.confirm.addEventListener("change", () => acts.set({ confirm: form.confirm.checked }));
    form.pace.addEventListener("change", () => acts.set({ pace: /** @type {TableInfo["pace"]} */ (form.pace.value) }));
  }

  watchLog() {
    const logs = $(".logs");
    const sheet = $(".log");
    const open = (/** @type {boolean} */ on) => {
      sheet.classList.toggle("open", on);
      logs.setAttribute("aria-expanded", String(on));
      logs.classList.remove("news");
      if (on) maybe(".news", sheet)?.click(); // straight to what is new
    };
    logs.addEventListener("click", () => open(!sheet.classList.contains("open")));
    $(".close", sheet).addEventListener("click", () => open(false));
    // Where the board leaves no room for it, it covers the board; else it stands beside.
    const covers = () => sheet.classList.contains("open") && logs.getClientRects().length > 0;
    const leave = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || maybe("dialog[open]")) return;
      const inside = sheet.contains(focused());
      if (!inside && !covers()) return;
      if (covers()) {
        open(false);
        logs.focus();
      } else focused().blur();
      event.stopPropagation();
    };
    addEventListener("keydown", leave, { capture: true });
  }

  watchDialogs() {
    $(".menu").addEventListener("click", () => this.dialog.showModal());
    this.dialog.addEventListener("close", () => this.asked());
    this.elsewhere?.addEventListener("click", (event) => copy(about(event), this.acts.relink(this.you ?? -1)));
    for (const button of $$(".watch")) {
      const { path } = button.dataset;
      button.addEventListener("click", () => copy(button, link(path ?? `/t/${document.body.dataset.table}`)));
    }
    $(".doubt .fairly").addEventListener("click", () => $("dialog.fair").showModal());
    $(".doubt .close").addEventListener("click", () => this.read());
    for (const dialog of $$("dialog")) {
      dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    }
  }

  /** What was chosen in the menu. */
  asked() {
    /** @type {Record<string, () => void>} */
    const ways = {
      reset: this.acts.reset,
      keys: () => this.keys(),
      fair: () => $("dialog.fair").showModal(),
      leave: () => $("dialog.leaving").showModal(),
      again: this.acts.again,
    };
    const way = ways[this.dialog.returnValue];
    this.dialog.returnValue = "";
    way?.();
  }

  keys() {
    $("dialog.keys").showModal();
  }

  /** @param {TableInfo} info @param {Word} own what there is to say of this player's part in chance */
  know(info, own) {
    const { confirm, pace } = this.form;
    const bots = info.seats.some(({ kind }) => kind === "bot");
    const seated = info.you !== null && info.state === "playing";
    this.you = info.you;
    if (this.elsewhere) this.elsewhere.hidden = info.you === null;
    // Bots do nothing that anybody could report, but in the seat of somebody who has left.
    const alone = info.seats.every(({ free, index, kind }) => index === info.you || (kind === "bot" && !free));
    if (this.report) this.report.hidden = alone;
    confirm.checked = info.confirm;
    pace.value = info.pace;
    for (const part of $$(".seated")) part.hidden = !seated;
    if (!bots) /** @type {HTMLElement} */ (pace.closest("label")).hidden = true;
    $(".watching").hidden = info.you !== null || info.state === "waiting";
    for (const part of $$("dialog .finished")) part.hidden = !info.secret;
    $(".unfinished").hidden = !!info.secret;
    $("[value=again]", this.dialog).textContent = info.you === null ? "New table" : "Play again";
    $(".commitment").textContent = info.commitment;
    $(".secret").textContent = info.secret ?? "";
    if (info.secret) void verify(info.secret, info);
    this.doubt(info, own);
  }

  /** Say who has added to chance, and loudly what is not as it should be. @param {TableInfo} info @param {Word} own */
  doubt(info, own) {
    const { added, replaced } = told(info);
    const good = own.tone === "good";
    const missed = info.you === null || info.seats[info.you].replaced ? "" : replaced;
    const wrong = [good ? "" : own.text, missed].filter(Boolean).join(" ");
    $("dialog .added").textContent = [added, replaced].filter(Boolean).join(" ");
    $("dialog .yours").textContent = own.text && `${good ? "✓" : "✗"} ${own.text}`;
    const doubt = wrong && `${info.id} ${wrong}`;
    if (doubt === this.wrong) return; // who has read it need not read it again
    this.wrong = doubt;
    $(".doubt").hidden = !wrong || doubts().includes(doubt);
    $(".doubt").classList.toggle("loud", own.tone === "loud");
    $(".doubt p").textContent = wrong;
  }

  /** A doubt was read: it is not shown again. */
  read() {
    $(".doubt").hidden = true;
    memory.set("doubts", [...doubts().slice(-DOUBTS), this.wrong]);
  }
}

/** The doubts that were read, by table. */
const doubts = () => memory.get("doubts", /** @type {string[]} */ ([]));

/**
 * Say whether the secret and the shares are those that were committed to.
 * @param {string} secret
 * @param {TableInfo} info
 */
async function verify(secret, { commitment, seats }) {
  const matches = async (/** @type {string} */ bytes, /** @type {string | null} */ seal) =>
    hex(await digest(unhex(bytes))) === seal;
  const shares = seats.flatMap(({ share, seal }) => (share ? [matches(share, seal)] : []));
  const [same, ...each] = await Promise.all([matches(secret, commitment), ...shares]);
  $(".verdict").textContent = verdict(same, each);
}

/** @param {boolean} same @param {boolean[]} shares */
function verdict(same, shares) {
  if (!same) return "✗ The secret doesn’t match the fingerprint.";
  if (!shares.every(Boolean)) return "✗ A share doesn’t match its seal.";
  return `✓ The secret matches the fingerprint${shares.length ? ", and every share matches its seal" : ""}.`;
}
