/* The live trail: news is put where it belongs, what is gone goes, and the page says whether it hears anything. */
(() => {
  "use strict";

  const byId = (id) => document.getElementById(id);
  const waiting = new Map();
  let uncounted = false;

  const reading = () => window.scrollY > 240;

  function piece(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content;
  }

  // The pieces of a `stone` event are siblings: a day's heading, a session's heading, the stone. They join the trail
  // in its order: days, in them the sessions by their newest stone, in them the stones.

  const time = (stone) => stone.querySelector("time")?.dateTime ?? "";
  const newer = (one, other) => Date.parse(time(one)) > Date.parse(time(other));

  function place(news) {
    const trail = byId("trail");
    const stone = news.querySelector(".stone");
    const { day, cluster } = stone.dataset;
    const heading = day_of(trail, news, day);
    // Older than all that has been loaded: it comes when one scrolls there.
    if (!heading) return;
    const session = session_of(heading, news, day, cluster, stone);
    let before = session;
    while (before.nextElementSibling?.matches(".stone") && newer(before.nextElementSibling, stone))
      before = before.nextElementSibling;
    before.after(stone);
    stone.classList.add("fresh");
    byId("empty")?.remove();
  }

  function day_of(trail, news, day) {
    const known = trail.querySelector(`h2[data-day="${day}"]`);
    if (known) return known;
    const fresh = news.querySelector("h2");
    const next = [...trail.querySelectorAll("h2[data-day]")].find((other) => other.dataset.day < day);
    if (next) next.before(fresh);
    else if (trail.querySelector(":scope > .more")) return null;
    else trail.append(fresh);
    return fresh;
  }

  function session_of(heading, news, day, cluster, stone) {
    const known = heading.parentElement.querySelector(`h3[data-day="${day}"][data-cluster="${cluster}"]`);
    if (known) return known;
    const fresh = news.querySelector("h3");
    let before = heading;
    for (const other of heading.parentElement.querySelectorAll(`h3[data-day="${day}"]`)) {
      if (!newer(other.nextElementSibling, stone)) break;
      before = other;
      while (before.nextElementSibling?.matches(".stone")) before = before.nextElementSibling;
    }
    before.after(fresh);
    return fresh;
  }

  function exchange(known, stone) {
    const focused = known.contains(document.activeElement);
    if (known.hasAttribute("data-selected")) stone.dataset.selected = "";
    const box = stone.querySelector("input[type=checkbox]");
    if (box) box.checked = Boolean(known.querySelector("input[type=checkbox]:checked"));
    known.replaceWith(stone);
    if (focused) stone.querySelector("[data-open]")?.focus({ preventScroll: true });
  }

  function drop(id) {
    waiting.delete(`m-${id}`);
    announce();
    const stone = byId(`m-${id}`);
    const before = stone?.previousElementSibling;
    stone?.remove();
    document.dispatchEvent(new CustomEvent("cairn:gone"));
    if (!before?.matches("h3") || before.nextElementSibling?.matches(".stone")) return;
    const above = before.previousElementSibling;
    before.remove();
    if (above?.matches("h2") && !above.nextElementSibling?.matches("h3")) above.remove();
  }

  function flush() {
    for (const html of waiting.values()) place(piece(html));
    waiting.clear();
    announce();
  }

  function announce() {
    const chip = byId("news");
    if (!chip) return;
    chip.hidden = !(waiting.size || uncounted);
    chip.textContent = uncounted ? "Many new memories: reload" : `${waiting.size} new`;
  }

  document.addEventListener("stone", (event) => {
    const news = piece(event.detail.data);
    const stone = news.querySelector(".stone");
    if (!stone || !byId("trail")) return;
    const known = byId(stone.id);
    if (known) exchange(known, stone);
    else if (reading()) waiting.set(stone.id, event.detail.data);
    else place(news);
    announce();
  });
  document.addEventListener("gone", (event) => drop(event.detail.data));
  document.addEventListener("many", () => {
    uncounted = true;
    announce();
  });
  document.addEventListener("scroll", () => waiting.size && !reading() && flush(), { passive: true });
  document.addEventListener("click", (event) => {
    if (event.target.id !== "news") return;
    if (uncounted) return window.location.reload();
    window.scrollTo({ top: 0 });
    flush();
    document.querySelector("#trail [data-open]")?.focus({ preventScroll: true });
  });

  // Whether the page hears anything: waiting (the first time), on, again (reconnecting), full (of as many live pages
  // as one person has, or all; it asks again by and by), off.

  const WORDS = { waiting: "Connecting", on: "Live", again: "Reconnecting", full: "Too many live pages", off: "Not connected" };
  const GIVEN_UP = 5;

  function show(state) {
    const live = byId("live");
    if (!live || live.dataset.state === state) return;
    live.dataset.state = state;
    live.firstElementChild.textContent = WORDS[state];
  }

  function trouble(attempt = 1) {
    show(attempt > GIVEN_UP || !navigator.onLine ? "off" : "again");
  }

  const isFull = (status) => status === 429;

  const attempts = (event) => event.detail.connection?.attempt;

  document.addEventListener("htmx:sse:after:connection", () => show("on"));
  document.addEventListener("htmx:sse:before:connection", (event) => attempts(event) > 1 && trouble(attempts(event)));
  document.addEventListener("htmx:sse:error", (event) =>
    isFull(event.detail.status) ? show("full") : trouble(attempts(event)),
  );
  document.addEventListener("htmx:sse:close", () => show("off"));
  for (const failure of ["htmx:error", "htmx:response:error"])
    document.addEventListener(failure, (event) => {
      const { sourceElement, response } = event.detail.ctx ?? {};
      if (sourceElement?.id === "live") show(isFull(response?.status) ? "full" : "off");
    });
  window.addEventListener("offline", () => show("off"));
  // Without script the page says as much; with it, it is about to listen.
  show("waiting");
})();
