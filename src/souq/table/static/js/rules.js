/** Rules: find a rule by its words or its number, and show in which chapter one reads. */

const form = /** @type {HTMLFormElement} */ (document.querySelector(".find"));
const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
const found = /** @type {HTMLElement} */ (form.querySelector(".found"));
const nothing = /** @type {HTMLElement} */ (document.querySelector(".nothing"));
const rules = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".rule")]);
const chapters = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".chapter")]);
const plain = new Map(rules.map((rule) => [rule, (rule.textContent ?? "").toLowerCase()]));

/** Show the rules that hold every word of the search. */
function find() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const rule of rules) {
    rule.hidden = !words.every((word) => plain.get(rule)?.includes(word));
    count += rule.hidden ? 0 : 1;
    mark(rule, words);
  }
  for (const chapter of chapters) chapter.hidden = !chapter.querySelector(".rule:not([hidden])");
  nothing.hidden = count > 0;
  found.textContent = words.length ? `${count} of ${rules.length} rules` : "";
}

/** Mark the words in a rule. @param {HTMLElement} rule @param {string[]} words */
function mark(rule, words) {
  for (const element of rule.querySelectorAll("h3, p")) {
    const text = element.textContent ?? "";
    const at = words.length
      ? new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi")
      : null;
    element.replaceChildren(
      ...(at ? text.split(at) : [text]).map((part, i) => {
        if (i % 2 === 0) return part;
        const marked = document.createElement("mark");
        marked.textContent = part;
        return marked;
      }),
    );
  }
}

form.hidden = false;
input.addEventListener("input", find);
form.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === "Escape" && document.activeElement === input) {
    input.value = "";
    find();
  }
});

const links = new Map(
  [...document.querySelectorAll(".contents nav a")].map((link) => [link.getAttribute("href")?.slice(1), link]),
);
const watch = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  },
  { rootMargin: "-10% 0px -80% 0px" },
);
for (const chapter of chapters) watch.observe(chapter);
