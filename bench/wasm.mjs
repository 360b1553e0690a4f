// Runs a function of a module in Node: node wasm.mjs MODULE MEMORY NAME ARGUMENTS TIMES
// MEMORY is a file with the memory at the time of the call. Prints the result and the CPU-seconds of the fastest call, and
// writes the memory after the last call back to the file.
import { readFileSync, writeFileSync } from "node:fs";

const [module, image, name, at, times] = process.argv.slice(2);
const held = readFileSync(image);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(module)));
exports.memory.grow(Math.max(0, Math.ceil((held.length - exports.memory.buffer.byteLength) / 65536)));
let best = Infinity;
let result = 0;
for (let call = 0; call < Number(times); call++) {
  new Uint8Array(exports.memory.buffer).set(held);
  const began = process.cpuUsage();
  result = exports[name](Number(at));
  const took = process.cpuUsage(began);
  best = Math.min(best, (took.user + took.system) / 1e6);
}
writeFileSync(image, new Uint8Array(exports.memory.buffer));
console.log(JSON.stringify([result, best]));
