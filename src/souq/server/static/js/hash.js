/**
 * SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104): the browser's own, or ours on plain pages of a home network, where
 * browsers keep theirs back.
 */

/**
 * The first 32 bits of the fractional parts of a root of the first primes.
 * @param {number} count
 * @param {number} root
 */
function fractions(count, root) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes.map((prime) => ((prime ** (1 / root) % 1) * 2 ** 32) | 0);
}

const START = fractions(8, 2);
const ROUNDS = fractions(64, 3);
const turned = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));

/** SHA-256 in our own words. @param {Uint8Array} bytes @returns {Uint8Array<ArrayBuffer>} */
export function sha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
  const view = new DataView(padded.buffer);
  const words = new Int32Array(64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Int32Array.from(START);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = words[i - 15];
      const b = words[i - 2];
      words[i] =
        words[i - 16] +
        (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) +
        words[i - 7] +
        (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const up = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
      const down = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(up + down) | 0, a, b, c, (d + up) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] += word;
    });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/** SHA-256. @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<Uint8Array<ArrayBuffer>>} */
export const digest = async (bytes) =>
  crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : sha256(bytes);

/** HMAC-SHA256 with a key of at most 64 bytes. @param {Uint8Array} key @param {Uint8Array} message */
export async function hmac(key, message) {
  const pad = (/** @type {number} */ value) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ value);
  return digest(joined(pad(0x5c), await digest(joined(pad(0x36), message))));
}

/** Bytes one after another. @param {...ArrayLike<number>} parts */
export const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => Array.from(part)));

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text hexadecimal digits */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
