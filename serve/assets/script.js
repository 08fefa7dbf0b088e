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

  for (const button of document.querySelectorAll("button.copy")) {
    if (!navigator.clipboard) break;
    button.hidden = false;
    const label = button.textContent;
    button.addEventListener("click", async () => {
      const text = document.getElementById(button.dataset.copy);
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = button.dataset.done;
      setTimeout(() => (button.textContent = label), 2000);
    });
  }

  // Dragging over years chooses them all.
  const chart = document.querySelector(".histogram");
  if (!chart) return;
  const years = [...chart.querySelectorAll("a")];
  let first = -1;
  const at = (event) => years.indexOf(event.target.closest?.(".histogram a"));
  const mark = (last) => {
    const [low, high] = [Math.min(first, last), Math.max(first, last)];
    years.forEach((year, i) => {
      year.classList.toggle("brushed", first >= 0 && i >= low && i <= high);
    });
  };
  chart.addEventListener("dragstart", (event) => event.preventDefault());
  chart.addEventListener("pointerdown", (event) => {
    first = at(event);
  });
  chart.addEventListener("pointermove", (event) => {
    if (first >= 0 && event.buttons === 1 && at(event) >= 0) mark(at(event));
  });
  window.addEventListener("pointerup", (event) => {
    const last = at(event);
    if (first >= 0 && last >= 0 && first !== last) {
      const here = new URL(location.href);
      const chosen = [first, last].map((i) => years[i].dataset.year).sort();
      here.searchParams.set("from", chosen[0]);
      here.searchParams.set("to", chosen[1]);
      here.searchParams.delete("start");
      location.assign(here);
    }
    first = -1;
    mark(-1);
  });
})();
