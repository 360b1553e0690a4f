/** An instance of a game's module, as souq.engine.browser.modules.Host wants it but for the types of bytes. */
export function instance(module) {
  const { exports } = new WebAssembly.Instance(module, {});
  const bytes = () => new Uint8Array(exports.memory.buffer);
  return {
    call: (name, ...numbers) => exports[name](...numbers),
    read: (at, size) => bytes().slice(at, at + size),
    write(at, data) {
      const view = data.getBuffer();
      bytes().set(view.data, at);
      view.release();
    },
    address: (name) => exports[name].value,
  };
}
