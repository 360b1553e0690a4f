/** The table: what arrives is shown, what is chosen is sent. */

import { Analysis } from "./analysis.js";
import { Chooser } from "./choose.js";
import { Company } from "./company.js";
import { $, layout, make, memory, plain, sentences, small } from "./dom.js";
import { Menu, WaitingRoom } from "./menu.js";
import { Motion } from "./motion.js";
import { homeOf, Log, settle, showFacts, showSeats, showTally } from "./panels.js";
import { Replay } from "./replay.js";
import { Drawing, zoomable } from "./scene.js";
import { Shares } from "./shares.js";
import { Socket } from "./socket.js";
import { sound } from "./sound.js";
import { Answers, Clock } from "./standing.js";

const QUIET = 1500;
const { table = "", title } = document.body.dataset;

/** The seat's token, kept by this tab. @param {string} [given] a new one */
function token(given) {
  if (given) sessionStorage.setItem(`seat.${table}`, given);
  return sessionStorage.getItem(`seat.${table}`);
}

/** A token that came in a link is kept, and leaves the address at once. @param {string} hash */
function invited(hash) {
  const given = /^#seat=(.+)$/.exec(hash)?.[1];
  if (given) history.replaceState(null, "", location.pathname);
  token(given);
  return Boolean(given);
}
invited(location.hash);
addEventListener("hashchange", (event) => { if (invited(new URL(event.newURL).hash)) location.reload(); });

/** Everything known about the table. @type {any} */
let info = null;
/** @type {import("./types.js").Scene | null} */
let scene = null;
let seq = 0, owed = 0, heard = 0, bannerTimer = 0, countTimer = 0, mine = false, arrived = true;
/** Whether nothing can be chosen now: a decision is on its way, or not on the table yet, or the race has not begun. */
const busy = () => socket.deciding || owed > seq || !$(".countdown").hidden;
/** What was seen of each table before, by revision: the last forty tables. */
const seen = memory.get("seen", {}), away = /^#\d+$/.test(location.hash) ? 0 : seen[table] ?? 0;
/** What `explain` was asked about, by choice. @type {Map<number, Element>} */
const asked = new Map();

const drawings = Object.fromEntries(["board", "hand", "tray"].map((name) => [name, new Drawing($(`[data-area=${name}]`), name)]));
zoomable(drawings.board);

const chooser = new Chooser(drawings, $(".prompt"), {
  choose: (choice, then) => socket.command("choose", { seq, choice, then }),
  amount: (amount) => socket.command("amount", { seq, amount }),
  order: (about, amount) => socket.command("order", { about, amount }),
  undo: () => socket.command("undo", { seq }),
  reset: () => socket.command("reset", { seq }),
  confirm: () => socket.command("confirm", { seq }),
  propose: (phrase) => socket.command("choose", { seq, choice: phrase, at_once: true }),
  weigh: (text) => socket.tell("weigh", { text }),
  answer,
  explain: (choice, at, after) => { asked.set(choice, at); socket.tell("explain", { choice, after }); },
  hint: (at, heading, text) => callout(at, heading, text),
  help: () => menu.keys(),
  analysis: () => analysis.open(),
  scores: () => sheet(true),
  advice: () => socket.command("hint"),
  again, result,
  announce,
});

/** What the end of the game offers first. */
function again() {
  return { label: info.you === null ? "New table" : "Play again", act: () => company.again() };
}

/** The result, to be passed on: with a link to what was played, or to the same puzzle. */
function result() {
  return `${scene?.share}\n${location.origin}${info.seats.length > 1 ? location.pathname : document.body.dataset.again}`;
}

/** The sheet of the end. @param {boolean} still whether all of it stands at once */
const sheet = (still) => scene?.tally && showTally(scene.tally, scene.panels, info.seats, still, again(), scene.share && result());

/** Switch a standing answer. @param {string} name @param {boolean} on */
function answer(name, on) {
  socket.command("answer", { name, on });
}
const answers = new Answers($(".prompt"), answer), clock = new Clock($(".clock"), announce);

/** Say something to who listens instead of looking. @param {string} text */
function announce(text) {
  $("#live").textContent = text;
}

const log = new Log($(".log"), (text) => socket.command("say", { text }), (before) => socket.tell("story", { before }));
const coins = () => Object.fromEntries(info.seats.map((seat) => [seat.index, seat]));

const motion = new Motion({
  show: draw,
  tell: (frame, fresh) => log.tell(frame, fresh, coins()),
  home: homeOf,
}, drawings);

