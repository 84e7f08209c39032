/* The search page: an answer that comes late is dropped, the title follows the question, and a kept one folds up. */
(() => {
  "use strict";

  const byId = (id) => document.getElementById(id);
  const ask = byId("ask");
  const field = byId("q");
  let asked = 0;

  const aims = (event, id) => event.detail.ctx?.target?.id === id;

  // htmx aborts the request before; what was under way already when it did is refused here.
  document.addEventListener("htmx:before:request", (event) => {
    if (!aims(event, "results")) return;
    event.detail.ctx.asked = ++asked;
    byId("results").setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:before:response", (event) => {
    const context = event.detail.ctx;
    if (context?.asked && context.asked !== asked) event.preventDefault();
  });

  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx?.asked !== asked) return;
    const results = byId("results");
    if (!results) return;
    byId("notices").querySelectorAll(".problem").forEach((notice) => notice.remove());
    const question = results.dataset.question;
    document.title = question ? `${question.slice(0, 60)} · Search · Cairn` : "Search · Cairn";
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (event.detail.ctx?.asked === asked) byId("results")?.removeAttribute("aria-busy");
  });

  // A saved search has its place above; the form that saved it has done its work.
  document.addEventListener("htmx:after:request", (event) => {
    const source = event.detail.ctx?.sourceElement;
    if (source?.matches?.("[data-keep]") && event.detail.ctx.response?.raw?.ok) {
      source.closest("details").open = false;
      field.focus();
    }
  });

  // Down leads from the question into its answers, Escape back to the question.
  ask?.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" || event.target !== field) return;
    const first = document.querySelector("#results [data-open]");
    if (!first) return;
    event.preventDefault();
    first.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !event.target.closest?.("#results")) return;
    field.focus();
  });
})();
