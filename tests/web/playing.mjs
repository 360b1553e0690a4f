/**
 * Play a game with a site's files: node playing.mjs PYTHON GAME FOLDER, where PYTHON is the site's folder of that name
 * and FOLDER an empty one. Prints whether the game is over, as JSON.
 */
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { instance } from "../wasm/instance.mjs";

const [python, game, folder] = process.argv.slice(2);
const unpacked = (name) => gunzipSync(readFileSync(`${python}/${name}`));
writeFileSync(`${folder}/package.json`, '{"version": "0"}');
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json"])
  copyFileSync(`${python}/${name}`, `${folder}/${name}`);
writeFileSync(`${folder}/python_stdlib.zip`, unpacked("stdlib.zip.bin"));
writeFileSync(`${folder}/pyodide.asm.wasm`, unpacked("pyodide.asm.wasm.bin"));
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const pyodide = await loadPyodide({ indexURL: `${folder}/` });
for (const name of ["souq.zip.bin", `${game}.zip.bin`, "pages.zip.bin"]) {
  const archive = new Uint8Array(unpacked(name)).buffer;
  pyodide.unpackArchive(archive, "zip", { extractDir: "/lib/python3.14/site-packages" });
}
const module = new WebAssembly.Module(unpacked(`${game}.wasm.bin`));
const arrays = readdirSync(python).filter((name) => name.startsWith(`${game}.`) && name.endsWith(".npy.bin"));

pyodide.globals.set("make_instance", () => instance(module));
pyodide.globals.set("name", game);
const given = arrays.map((name) => [`souq.games.${name.slice(0, -8)}`, new Uint8Array(unpacked(name))]);
pyodide.globals.set("arrays", pyodide.toPy(given));
process.stdout.write(
  await pyodide.runPythonAsync(`
import importlib, importlib.metadata, json, random
from souq.engine.browser import modules, rules
from souq.engine import registry

class Host:
    def __init__(self):
        self.instance = make_instance()
        self.call, self.write, self.address = self.instance.call, self.instance.write, self.instance.address

    def read(self, at, size):
        return self.instance.read(at, size).to_bytes()

modules.register(name, Host)
for function, content in arrays:
    rules.offer(function, bytes(content))
game = registry.register(importlib.import_module(f"souq.games.{name}").GAME)

import souq, souq.web.boot, souq.bots.analysis, souq.bots.hints, souq.engine.teach.lesson, souq.puzzles.puzzle
from souq.server.core.http import analyses, templating

assert souq.__version__ == importlib.metadata.version("souq")
assert souq.engine.teach.lesson.lessons(game) and souq.puzzles.puzzle.puzzles(game)
assert templating.environment().get_template("analysis.html")
match, chance = souq.new(name, players=max(2, game.min_players), seed=1), random.Random(1)
while not match.over:
    match.play(chance.choice(match.legal()))
    if match.ply % 20 == 1:
        match.scene(0)
json.dumps({"over": match.over})
`),
);
