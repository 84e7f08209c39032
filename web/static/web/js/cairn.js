/* What HTML and htmx cannot do: put live news into the trail, copy a command, submit a changed choice, focus the search. */
(() => {
  "use strict";

  const byId = (id) => document.getElementById(id);
  const waiting = [];
  let uncounted = false;

  // Live news. The pieces of a `stone` event are siblings: a day's heading, a session's heading, the stone.

  function reading() {
    return window.scrollY > 240;
  }

  function place(html) {
    const trail = byId("trail");
    const piece = document.createElement("template");
    piece.innerHTML = html;
    const stone = piece.content.querySelector(".stone");
    if (!trail || !stone) return;
    const known = byId(stone.id);
    if (known) {
      known.replaceWith(stone);
      return;
    }
    const day = `[data-day="${stone.dataset.day}"]`;
    const cluster = `${day}[data-cluster="${stone.dataset.cluster}"]`;
    heading(trail, piece, `h3${cluster}`, () => heading(trail, piece, `h2${day}`, null)).after(stone);
    stone.classList.add("fresh");
    byId("empty")?.remove();
  }

  // The heading that the page has, else the one that came with the news, put after what `above` gives, or on top.
  function heading(trail, piece, selector, above) {
    const known = trail.querySelector(selector);
    if (known) return known;
    const fresh = piece.content.querySelector(selector);
    if (above) above().after(fresh);
    else trail.prepend(fresh);
    return fresh;
  }

  function drop(id) {
    const stone = byId(`m-${id}`);
    const before = stone?.previousElementSibling;
    stone?.remove();
    if (before?.matches("h3") && !before.nextElementSibling?.matches(".stone")) before.remove();
  }

  function flush() {
    waiting.splice(0).forEach(place);
    announce();
  }

  function announce() {
    const chip = byId("news");
    if (!chip) return;
    chip.hidden = !(waiting.length || uncounted);
    chip.textContent = uncounted ? "Many new memories: reload" : `${waiting.length} new`;
  }

  document.addEventListener("stone", (event) => {
    if (reading()) waiting.push(event.detail.data);
    else place(event.detail.data);
    announce();
  });
  document.addEventListener("gone", (event) => drop(event.detail.data));
  document.addEventListener("many", () => {
    uncounted = true;
    announce();
  });
  document.addEventListener("scroll", () => waiting.length && !reading() && flush(), { passive: true });

  function show(state) {
    const live = byId("live");
    if (!live) return;
    live.dataset.state = state;
    live.firstElementChild.textContent = state === "on" ? "Live" : "Reconnecting";
  }

  document.addEventListener("htmx:sse:after:connection", () => show("on"));
  document.addEventListener("htmx:sse:before:connection", (event) => event.detail.connection.attempt > 2 && show("off"));
  document.addEventListener("htmx:sse:error", () => show("off"));
  document.addEventListener("htmx:sse:close", () => show("off"));

  // A request that never arrived: say so, since nothing on the page will.
  document.addEventListener("htmx:error", (event) => {
    const source = event.detail.ctx?.sourceElement;
    if (source?.id === "live") return show("off");
    const notice = document.createElement("p");
    notice.className = "notice problem";
    notice.textContent = "Cairn cannot be reached. Nothing was changed; try again in a moment.";
    byId("notices")?.replaceChildren(notice);
  });

  document.addEventListener("click", async (event) => {
    if (event.target.id === "news") {
      if (uncounted) return window.location.reload();
      window.scrollTo({ top: 0 });
      return flush();
    }
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const source = byId(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
    } catch {
      // Without HTTPS a browser gives no clipboard; the selection is one keystroke away from it.
      window.getSelection().selectAllChildren(source);
    }
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-autosubmit]")) event.target.form.requestSubmit();
  });

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const search = byId("q");
    if (search) search.focus();
    else window.location.assign("/search");
  });
})();
