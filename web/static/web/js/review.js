/* The review desk: keys for what the buttons do, choosing many, and typed text that outlives a reload. */
(() => {
  "use strict";

  const byId = (id) => document.getElementById(id);
  const PATIENCE = 1500;
  const chosen = new Set();
  let led = 0;
  let held = null;

  function links() {
    return [...document.querySelectorAll(".queue a[data-entry]")];
  }

  function current() {
    return byId("focus")?.dataset.entry;
  }

  // Whatever is on its way decides first: a key pressed meanwhile would hit an entry that nobody has seen. It is held,
  // and counts afterwards for a move, or when the entry is still the one that was seen.
  function busy() {
    return document.querySelector("#review .htmx-request, #review.htmx-request");
  }

  function move(step) {
    const all = links();
    const at = all.findIndex((link) => link.dataset.entry === current());
    all[at + step]?.click();
  }

  function press(key) {
    const button = document.querySelector(`#review [data-key="${key}"]`);
    if (!button) return false;
    button.click();
    if (button.matches("summary") && button.parentElement.open) byId("edit")?.focus();
    return true;
  }

  function toggle() {
    const box = links().find((link) => link.dataset.entry === current())?.previousElementSibling;
    box?.click();
  }

  const own = { j: () => move(1), k: () => move(-1), x: toggle };

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("textarea, select, input:not([type=checkbox])");
    if (typing) return whileTyping(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    // After "g" the next key leads to a page (keys.js), and decides nothing; whoever switched keys off has none here.
    const leads = Date.now() - led < PATIENCE;
    led = event.key === "g" ? Date.now() : 0;
    if (leads || localStorage.getItem("cairn:keys-off") === "1") return;
    const known = own[event.key] || (/^[a-z0-9]$/.test(event.key) && document.querySelector(`#review [data-key="${event.key}"]`));
    if (!known) return;
    event.preventDefault();
    if (busy()) held = { key: event.key, entry: current() };
    else obey(event.key);
  });

  function obey(key) {
    if (own[key]) own[key]();
    else press(key);
  }

  function release() {
    if (!held || busy()) return;
    const { key, entry } = held;
    held = null;
    if (entry === current() || key === "j" || key === "k") obey(key);
  }

  function whileTyping(event) {
    if (event.target.id !== "edit") return;
    if (event.key === "Escape") byId("focus")?.focus();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.form.requestSubmit();
  }

  // Many at once.

  function count() {
    const bar = byId("bulk");
    if (!bar) return;
    const number = chosen.size;
    bar.hidden = !number;
    for (const place of bar.querySelectorAll("[data-count]")) place.textContent = number;
  }

  function choose() {
    const there = new Set();
    for (const box of document.querySelectorAll(".queue input")) {
      box.checked = chosen.has(box.value);
      if (box.checked) there.add(box.value);
    }
    for (const ref of chosen) if (!there.has(ref)) chosen.delete(ref);
    count();
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches?.(".queue input")) return;
    if (event.target.checked) chosen.add(event.target.value);
    else chosen.delete(event.target.value);
    count();
  });

  // Typed text stays in this tab until it is saved; a reload or a lost race does not lose it.

  function key(ref) {
    return `cairn.review.${byId("review")?.dataset.person}.${ref}`;
  }

  document.addEventListener("input", (event) => {
    if (!event.target.matches?.("[data-draft]")) return;
    const name = key(event.target.dataset.draft);
    if (event.target.value === event.target.defaultValue) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, event.target.value);
  });

  document.addEventListener("click", (event) => {
    if (!event.target.matches?.("[data-discard]")) return;
    const area = byId("edit");
    area.value = area.defaultValue;
    sessionStorage.removeItem(key(area.dataset.draft));
    event.target.parentElement.hidden = true;
    area.focus();
  });

  function restore() {
    const area = byId("edit");
    const typed = area && sessionStorage.getItem(key(area.dataset.draft));
    if (!typed || typed === area.value) return;
    area.value = typed;
    area.closest("details").open = true;
    document.querySelector("[data-restored]").hidden = false;
  }

  function forget() {
    for (const ref of (byId("review")?.dataset.done || "").split(" ").filter(Boolean)) {
      sessionStorage.removeItem(key(ref));
      chosen.delete(ref);
    }
  }

  function mark() {
    for (const link of links()) {
      if (link.dataset.entry === current()) {
        link.setAttribute("aria-current", "true");
        link.scrollIntoView({ block: "nearest" });
      } else link.removeAttribute("aria-current");
    }
    const next = document.querySelector("#waiting > [name=next]");
    if (next) next.value = current() || "";
  }

  function arrange(moved) {
    if (!byId("review")) return;
    forget();
    choose();
    if (moved) mark();
    restore();
    if (moved) byId("focus")?.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:after:swap", () => arrange(true));
  // The mark of a request under way goes right after this event.
  document.addEventListener("htmx:finally:request", () => setTimeout(release));
  arrange(false);
})();
