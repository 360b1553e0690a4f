/**
 * The table: what arrives is shown, what is chosen is sent.
 *
 * @import { Ack, Advice, Bye, Explanation, Frame, Frames, Message, Panel, Refusal, Said, Scene } from "./types.js"
 * @import { SpriteElement, TableInfo, Told, Weighed } from "./types.js"
 */

import { Analysis } from "./analysis.js";
import { drawAreas } from "./areas.js";
import { Banner } from "./banner.js";
import { callout } from "./callout.js";
import { Chooser } from "./choose.js";
import { know } from "./clocks.js";
import { Company } from "./company.js";
import { Countdown } from "./countdown.js";
import { $, focused, layout, maybe, small, UNREACHED } from "./dom.js";
import { celebrate } from "./finale.js";
import { LessonCard } from "./lesson.js";
import { Line } from "./line.js";
import { isReady, Log } from "./log.js";
import { Menu } from "./menu.js";
import { Motion } from "./motion.js";
import { suggest } from "./onward.js";
import { keep, proof, relink, token } from "./own.js";
import { homeOf, openChips, showFacts, showSeats } from "./panels.js";
import { Replay } from "./replay.js";
import { Drawing } from "./scene.js";
import { lastSeen, markMissed, remember } from "./seen.js";
import { link } from "./server.js";
import { Shares } from "./shares.js";
import { Socket } from "./socket.js";
import { skippable } from "./skipping.js";
import { Spots } from "./spots.js";
import { Speech } from "./speech.js";
import { Answers, Clock } from "./standing.js";
import { showTally } from "./tally.js";
import { plain, sentences } from "./text.js";
import { Trying } from "./trying.js";
import { WaitingRoom } from "./waiting.js";
import { Wares } from "./wares.js";
import { Bell, tellWho } from "./whose.js";
import { zoomable } from "./zoom.js";

/** A longer text is left out beside a better move, which is drawn on the board: characters. */
const LONG = 120;
const { table = "", title = "", again: start = "" } = document.body.dataset;

/** Everything known about the table. @type {TableInfo} */
let info;
/** @type {Scene | null} */
let scene = null;
/** The revision that is shown, the one that one's own decision leads to, and the last word that was heard. */
let seq = 0;
let owed = 0;
let heard = 0;
/** Whether the page has only just come. */
let arrived = true;
/** Whether nothing can be chosen now: a decision is on its way, or not on the table yet, or the race has not begun. */
const busy = () => socket.deciding || owed > seq || countdown.running;
const isMoment = (/** @type {string} */ hash) => /^#\d+$/.test(hash);
const away = isMoment(location.hash) ? 0 : lastSeen(table);
/** What `explain` was asked about, by choice. @type {Map<number, SpriteElement>} */
const asked = new Map();

const drawings = Object.fromEntries(
  ["board", "hand", "tray"].map((name) => [name, new Drawing($(`[data-area=${name}]`), name)]),
);
zoomable(drawings.board);
const banner = new Banner();
const bell = new Bell(title);
const spots = new Spots($(".log .lists"), drawings);

const answer = (/** @type {string} */ name, /** @type {boolean} */ on) => socket.command("answer", { name, on });
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
  explain: (choice, at, after) => {
    asked.set(choice, at);
    socket.tell("explain", { choice, after });
  },
  hint: callout,
  help: () => menu.keys(),
  leave: () => line.leave(),
  scores: () => sheet(true),
  advice: () => socket.command("hint"),
  again,
  result,
  announce,
});

/** What the end of the game offers first. */
function again() {
  return { label: info.you === null ? "New table" : "Play again", act: () => void company.again() };
}

/** The result, to be passed on: with a link to what was played, or to the same puzzle. */
function result() {
  return `${scene?.share}\n${link(info.seats.length > 1 ? `/t/${table}` : start)}`;
}

/** The sheet of the end. @param {boolean} still whether all of it stands at once */
function sheet(still) {
  if (!scene?.tally) return;
  const { panels, share, tally } = scene;
  const beside = {
    panels,
    seats: info.seats,
    you: info.you,
    again: again(),
    share: share ? result() : "",
    keyed: chooser.keyed,
  };
  void showTally(tally, beside, still);
  if (info.you !== null && info.state === "finished") void suggest($(".tally"), table);
}

const answers = new Answers($(".prompt"), answer);
const clock = new Clock($(".clock"), announce);
const countdown = new Countdown(announce, () => chooser.offer(chooser.asked.scene, busy()));

const lesson = new LessonCard($(".lesson"), drawings, {
  next: () => socket.command("read", { seq }),
  choose: () => chooser.next?.focus({ preventScroll: true }),
  look: (nth) => void goOn(nth),
  announce,
});

/** Have screen readers read something out. @param {string} text */
function announce(text) {
  $("#live").textContent = text;
}

