/** What is beside the game: the waiting room, the menu, the look of the page, the secret that chance came from. */

import { $, $$, coin, copy, icon, make, memory } from "./dom.js";
import { sound } from "./sound.js";

export class WaitingRoom {
  /** @param {HTMLElement} host @param {(type: string, fields?: object) => void} send @param {(seat: number) => Promise<string>} relink */
  constructor(host, send, relink) {
    this.host = host;
    this.send = send;
    this.relink = relink;
    $("form", host).addEventListener("submit", (event) => { event.preventDefault(); this.sit(this.info.invited); });
    $(".start", host).addEventListener("click", () => send("start"));
  }

  /** @param {any} info the table's */
  show(info) {
    this.info = info;
    const { host, links, invited, seats } = info, taking = invited !== null && info.you === null;
    this.host.hidden = info.state !== "waiting";
    if (this.host.hidden) return;
    $("p", this.host).textContent = taking ? "A seat is kept for you. How shall we call you?" : host ? "Send each open seat’s link to somebody, or let bots sit down." : "The game begins when every seat is taken.";
    $("form", this.host).hidden = !taking;
    $(".start", this.host).hidden = !host;
    const now = JSON.stringify([host, info.you, seats]);
    if (now === this.shown) return; // what one is pressing stays
    this.shown = now;
    $("ul", this.host).replaceChildren(...seats.map((seat) => make(`li.${seat.kind}`, {}, coin(seat), make("span", {}, seat.kind === "open" ? "Open seat" : seat.name,
      seat.index === info.you && make("span.tag.you", {}, "you"), seat.kind === "bot" && [make("span.tag", {}, "bot"), make("small", {}, ` ${seat.level_title ?? seat.level}`)]),
      links?.seats[seat.index] && [make("button.btn", { type: "button", onclick: (event) => copy(event.target, location.origin + this.info.links.seats[seat.index]) }, "Copy link"),
        make("button.btn.quiet", { type: "button", title: "The link that was sent opens this seat no more", onclick: (event) => copy(event.target, this.relink(seat.index)) }, "New link")])));
  }

  /** @param {number} seat */
  sit(seat) {
    this.send("sit", { seat, name: $("input", this.host).value.trim() || "Guest" });
  }
}

export class Menu {
  /** @param {{set(fields: object): void, reset(): void, relink(seat: number): Promise<string>}} acts */
  constructor(acts) {
    this.dialog = $("dialog.settings");
    const form = $("form", this.dialog), hush = $(".hush"), logs = $(".logs"), sheet = $(".log");
    const heard = () => {
      form.sound.checked = sound.on;
      hush.setAttribute("aria-pressed", String(sound.on));
      hush.replaceChildren(icon(sound.on ? "sound" : "mute"));
    };
    const open = (on) => {
      sheet.classList.toggle("open", on);
      logs.setAttribute("aria-expanded", String(on));
      logs.classList.remove("news");
      if (on) $(".news", sheet)?.click(); // straight to what is new
    };
    heard();
    form.volume.value = sound.volume;
    form.theme.value = memory.get("theme", "") ?? "";
    form.sound.addEventListener("change", () => { sound.turn(form.sound.checked); heard(); });
    form.volume.addEventListener("input", () => { sound.level(Number(form.volume.value)); sound.play("coin"); });
    form.theme.addEventListener("change", () => {
      memory.set("theme", form.theme.value);
      document.documentElement.dataset.theme = form.theme.value;
    });
    form.confirm.addEventListener("change", () => acts.set({ confirm: form.confirm.checked }));
    form.pace.addEventListener("change", () => acts.set({ pace: form.pace.value }));
    hush.addEventListener("click", () => { sound.turn(!sound.on); heard(); });
    logs.addEventListener("click", () => open(!sheet.classList.contains("open")));
    $(".close", sheet).addEventListener("click", () => open(false));
    $(".menu").addEventListener("click", () => this.dialog.showModal());
    this.dialog.addEventListener("close", () => {
      const asked = { reset: acts.reset, keys: () => this.keys(), fair: () => $("dialog.fair").showModal() }[this.dialog.returnValue];
      this.dialog.returnValue = "";
      asked?.();
    });
    $(".elsewhere").addEventListener("click", ({ target }) => copy(target, acts.relink(this.you)));
    for (const button of $$(".watch")) button.addEventListener("click", () => copy(button, location.origin + (button.dataset.path ?? location.pathname)));
    for (const dialog of $$("dialog")) dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  keys() {
    $("dialog.keys").showModal();
  }

  /** @param {any} info the table's */
  know(info) {
    const { confirm, pace } = $("form", this.dialog);
    this.you = info.you;
    $(".elsewhere").hidden = info.you === null;
    confirm.checked = info.confirm;
    pace.value = info.pace;
    for (const part of $$(".seated")) part.hidden = info.you === null || info.state !== "playing";
    pace.closest("label").hidden ||= !info.seats.some(({ kind }) => kind === "bot");
    $(".watching").hidden = info.you !== null || info.state === "waiting";
    for (const part of $$("dialog .finished")) part.hidden = !info.secret;
    $(".commitment").textContent = info.commitment;
    $(".secret").textContent = info.secret ?? "";
    if (info.secret) verify(info.secret, info.commitment);
  }
}

/** Say whether the secret is the one whose fingerprint was shown first. @param {string} secret @param {string} commitment both in hexadecimal */
async function verify(secret, commitment) {
  if (!crypto.subtle) return; // only pages from https or this machine may compute it
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const same = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
  $(".verdict").textContent = same ? "✓ The secret belongs to the fingerprint." : "✗ The secret does not belong to the fingerprint.";
}
