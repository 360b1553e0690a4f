/* Before anything is drawn: the theme this browser was asked for. */
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("souq.theme") || '""') || "";
} catch {
  /* no storage: as the system */
}