const wares = new Wares((sides) => socket.command("list", sides));
const speech = new Speech();
const log = new Log(
  $(".log"),
  (text) => socket.command("say", { text }),
  (id) => socket.unanswered.has(id),
  (before) => socket.tell("story", { before }),
);
const coins = () => Object.fromEntries(info.seats.map((seat) => [seat.index, seat]));

const motion = new Motion(
  { show: draw, tell: (frame, fresh) => log.tell(frame, fresh, coins()), home: homeOf },
  drawings,
);

/**
 * Show a scene.
 * @param {Scene} now
 * @param {number} length of its movement in ms
 * @param {boolean} last nothing follows it yet
 * @param {boolean} [rolling] dice are still on their way: what is said goes on being what was said before
 */
function draw(now, length, last, rolling = false) {
  if (line.open) last = false;
  const before = scene;
  scene = now;
  wares.offer(now.listing);
  seat(now.panels);
  drawAreas(drawings, now, { length, seats: info.seats, watch: (drawing) => chooser.pointer.watch(drawing) });
  spots.know(now.areas);
  $(".top .meta").textContent = now.meta ?? "";
  tellWho(info, last && !replay.away);
  showFacts(now.facts);
  chooser.compose.seats = info.seats;
  chooser.compose.says = (seat) => wares.of(seat);
  const { order, composer, prompt } = chooser.asked.scene;
  lesson.point(last && !replay.away ? now.lesson : lesson.now);
  const said = rolling ? { title: prompt.title, detail: prompt.detail } : now.prompt;
  chooser.offer(last ? now : { ...now, prompt: said, picks: [], order, composer }, busy(), last);
  if (last) settleOn(now, before);
}

/** Show a moment that is looked at, without telling it again. @param {Frame} frame @param {boolean} moving */
function look(frame, moving) {
  motion.finish();
  if (moving) motion.add({ frames: [{ ...frame, lines: [] }] });
  else draw(/** @type {Scene} */ (frame.scene), 0, true);
}

/** Show who sits where. @param {Panel[]} panels */
function seat(panels) {
  showSeats(panels, info.seats, info.you, (seat) => wares.of(seat));
}

/** What is done once all has been shown. @param {Scene} now @param {Scene | null} before */
function settleOn(now, before) {
  log.noted(info.notes, coins());
  answers.show(now.answers);
  lesson.show(replay.away ? undefined : now.lesson, !!now.tally);
  if (before?.tally && now.tally && !$(".tally").hidden && told(before) !== told(now)) sheet(true);
  remember(table, seq);
  bell.ring(now);
  over(now);
}

/** What the sheet of the end says. @param {Scene} at */
const told = ({ tally, share }) => JSON.stringify([tally, share]);

/** The end: the scoring, then looking back. @param {Scene} now */
function over(now) {
  if (info.state !== "finished" || !now.tally || now.lesson || !$(".replay").hidden) return;
  const still = arrived || isMoment(location.hash);
  if (still) sheet(true);
  else void celebrate(now, info.seats).then(() => replay.away || sheet(false));
  $(".replay [data-analysis]").hidden = info.seats.length < 2;
  replay.open(info.plies, (all) => log.date(all));
}

const replay = new Replay($(".replay"), table, (frame, forward) => {
  const now = /** @type {Scene} */ (frame.scene);
  const told = frame.lines.findLast(({ tone }) => tone !== "turn");
  const advised = analysis.at(frame.ply);
  if (advised)
    now.prompt = {
      title: "Better here",
      detail: sentences(advised.text.length < LONG ? advised.text : "", advised.why && `Why? ${advised.why}`),
    };
  else if (told && replay.away) now.prompt.detail = plain(told.text);
  if (replay.away) now.meta = [now.meta, `move ${frame.ply}`].filter(Boolean).join(" · ");
  $(".tally").hidden = true;
  log.follow(frame.ply);
  line.close();
  look(frame, forward && !advised);
  chooser.draw(advised ? [{ how: "better", on: advised.on, drawn: [] }] : []);
  const again = () => void replay.again(frame.ply);
  if (advised) void line.improve(frame.ply, (ways, buttons) => chooser.draw(ways, buttons), again);
});

const line = new Line(table, (frame, buttons) => {
  motion.finish();
  replay.play(false);
  chooser.draw([], buttons);
  look(frame, true);
});

/** Show how the game could go on, which the card of a lesson offers. @param {number} nth */
async function goOn(nth) {
  const answer = await line.load(`continuations/${nth}`);
  if (!answer) return;
  if (!answer.ok) return callout($(".lesson"), "That didn’t work", answer.told?.message ?? UNREACHED);
  line.leave();
  const now = /** @type {Scene} */ (scene);
  const opener = focused();
  line.play("How the game could go on", answer.told.frames.slice(1), "Back to the table", () => {
    motion.finish();
    chooser.draw([]);
    draw(now, 0, true);
    opener.focus({ preventScroll: true });
  });
  maybe(".prompt .go")?.focus({ preventScroll: true });
}

