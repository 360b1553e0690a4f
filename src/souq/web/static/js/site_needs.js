/* Before all other scripts: say in words what is missing where the site can't work. */
addEventListener("DOMContentLoaded", () => {
  const missing = () => {
    if (location.protocol === "file:")
      return "These are files of a web site: put the folder on a web server. To try it here, run “python -m http.server” in the folder, and open http://localhost:8000.";
    if (!window.WebAssembly || !window.DecompressionStream)
      return "This browser is too old for souq: it needs WebAssembly and a release from 2023 or later. Update it, or use another one.";
    if (!window.indexedDB)
      return "This browser has no storage for souq, so games can’t be kept. Allow it, or use another browser.";
    return "";
  };
  const words = missing();
  if (!words) return;
  for (const place of document.querySelectorAll("#broken, .loading p:first-child")) {
    place.textContent = words;
    place.removeAttribute("hidden");
  }
});
