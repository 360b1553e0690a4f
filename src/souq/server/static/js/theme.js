/* Before anything is drawn: the theme this browser was asked for. */
try {
  const mine = document.querySelector('meta[name="souq-settings"]'); // what follows whoever is signed in
  const asked = Date.now() - performance.now();
  const newer = asked > Number(localStorage.getItem("souq.told")); // than what the server was told last
  if (mine && newer && !localStorage.getItem("souq.untold"))
    for (const [name, value] of Object.entries(JSON.parse(mine.getAttribute("content") || "{}")))
      localStorage.setItem(`souq.${name}`, JSON.stringify(value));
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("souq.theme") || '""') || "";
} catch {
  /* no storage: as the system */
}
