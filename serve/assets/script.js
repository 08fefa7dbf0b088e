// Keys for those who like them: the pages work without.
"use strict";
(() => {
  const box = document.querySelector("input[name=query]");
  const links = () => [...document.querySelectorAll(".hit h3 a")];
  document.addEventListener("keydown", (event) => {
    const inField = event.target.matches("input, textarea, select");
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (inField) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "/" && box) {
      event.preventDefault();
      box.focus();
      box.select();
    }
    if (event.key === "j" || event.key === "k") {
      const all = links();
      const hit = document.activeElement.closest(".hit");
      const at = all.findIndex((link) => link.closest(".hit") === hit);
      const next = event.key === "j" ? at + 1 : Math.max(at - 1, 0);
      if (all[next]) {
        all[next].focus();
        all[next].scrollIntoView({ block: "nearest" });
      }
    }
  });
})();
