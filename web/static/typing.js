// The field for a typed move suggests moves without this script too, but only the first ones.
"use strict";

(() => {
  const PAUSE = 150;
  let waiting = 0;
  // The later of two answers counts, whichever comes first.
  let asked = 0;

  async function suggest(field) {
    const mine = ++asked;
    const address = new URL(field.form.dataset.suggestions, location.href);
    address.searchParams.set("typed", field.value);
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) {
      return;
    }
    const texts = await answer.json();
    if (mine === asked && field.isConnected) {
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