const trying = new Trying(table, () => replay.wanted, proof);
$(".replay .try").addEventListener("click", () => trying.open(info));

const analysis = new Analysis(
  $(".analysis"),
  table,
  () => info.you,
  (ply) => void replay.again(ply),
);
const linked = (/** @type {number} */ seat) => relink(seat, seat === info.you);
const shares = new Shares(table, (type, ...fields) => socket.command(type, ...fields));
const company = new Company(table, (type, ...fields) => socket.command(type, ...fields), proof);
const waiting = new WaitingRoom(
  $(".waiting"),
  (type, ...fields) => socket.command(type, ...fields),
  linked,
  (seat) => shares.seal(seat),
);
const menu = new Menu({
  set: (fields) => socket.command("settings", fields),
  reset: () => socket.command("reset", { seq }),
  relink: linked,
  again: () => company.again(),
});

openChips(callout);
skippable(motion);

const receive = {
  /** @param {TableInfo} message */
  table(message) {
    if (message.you !== info?.you) owed = 0; // each seat counts for itself
    info = message;
    waiting.show(info);
    shares.know(info);
    menu.know(info, shares.word(info));
    company.know(info);
    log.noted(info.notes, coins());
    log.allow(info);
    countdown.count(performance.now() + info.begins_in * 1000);
    clock.show(info.clock);
    know(info, announce);
    wares.know(info);
    seat(scene?.panels ?? info.seats.map((seat) => ({ ...seat, seat: seat.index, score: "" })));
    if (scene) over(scene);
  },
  /** @param {Frames} message */
  frames(message) {
    seq = message.seq;
    log.cut(message.after);
    if (message.after < 0) log.begins(message.earlier ?? 0);
    if (message.catchup && message.after < 0) markMissed(message.frames[1]);
    if (!replay.away) {
      if (line.open) chooser.draw([]);
      line.close();
      motion.add(message);
    }
    setTimeout(() => (arrived = false), 0);
  },
  /** @param {Ack} message */
  ack(message) {
    keep(message.token);
    log.sent(message.id);
    shares.answered(message.id);
    chooser.compose.sent(message.id);
    if ("held" in message) owed = message.seq;
  },
  hint: (/** @type {Advice} */ message) => chooser.advise(message),
  /** @param {Refusal} message */
  refused(message) {
    const wanted = chooser.heard(message.id);
    lesson.again(message.lesson);
    chooser.offer(chooser.asked.scene);
    if (message.fatal) return banner.last(message.message);
    if (message.wait) chooser.rest(message.wait);
    if (!wanted) return;
    const { id, rule, wait, why } = message;
    const heading =
      rule?.title ?? (message.lesson ? lesson.missed : wait ? "Hint" : id ? "That didn’t work" : "You’re watching");
    callout($(".prompt"), heading, rule?.text ?? message.message, { id: rule?.id, why });
  },
  /** @param {Explanation} message */
  explain({ choice, rule, message, why }) {
    const at = asked.get(choice);
    const [heading, ...words] = [at?.sprite.label, ...(rule ? [rule.title, rule.text] : [message])].filter(Boolean);
    if (at?.isConnected) callout(at, heading ?? "", sentences(...words), { id: rule?.id, why });
  },
  /** @param {Said} message */
  chat(message) {
    if (message.n <= heard) return;
    heard = message.n;
    log.heard(message, coins());
    wares.hear(message);
    if (message.about !== null && scene) {
      seat(scene.panels);
      chooser.compose.wishes();
    }
    const news = !message.past || banner.connections > 1;
    if (news && (isReady(message) || !maybe("body.quiet"))) speech.say(message, message.seat === info.you);
  },
  /** @param {Told} message */
  story(message) {
    log.before(message, coins());
    log.noted(info.notes, coins());
  },
  /** @param {Weighed} message */
  weigh(message) {
    chooser.compose.told(message);
  },
  /** @param {Bye} message */
  bye(message) {
    banner.bye(message.message);
  },
};

const socket = new Socket(`/ws/tables/${table}`, {
  hello: () => ({ token: token(), layout: layout(), seen: seq || away, retell: !seq }),
  onmessage: (message) => {
    const hear = /** @type {Record<string, ((message: Message) => void) | undefined>} */ (receive);
    hear[message.type]?.(message);
  },
  onstate: (connected) => banner.state(connected),
  onobstacle: (why) => banner.obstacle(why),
});

$(".loading").remove();

small.addEventListener("change", () => {
  socket.tell("layout", { layout: layout() });
  if (replay.away) void replay.again(replay.wanted);
});
