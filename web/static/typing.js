// Without this script the field for typed moves suggests only the first moves.
"use strict";

(() => {
  const PAUSE = 150;
  let waiting = 0;
  // Only the response to the latest request counts.
  let latestRequest = 0;

  async function suggest(field) {
    const request = ++latestRequest;
    const address = new URL(field.form.dataset.suggestions, location.href);
    address.searchParams.set("typed", field.value);
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) {
      return;
    }
    const texts = await answer.json();
    if (request === latestRequest && field.isConnected) {
      field.list.replaceChildren(...texts.map((text) => new Option("", text)));
    }
  }

  document.addEventListener("input", (event) => {
    const field = event.target;
    if (field.form?.dataset.suggestions) {
      clearTimeout(waiting);
      waiting = setTimeout(() => suggest(field), PAUSE);
    }
  });
})();
