/* The keyboard of every page: j and k walk through [data-row], Enter opens, x selects and m merges what is selected
(where the page has the form #pick), g leads to the pages, ? says all this.

A list marks its entries with data-row, and in each the main link with data-open. The chosen entry has data-selected
and the focus is on its link (on itself without one); "cairn:select" is told to it. */
(() => {
  "use strict";

  const OFF = "cairn:keys-off";
  const PATIENCE = 1500;
  const help = document.getElementById("keys");
  const turn = document.getElementById("keys-on");
  let at = null;
  let leading = 0;

  const off = () => localStorage.getItem(OFF) === "1";
  const rows = () => [...document.querySelectorAll("[data-row]")].filter((row) => row.checkVisibility());

  // Selection: real focus, so that Enter, screen readers and the browser's own scrolling need nothing more.

  function select(row) {
    unselect();
    at = row;
    row.dataset.selected = "";
    const link = row.matches("[data-open]") ? row : (row.querySelector("[data-open]") ?? row);
    if (link === row && !row.matches("a, button")) row.tabIndex = -1;
    link.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
    row.dispatchEvent(new CustomEvent("cairn:select", { bubbles: true }));
  }

  function unselect() {
    document.querySelectorAll("[data-selected]").forEach((row) => delete row.dataset.selected);
  }

  function step(by) {
    const all = rows();
    if (!all.length) return;
    const here = all.indexOf(document.activeElement?.closest("[data-row]") ?? at);
    if (here < 0) return select(nearest(all));
    if (here + by >= all.length) document.querySelector(".more:not(.htmx-request)")?.click();
    select(all[Math.min(Math.max(here + by, 0), all.length - 1)]);
  }

  // Where the selection was when its entry is gone, else the first entry that is on the screen.
  function nearest(all) {
    const top = at && !at.isConnected ? (at.dataset.top ?? 0) : 0;
    return all.find((row) => row.getBoundingClientRect().bottom > top) ?? all.at(-1);
  }

  document.addEventListener("focusin", (event) => {
    const row = event.target.closest("[data-row]");
    if (row && row !== at) at = row;
  });
  document.addEventListener("pointerdown", (event) => {
    unselect();
    at = event.target.closest?.("[data-row]") ?? at;
  });

  function open() {
    const row = document.querySelector("[data-row][data-selected]");
    if (!row || document.activeElement !== document.body) return false;
    (row.querySelector("[data-open]") ?? row).click();
    return true;
  }

  function search() {
    const field = document.getElementById("q");
    if (field) {
      field.focus();
      field.select();
    } else go("s");
  }

  function go(key) {
    const link = document.querySelector(`a[data-go="${key}"]`);
    link?.click();
    return Boolean(link);
  }

  function explain() {
    if (!help || help.open) return;
    for (const part of help.querySelectorAll("[data-with]")) part.hidden = !document.querySelector(part.dataset.with);
    turn.checked = !off();
    help.showModal();
  }

  // Only where the page has a form for what is selected.
  const picks = () => document.querySelectorAll('input[form="pick"]:checked');

  function pick() {
    document.querySelector('[data-row][data-selected] input[form="pick"]')?.click();
  }

  function merge() {
    if (picks().length) document.getElementById("pick").requestSubmit();
  }

  document.addEventListener("change", (event) => {
    if (event.target.form?.id === "pick") count();
  });
  document.addEventListener("reset", () => setTimeout(count));
  // What the live timeline takes away is not selected any more.
  document.addEventListener("cairn:gone", count);

  function count() {
    const place = document.querySelector("[data-picked]");
    if (place) place.textContent = `${picks().length} selected`;
  }

  const DEEDS = {
    j: () => step(1),
    k: () => step(-1),
    x: pick,
    m: merge,
    "/": search,
    "?": explain,
    g: () => (leading = performance.now()),
  };

  function pressed(key) {
    const led = leading && performance.now() - leading < PATIENCE;
    leading = 0;
    if (led && go(key)) return true;
    if (key === "Enter") return open();
    if (!Object.hasOwn(DEEDS, key) || (/^[jk]$/.test(key) && !rows().length)) return false;
    if (/^[xm]$/.test(key) && !document.getElementById("pick")) return false;
    DEEDS[key]();
    return true;
  }

  function typing(event) {
    const field = event.target.closest?.("input, textarea, select, [contenteditable]");
    return Boolean(field) && !field.matches("[type=checkbox], [type=radio], [type=button], [type=submit]");
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing(event)) return;
    // A page's own keys come after these: they rest with them, and a key that was taken here is not theirs.
    if (document.querySelector("dialog[open]") || (off() && event.key.length === 1)) event.stopImmediatePropagation();
    else if (pressed(event.key)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-keys]")) explain();
    // The dialog itself is hit only on its backdrop: its content covers all of it.
    else if (event.target === help) help.close();
  });
  turn?.addEventListener("change", () => localStorage.setItem(OFF, turn.checked ? "0" : "1"));
  document.querySelectorAll("[data-keys]").forEach((button) => (button.hidden = false));
})();