/** Show a scene. @param {import("./types.js").Scene} now @param {number} length of its movement in ms @param {boolean} last nothing follows it yet */
function draw(now, length, last) {
  const before = scene;
  scene = now;
  showSeats(now.panels, info.seats, info.you);
  for (const area of now.areas.filter(({ place }) => place === "panel" || place === "story")) {
    const { host } = drawings[area.name] ??= chooser.watch(new Drawing(make("div.own", { "data-area": area.name }, make("div.whose")), area.name));
    settle(area, host, now.panels.find(({ seat }) => seat === area.seat), info.seats);
  }
  for (const [name, drawing] of Object.entries(drawings)) drawing.draw(now.areas.find((area) => area.name === name), length);
  const board = drawings.board.size, hand = drawings.hand, beside = hand.size.place === "seats" && !small.matches;
  hand.host.dataset.title = hand.size.label ?? "";
  if (beside !== !!hand.host.closest(".seats")) (beside ? $(".seats .facts") : $(".replay")).before(hand.host);
  $(".table").style.setProperty("--board-shape", String(board.width / board.height));
  $(".top .meta").textContent = now.meta ?? "";
  tellWho(last && !replay.away);
  showFacts(now.facts);
  chooser.compose.seats = info.seats;
  chooser.offer(last ? now : { ...now, picks: [], order: chooser.scene.order, composer: chooser.scene.composer }, busy());
  if (!last) return;
  log.noted(info.notes, coins());
  answers.show(now.answers);
  if (before?.tally && now.tally && !$(".tally").hidden && told(before) !== told(now)) sheet(true);
  if (!document.hidden) memory.set("seen", Object.fromEntries([...Object.entries(seen).filter(([name]) => name !== table).slice(-40), [table, seq]]));
  ring(now);
  over(now);
}

/** Whose move it is, beside the turn. @param {boolean} now nothing is being told, or looked back at */
function tellWho(now) {
  const [who, ...others] = info.deciders.map((/** @type {number} */ seat) => (seat === info.you ? "you" : info.seats[seat].name));
  const dot = $(".top .meta").textContent ? "· " : "";
  $(".top .who").textContent = !now || !who ? "" : `${dot}${others.length ? others.length + 1 : who} to move`;
}

/** What the sheet of the end says. @param {import("./types.js").Scene} at */
const told = ({ tally, share }) => JSON.stringify([tally, share]);

/** Ring when it becomes this player's turn. @param {import("./types.js").Scene} now */
function ring(now) {
  const before = mine;
  mine = !!(now.picks?.length || now.amount || now.composer || now.prompt.must_confirm);
  if (mine && !before) sound.play("bell");
  document.title = `${mine ? "● Your turn – " : ""}${title} – souq`;
}

/** A race has a common start: until then the last seconds are told over the board. @param {number} start a time as of `performance.now` */
function count(start) {
  const left = start - performance.now(), box = $(".countdown"), now = Math.ceil(left / 1000), before = !box.hidden;
  clearTimeout(countTimer);
  box.hidden = left <= 0;
  if (left > 0) {
    announce(box.textContent = now > 3 ? "Ready …" : String(now));
    if (now <= 3) sound.play("wood");
    countTimer = setTimeout(() => count(start), left % 1000 || 1000);
  } else if (before) {
    sound.play("bell");
    chooser.offer(chooser.scene, busy());
  }
}

