/**
 * One line to the server: it comes back by itself, and a command is sent until it is answered.
 *
 * @import { Commands, Fields, Message } from "./types.js"
 */

import { ATTEMPTS, obstacle } from "./reach.js";
import { connect } from "./server.js";
import { unique } from "./text.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** How long an answer, and a hint, may take before the line is thought to be dead: ms. */
const PATIENCE = 8000;
const THINKING = 40_000;

/**
 * @typedef {object} Ends
 * @property {() => Commands["hello"]} hello what is said first
 * @property {(message: Message) => void} onmessage
 * @property {(connected: boolean) => void} onstate
 * @property {(why: string) => void} onobstacle it cannot be opened, again and again
 *
 * @typedef {{type: string, id: string, since: number}} Command one that is on its way, and since when: ms
 */

export class Socket {
  /** @param {string} path such as `/ws/tables/abc` @param {Ends} ends */
  constructor(path, ends) {
    this.path = path;
    this.ends = ends;
    this.wait = FIRST_WAIT;
    /** How often in a row it was not opened. */
    this.failed = 0;
    /** Commands not answered yet, oldest first. @type {Map<string, Command>} */
    this.unanswered = new Map();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => {
      this.tell("look", { away: document.hidden });
      document.hidden || this.retry();
    });
    setInterval(() => this.listen(), 1000);
    this.open();
  }

  get connected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Whether a decision has not been answered yet. */
  get deciding() {
    return [...this.unanswered.values()].some((command) => "seq" in command);
  }

  open() {
    clearTimeout(this.timer);
    const socket = connect(this.path);
    this.socket = socket;
    this.failed += 1;
    socket.onopen = () => {
      this.failed = 0;
      socket.send(JSON.stringify({ type: "hello", ...this.ends.hello() }));
      if (document.hidden) this.tell("look", { away: true });
      for (const command of this.unanswered.values()) this.write(command);
      this.ends.onstate(true);
    };
    socket.onmessage = (event) => {
      this.wait = FIRST_WAIT;
      const message = JSON.parse(event.data);
      if (typeof message.id === "string") this.unanswered.delete(message.id);
      this.ends.onmessage(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.ends.onstate(false);
      if (event.code === 4404) return; // no such table: there is nothing to come back to
      this.timer = setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
      this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT);
      if (this.failed >= ATTEMPTS) void this.explain();
    };
  }

  /** Find out what is in the way, and say so if it still is. */
  async explain() {
    const why = await obstacle(this.path);
    if (this.failed >= ATTEMPTS) this.ends.onobstacle(why);
  }

  /** Try again now: the network came back, or somebody looks at the page again. */
  retry() {
    if (this.socket?.readyState === WebSocket.CLOSED) this.open();
  }

  /** Leave a line that carries no answers any more. */
  listen() {
    const now = performance.now();
    const late = [...this.unanswered.values()].some(
      ({ type, since }) => now - since >= (type === "hint" ? THINKING : PATIENCE),
    );
    if (!this.connected || !late) return;
    for (const command of this.unanswered.values()) command.since = performance.now();
    const silent = this.socket;
    this.open();
    silent?.close();
  }

  /**
   * A command, sent again under the same id until it is answered.
   * @template {keyof Commands} Type
   * @param {Type} type
   * @param {Fields<Type>} fields
   */
  command(type, ...[fields]) {
    const command = { type, id: unique(), since: performance.now(), ...fields };
    this.unanswered.set(command.id, command);
    if (this.connected) this.write(command);
    return command.id;
  }

  /**
   * Something nobody has to answer; lost with the line.
   * @template {keyof Commands} Type
   * @param {Type} type
   * @param {Fields<Type>} fields
   */
  tell(type, ...[fields]) {
    if (this.connected) this.socket?.send(JSON.stringify({ type, ...fields }));
  }

  /** @param {Command} command */
  write({ since, ...command }) {
    this.socket?.send(JSON.stringify(command));
  }
}
