/** Short sounds made on the spot: wood, coin, dice, card, bell. */

import { coarse, memory } from "./dom.js";

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode} */
let master;
/** When each sound was heard last: many gains at once make one noise. @type {Record<string, number>} */
const heard = {};

export const sound = {
  on: memory.get("sound", !coarse()),
  volume: memory.get("volume", 0.5),

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    memory.set("sound", on);
    if (on) this.play("wood");
  },
  /** @param {number} volume 0 to 1 */
  level(volume) {
    this.volume = volume;
    memory.set("volume", volume);
    if (context) master.gain.value = volume;
  },
  /** @param {string} name */
  play(name) {
    if (!this.on || document.hidden || !navigator.userActivation?.hasBeenActive || !(name in SOUNDS)) return;
    if (!context) {
      context = new AudioContext();
      master = new GainNode(context, { gain: this.volume });
      master.connect(context.destination);
    }
    if (context.state === "suspended") context.resume();
    const now = context.currentTime;
    if (now - (heard[name] ?? -9) < (name === "bell" ? 1 : 0.04)) return;
    heard[name] = now;
    SOUNDS[name](now + 0.005);
  },
};

/**
 * A tone that dies away.
 * @param {number} at
 * @param {number} pitch Hz
 * @param {number} length s
 * @param {number} loud
 * @param {OscillatorType} [shape]
 */
function tone(at, pitch, length, loud, shape = "sine") {
  const source = new OscillatorNode(/** @type {AudioContext} */ (context), { frequency: pitch, type: shape });
  fade(source, at, length, loud);
}

/**
 * Filtered noise: a knock, a swish.
 * @param {number} at
 * @param {number} pitch Hz
 * @param {number} length s
 * @param {number} loud
 * @param {number} [sharp]
 */
function noise(at, pitch, length, loud, sharp = 1) {
  const here = /** @type {AudioContext} */ (context);
  const buffer = here.createBuffer(1, Math.ceil(here.sampleRate * length), here.sampleRate);
  buffer.getChannelData(0).forEach((_, i, data) => {
    data[i] = Math.random() * 2 - 1;
  });
  const source = new AudioBufferSourceNode(here, { buffer });
  fade(source, at, length, loud, new BiquadFilterNode(here, { type: "bandpass", frequency: pitch, Q: sharp }));
}

/**
 * @param {AudioScheduledSourceNode} source
 * @param {number} at
 * @param {number} length
 * @param {number} loud
 * @param {AudioNode} [filter]
 */
function fade(source, at, length, loud, filter) {
  const gain = new GainNode(/** @type {AudioContext} */ (context), { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  (filter ? source.connect(filter) : source).connect(gain).connect(master);
  source.start(at);
  source.stop(at + length);
}

/** @param {number} at @param {number} pitch @param {number} loud */
const knock = (at, pitch, loud) => {
  noise(at, pitch * 3, 0.05, loud, 2);
  tone(at, pitch, 0.09, loud, "triangle");
};

/** @type {Record<string, (at: number) => void>} */
const SOUNDS = {
  wood: (at) => knock(at, 190, 0.5),
  coin: (at) => {
    tone(at, 2093, 0.18, 0.13);
    tone(at + 0.05, 3136, 0.3, 0.11);
  },
  dice: (at) => {
    for (let i = 0; i < 7; i++) knock(at + i * 0.055 + Math.random() * 0.03, 340 + Math.random() * 260, 0.3 - i * 0.03);
  },
  tick: (at) => knock(at, 900, 0.05),
  card: (at) => noise(at, 2600, 0.11, 0.22, 0.7),
  bell: (at) => {
    [880, 1318.5, 2217].forEach((pitch, i) => tone(at, pitch, 1.1 - i * 0.25, 0.16 / (i + 1)));
  },
};
