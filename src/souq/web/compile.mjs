/**
 * Compile Python files for browsers: node compile.mjs PYODIDE FOLDER, where Pyodide is a folder with its npm package.
 * Every `.py` file in the folder is replaced by a `.pyc` file, which Python uses without looking for the source.
 */
import { pathToFileURL } from "node:url";

const [pyodideFolder, root] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: pyodideFolder, env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
pyodide.FS.mkdir("/sources");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, "/sources");
pyodide.runPython(`
import ast
import importlib._bootstrap_external as files
from pathlib import Path

FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef
DESCRIBED = ast.Module, ast.ClassDef, *FUNCTIONS

def compiled(path, text):
    """Return a module's code without docstrings and, in souq, without the types of functions, which nothing reads.

    The docstrings of classes stay as a space, or dataclasses would make some.
    """
    tree = ast.parse(text)
    for each in ast.walk(tree):
        if isinstance(each, DESCRIBED) and ast.get_docstring(each, clean=False) is not None:
            each.body[0].value.value = " "
            if not isinstance(each, ast.ClassDef):
                each.body[:1] = [] if each.body[1:] else [ast.copy_location(ast.Pass(), each.body[0])]
        if path.startswith("souq/") and isinstance(each, FUNCTIONS):
            each.returns = None
        if path.startswith("souq/") and isinstance(each, ast.arg):
            each.annotation = None
    return compile(tree, path, "exec", dont_inherit=True)

for path in sorted(Path("/sources").rglob("*.py")):
    code = compiled("/".join(path.relative_to("/sources").parts[1:]), path.read_bytes())
    path.with_suffix(".pyc").write_bytes(files._code_to_hash_pyc(code, bytes(8), False))
    path.unlink()
`);
