/** What is beside the game: the waiting room, the menu, the look of the page, the secret that chance came from. */

import { $, $$, coin, copy, icon, make, memory } from "./dom.js";
import { digest, hex, unhex } from "./hash.js";
import { told } from "./shares.js";
import { sound } from "./sound.js";

export class WaitingRoom {
  /** @param {HTMLElement} host @param {(type: string, fields?: object) => void} send @param {(seat: number) => Promise<string>} relink @param {(seat: number) => string} seal of a seat's share */
  constructor(host, send, relink, seal) {
    this.host = host;
    this.seal = seal;
    this.send = send;
    this.relink = relink;
    $("form", host).addEventListener("submit", (event) => { event.preventDefault(); this.sit(this.info.invited); });
    $(".start", host).addEventListener("click", () => send("start"));
    $(".stand", host).addEventListener("click", () => send("stand"));
  }

  /** @param {any} info the table's */
  show(info) {
    this.info = info;
    const { host, links, invited, seats } = info, taking = invited !== null && info.you === null;
    this.host.hidden = info.state !== "waiting";
    if (this.host.hidden) return;
    $("p", this.host).textContent = info.sharing ? "All seats are taken. Each player’s browser adds its share to chance, and the game begins." : taking ? "A seat is saved for you. What’s your name?" : host ? seats.some(({ kept }) => kept) ? "Waiting for the others to come along. If you start without them, bots play for them until they do." : "Send each open seat’s link to a friend, or fill the seats with bots. Whoever opens a link can sit down there; no account needed." : "The game begins when every seat is taken.";
    $("form", this.host).hidden = !taking;
    $(".start", this.host).hidden = !host || info.sharing;
    $(".stand", this.host).hidden = info.you === null || host || info.sharing;
    if (taking && seats[invited].kept && this.taken !== invited) this.send("sit", { seat: this.taken = invited, name: seats[invited].name, seal: this.seal(invited) });
    const now = JSON.stringify([host, info.you, seats.map(({ seal, ...seat }) => seat)]);
    if (now === this.shown) return; // what one is pressing stays
    this.shown = now;
    $("ul", this.host).replaceChildren(...seats.map((seat) => make(`li.${seat.kind}`, {}, coin(seat), make("span", {}, seat.kind !== "open" ? seat.name : seat.kept ? `Kept for ${seat.name}` : "Open seat",
      seat.index === info.you && make("span.tag.you", {}, "you"), seat.kind === "bot" && [make("span.tag", {}, "bot"), make("small", {}, ` ${seat.level_title ?? seat.level}`)]),
      links?.seats[seat.index] && [make("button.btn", { type: "button", onclick: (event) => copy(event.target, location.origin + this.info.links.seats[seat.index]) }, "Copy link"),
        make("button.btn.quiet", { type: "button", title: "The link that was sent opens this seat no more", onclick: (event) => copy(event.target, this.relink(seat.index)) }, "New link")])));
  }

  /** @param {number} seat */
  sit(seat) {
    this.send("sit", { seat, name: $("input", this.host).value.trim() || "Guest", seal: this.seal(seat) });
  }
}

export class Menu {
  /** @param {{set(fields: object): void, reset(): void, relink(seat: number): Promise<string>, again(): void}} acts */
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
      const asked = { reset: acts.reset, keys: () => this.keys(), fair: () => $("dialog.fair").showModal(), leave: () => $("dialog.leaving").showModal(), again: acts.again }[this.dialog.returnValue];
      this.dialog.returnValue = "";
      asked?.();
    });
    $(".elsewhere").addEventListener("click", ({ target }) => copy(target, acts.relink(this.you)));
    for (const button of $$(".watch")) button.addEventListener("click", () => copy(button, location.origin + (button.dataset.path ?? location.pathname)));
    $(".doubt .fairly").addEventListener("click", () => $("dialog.fair").showModal());
    $(".doubt .close").addEventListener("click", () => { $(".doubt").hidden = true; });
    for (const dialog of $$("dialog")) dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  keys() {
    $("dialog.keys").showModal();
  }

  /** @param {any} info the table's @param {import("./shares.js").Word} own what there is to say of this player's part in chance */
  know(info, own) {
    const { confirm, pace } = $("form", this.dialog);
    this.you = info.you;
    $(".elsewhere").hidden = info.you === null;
    confirm.checked = info.confirm;
    pace.value = info.pace;
    for (const part of $$(".seated")) part.hidden = info.you === null || info.state !== "playing";
    pace.closest("label").hidden ||= !info.seats.some(({ kind }) => kind === "bot");
    $(".watching").hidden = info.you !== null || info.state === "waiting";
    for (const part of $$("dialog .finished")) part.hidden = !info.secret;
    $(".unfinished").hidden = !!info.secret;
    $(".commitment").textContent = info.commitment;
    $(".secret").textContent = info.secret ?? "";
    if (info.secret) verify(info);
    this.doubt(info, own);
  }

  /** Say who has added to chance, and loudly what is not as it should be. @param {any} info @param {import("./shares.js").Word} own */
  doubt(info, own) {
    const { added, replaced } = told(info), wrong = [own.tone === "good" ? "" : own.text, info.you === null || info.seats[info.you].replaced ? "" : replaced].filter(Boolean).join(" ");
    $("dialog .added").textContent = [added, replaced].filter(Boolean).join(" ");
    $("dialog .yours").textContent = own.text && `${own.tone === "good" ? "✓" : "✗"} ${own.text}`;
    if (wrong === this.wrong) return; // who has read it need not read it again
    this.wrong = wrong;
    $(".doubt").hidden = !wrong || memory.get("doubts", []).includes(`${info.id} ${wrong}`);
    $(".doubt").classList.toggle("loud", own.tone === "loud");
    $(".doubt p").textContent = wrong;
    $(".doubt .close").onclick = () => memory.set("doubts", [...memory.get("doubts", []).slice(-40), `${info.id} ${wrong}`]);
  }
}

/** Say whether the secret and the shares are those that were committed to. @param {any} info the table's */
async function verify({ secret, commitment, seats }) {
  const shares = seats.filter((/** @type {any} */ { share }) => share);
  const same = await Promise.all([[secret, commitment], ...shares.map((/** @type {any} */ { share, seal }) => [share, seal])].map(async ([bytes, seal]) => hex(await digest(unhex(bytes))) === seal));
  $(".verdict").textContent = !same[0] ? "✗ The secret doesn’t match the fingerprint." : !same.every(Boolean) ? "✗ A share doesn’t match its seal." : `✓ The secret matches the fingerprint${shares.length ? ", and every share matches its seal" : ""}.`;
}
