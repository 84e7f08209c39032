/* The page of one memory: the keyboard stays where it was when an action changed the page, and Ctrl+Enter sends words. */
(() => {
  "use strict";

  let left = null;

  document.addEventListener("htmx:before:request", () => {
    left = document.activeElement?.id || null;
  });

  // The element that had the focus went with the old page; its double, or else the way back, has it now.
  document.addEventListener("htmx:after:swap", () => {
    if (!left || document.activeElement !== document.body) return;
    const again = document.getElementById(left) ?? document.getElementById("undo");
    left = null;
    again?.focus({ preventScroll: true });
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const words = event.target.closest?.("#memory textarea");
    if (!words) return;
    event.preventDefault();
    words.form.requestSubmit();
  });
})();