/** The end: the scoring, then looking back. @param {import("./types.js").Scene} now */
function over(now) {
  if (info.state !== "finished" || !now.tally || !$(".replay").hidden) return;
  sheet(arrived || /^#\d+$/.test(location.hash));
  $(".replay [data-analysis]").hidden = info.seats.length < 2;
  replay.open(info.plies);
  decisions().then((all) => { log.date(all); replay.turns = all.filter(({ turn }) => turn).map(({ ply }) => ply); }).catch(() => {});
}

/** Every decision of the game, a page of them at a time. */
async function decisions() {
  const all = [];
  for (let plies = 1; all.length < plies;) {
    const told = await (await fetch(`/api/tables/${table}/log?from=${all.length + 1}`)).json();
    if (!told.decisions.length) break;
    all.push(...told.decisions);
    plies = told.plies;
  }
  return all;
}

const replay = new Replay($(".replay"), table, (frame, forward) => {
  const told = frame.lines?.findLast((/** @type {any} */ line) => line.tone !== "turn");
  if (told && replay.away) frame.scene.prompt.detail = plain(told.text);
  $(".tally").hidden = true;
  log.follow(frame.ply);
  motion.finish();
  if (forward) motion.add({ frames: [{ ...frame, lines: [] }] });
  else draw(frame.scene, 0, true);
});
const analysis = new Analysis($(".analysis"), table);
$(".story").addEventListener("click", ({ target }) => {
  const ply = target.closest("[data-ply]")?.dataset.ply;
  if (ply && !$(".replay").hidden) replay.go(Number(ply));
});
$(".chips").addEventListener("click", ({ target }) => {
  const chip = target.closest(".chip"), seat = chip && $(`.seat[data-seat="${chip.dataset.seat}"]`);
  if (seat) callout(chip, "", seat.cloneNode(true));
});
const shares = new Shares(table, (type, fields) => socket.command(type, fields));
const company = new Company(table, (type, fields) => socket.command(type, fields), proof);
const waiting = new WaitingRoom($(".waiting"), (type, fields) => socket.command(type, fields), relink, (seat) => shares.seal(seat));
const menu = new Menu({ set: (fields) => socket.command("settings", fields), reset: () => socket.command("reset", { seq }), relink, again: () => company.again() });

/** What proves this player's seat, beside the cookie. */
function proof() {
  return token() ? { authorization: `Bearer ${token()}` } : undefined;
}

/** A new link to this player's seat, or to an open one; the one before opens it no more. @param {number} seat */
async function relink(seat) {
  const answer = await fetch(`/api/tables/${table}/seats/${seat}/link`, { method: "POST", headers: proof() }), given = await answer.json();
  if (!answer.ok) throw new Error(given.message);
  if (seat === info.you) token(given.token);
  return `${location.origin}/t/${table}#seat=${given.token}`;
}

/** A few words where they are asked for; they go with the next click or key. @param {Element} at @param {string} heading @param {string | Node} text @param {string} [id] @param {string} [why] */
function callout(at, heading, text, id = "", why = "") {
  const box = $(".callout"), near = at.getBoundingClientRect();
  box.replaceChildren(make("b", {}, heading), ...(why ? [make("p.why", {}, why)] : []), make("p", {}, text), make("small", {}, id));
  box.hidden = false;
  const { width, height } = box.getBoundingClientRect(), above = near.top - height - 10;
  box.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, near.left + near.width / 2 - width / 2))}px`;
  box.style.top = `${above > 8 ? above : Math.min(near.bottom + 10, innerHeight - height - 8)}px`;
}

/** A click or key ends what is being told; it means nothing else when there was still something to see. */
let swallowed = false;
for (const kind of ["pointerdown", "keydown", "click"]) addEventListener(kind, (event) => {
  const { target, key } = /** @type {any} */ (event), box = $(".callout");
  let stop = kind === "click" && swallowed;
  swallowed = false;
  if (kind !== "click") {
    const unseen = motion.behind && key !== "Tab" && !target.closest(".top, .log, .sheet, .doubt, dialog");
    stop = kind === "keydown" && (unseen || (key === "Escape" && !box.hidden));
    swallowed = kind === "pointerdown" && unseen;
    box.hidden = true;
    motion.finish();
  }
  if (stop) { event.stopPropagation(); event.preventDefault(); }
}, true);

/** There is no table behind this page. @param {string} text */
function finalWord(text) {
  $(".banner").textContent = text;
  $(".banner").hidden = false;
}

const receive = {
  table(message) {
    info = message;
    waiting.show(info);
    shares.know(info);
    menu.know(info, shares.word(info));
    company.know(info);
    log.noted(info.notes, coins());
    log.allow(info.you !== null);
    count(performance.now() + info.begins_in * 1000);
    clock.show(info.clock);
    showSeats(scene?.panels ?? info.seats.map((seat) => ({ seat: seat.index, score: "", ...seat })), info.seats, info.you);
    if (scene) over(scene);
  },
  frames(message) {
    seq = message.seq;
    log.cut(message.after);
    if (message.after < 0) log.begins(message.earlier ?? 0);
    const [, missed] = message.frames;
    if (message.catchup && message.after < 0 && missed?.lines.length) missed.lines.unshift({ text: "While you were away", tone: "turn" });
    if (!replay.away) motion.add(message);
    setTimeout(() => { arrived = false; }, 0);
  },
  ack(message) {
    token(message.token);
    log.sent(message.id);
    shares.answered(message.id);
    chooser.compose.sent(message.id);
    if ("held" in message) owed = message.seq;
  },
  hint(message) { chooser.advise(message); },
  refused(message) {
    const wanted = chooser.heard(message.id);
    chooser.offer(chooser.scene);
    if (message.fatal) return finalWord(message.message);
    if (message.wait) chooser.rest(message.wait);
    if (!wanted) return;
    callout($(".prompt"), message.rule?.title ?? (message.wait ? "Hint" : message.id ? "That didn’t work" : "You’re watching"), message.rule?.text ?? message.message, message.rule?.id, message.why);
  },
  explain({ choice, rule, message, why }) {
    const at = /** @type {any} */ (asked.get(choice)), [heading, ...told] = [at?.sprite.label, ...(rule ? [rule.title, rule.text] : [message])].filter(Boolean);
    if (at?.isConnected) callout(at, heading, sentences(...told), rule?.id, why);
  },
  chat(message) {
    if (message.n <= heard) return;
    heard = message.n;
    if (log.heard(message, coins()) && !arrived) announce(`${message.name}: ${message.text}`);
  },
  story(message) { log.before(message, coins()); log.noted(info.notes, coins()); },
  weigh(message) { chooser.compose.told(message); },
  bye(message) { $(".banner").textContent = message.message; },
};

const socket = new Socket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/tables/${table}`, {
  hello: () => ({ type: "hello", token: token(), layout: layout(), seen: seq || away, retell: !seq }),
  onmessage: (message) => receive[message.type]?.(message),
  onstate: (connected) => {
    clearTimeout(bannerTimer);
    if (connected) $(".banner").hidden = true;
    else bannerTimer = setTimeout(() => { $(".banner").hidden = false; }, QUIET);
  },
});

small.addEventListener("change", () => socket.tell("layout", { layout: layout() }));
