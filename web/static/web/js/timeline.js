/* "Back" leads to where one was, even when the browser has not kept the page: the trail is loaded again to there.

What is remembered is which stone stood where, never its words: what is shown again is asked of the server again. */
(() => {
  "use strict";

  const KEY = `cairn:place:${window.location.pathname}${window.location.search}`;
  const trail = document.getElementById("trail");
  const GIVEN_UP = ["wheel", "touchstart", "keydown", "pointerdown"];

  const stones = () => [...trail.querySelectorAll(".stone[id]")];

  function remember() {
    const first = stones().find((stone) => stone.getBoundingClientRect().bottom > 0);
    if (!first || window.scrollY < 1) return sessionStorage.removeItem(KEY);
    const place = { stone: first.id, top: first.getBoundingClientRect().top, count: stones().length };
    sessionStorage.setItem(KEY, JSON.stringify(place));
  }

  // One more stretch; false when there is none or it does not come.
  function stretch(more) {
    return new Promise((done) => {
      const watch = new MutationObserver(() => !more.isConnected && finish(true));
      const finish = (came) => {
        watch.disconnect();
        done(came);
      };
      watch.observe(trail, { childList: true });
      more.addEventListener("htmx:error", () => finish(false), { once: true });
      more.addEventListener("htmx:response:error", () => finish(false), { once: true });
      more.click();
    });
  }

  async function load(place, busy) {
    while (busy.on && !document.getElementById(place.stone) && stones().length < place.count) {
      const more = trail.querySelector(":scope > .more");
      if (!more || !(await stretch(more))) return;
    }
  }

  // The stone that was on top, where it was; without it (forgotten meanwhile) as far down as the list then went.
  function scroll(place) {
    const stone = document.getElementById(place.stone) ?? stones().at(Math.min(place.count, stones().length) - 1);
    if (stone) window.scrollBy({ top: stone.getBoundingClientRect().top - place.top, behavior: "instant" });
  }

  async function restore(place) {
    const busy = { on: true };
    const stop = () => (busy.on = false);
    GIVEN_UP.forEach((kind) => window.addEventListener(kind, stop, { once: true, passive: true }));
    history.scrollRestoration = "manual";
    trail.setAttribute("aria-busy", "true");
    await load(place, busy);
    trail.removeAttribute("aria-busy");
    if (busy.on) scroll(place);
    history.scrollRestoration = "auto";
    GIVEN_UP.forEach((kind) => window.removeEventListener(kind, stop));
  }

  if (!trail) return;
  const place = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  const [arrival] = performance.getEntriesByType("navigation");
  window.addEventListener("pagehide", remember);
  // After htmx, which begins then too and makes the link to the next stretch its own.
  if (place && ["back_forward", "reload"].includes(arrival?.type))
    document.addEventListener("DOMContentLoaded", () => restore(place), { once: true });
})();
