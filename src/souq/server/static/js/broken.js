/* Before all other scripts: say so if one of them doesn't load, or fails while a table is being set. */
addEventListener(
  "error",
  ({ target }) => {
    const say = () => {
      const loading = document.querySelector(".loading"); // gone as soon as a table's page runs
      if (target instanceof HTMLScriptElement || loading) document.querySelector("#broken")?.removeAttribute("hidden");
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", say);
    else say();
  },
  { capture: true },
);
