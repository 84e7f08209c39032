/* What every page needs beyond HTML and htmx: submit a changed choice, copy a command, say when Cairn is away. */
(() => {
  "use strict";

  const byId = (id) => document.getElementById(id);
  const FOCUS = "cairn:focus";

  // A choice submits its form. By keyboard only on Enter or on leaving it, since each arrow already changes it.

  const CHANGING = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"];
  let typedIn = null;
  let unsent = null;

  function submit(choice) {
    unsent = null;
    sessionStorage.setItem(FOCUS, choice.id);
    choice.form.requestSubmit();
  }

  document.addEventListener("keydown", (event) => {
    if (!event.target.matches?.("select[data-autosubmit]")) return;
    if (event.key === "Enter" && unsent === event.target) {
      event.preventDefault();
      submit(event.target);
    } else if (CHANGING.includes(event.key) || event.key.length === 1) {
      typedIn = event.key === " " ? null : event.target;
    }
  });
  document.addEventListener("pointerdown", () => (typedIn = null));
  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("[data-autosubmit]")) return;
    if (typedIn === event.target) unsent = event.target;
    else submit(event.target);
  });
  document.addEventListener("focusout", (event) => {
    typedIn = null;
    if (unsent === event.target) submit(event.target);
  });

  // Whoever chose by keyboard goes on where they were.
  const chosen = byId(sessionStorage.getItem(FOCUS) ?? "");
  sessionStorage.removeItem(FOCUS);
  if (chosen?.matches("[data-autosubmit]")) chosen.focus({ preventScroll: true });

  // Choices that say nothing stay out of the address.
  document.addEventListener("formdata", (event) => {
    if (event.target.method !== "get") return;
    for (const [name, value] of [...event.formData]) if (value === "") event.formData.delete(name);
  });

  // The next stretch of a list that did not come: the link stays, and says so. Anything else is said on top.

  function failed(event) {
    const context = event.detail.ctx;
    const more = context?.sourceElement?.closest?.(".more");
    if (!more) return false;
    more.classList.add("failed");
    if (context.hx) Object.assign(context.hx, { retarget: null, reswap: "none" });
    return true;
  }

  document.addEventListener("htmx:before:request", (event) => {
    event.detail.ctx?.sourceElement?.classList?.remove("failed");
  });
  document.addEventListener("htmx:response:error", failed);
  document.addEventListener("htmx:error", (event) => {
    if (failed(event) || event.detail.ctx?.sourceElement?.hasAttribute?.("hx-sse:connect")) return;
    const notice = document.createElement("p");
    notice.className = "notice problem";
    notice.textContent = "Cairn cannot be reached. Nothing was changed. Try again in a moment.";
    byId("notices")?.replaceChildren(notice);
  });

  document.addEventListener("click", async (event) => {
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
})();
