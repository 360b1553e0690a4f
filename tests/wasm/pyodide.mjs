/**
 * Record a game in Pyodide: node pyodide.mjs PACKAGE MODULE FOLDER … prints what tests.wasm.recording.record returns.
 * The folders are those in which Python looks for modules.
 */
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
import { instance } from "./instance.mjs";

const [packageName, file, ...folders] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));

const pyodide = await loadPyodide();
folders.forEach((root, nth) => {
  pyodide.FS.mkdir(`/souq${nth}`);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, `/souq${nth}`);
});
pyodide.globals.set("make_instance", () => instance(module));
pyodide.globals.set("package", packageName);
pyodide.globals.set("n_folders", folders.length);
const record = await pyodide.runPythonAsync(`
import json, sys
sys.path[:0] = [f"/souq{nth}" for nth in range(n_folders)]
sys.dont_write_bytecode = True
from souq.engine.browser import modules

class Host:
    def __init__(self):
        self.instance = make_instance()
        self.call, self.write, self.address = self.instance.call, self.instance.write, self.instance.address

    def read(self, at, size):
        return self.instance.read(at, size).to_bytes()

modules.register(package.rpartition(".")[2], Host)
from tests.wasm.recording import record
json.dumps(record(package))
`);
process.stdout.write(record);
