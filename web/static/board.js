// Boards work without this script, by links. It swaps the board without a reload, makes one tab
// stop of it, moved by arrow keys, and says what came of a move and the next question.
"use strict";

(() => {
  const content = () => document.getElementById("content");
  const taps = () => [...content().querySelectorAll(".taps")].find((each) => each.checkVisibility());
  const links = () => [...(taps()?.querySelectorAll("a") ?? [])];
  const label = (link) => link.getAttribute("aria-label").split(",")[0];

  // The state of the match is said after moves only, not with each of their steps.
  function say(root, only = "*") {
    document.getElementById("news").textContent = newsOf(root, only);
  }

  function keepOneTabStop(chosen) {
    const all = links();
    const stop = chosen ?? all.find((each) => each.matches(".choice")) ?? all[0];
    for (const each of all) {
      each.setAttribute("tabindex", each === stop ? "0" : "-1");
    }
  }

  // The later of two answers counts, whichever comes first.
  let asked = 0;

  async function go(address, { adds = true, focused = "" } = {}) {
    const mine = ++asked;
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.getElementById("content");
    if (!answer.ok || !next) {
      location.assign(address);
      return;
    }
    const adopted = document.importNode(next, true);
    await adopted.querySelector("img.board")?.decode().catch(() => undefined);
    if (mine !== asked) {
      return;
    }
    if (adds) {
      history.pushState(null, "", address);
    }
    document.title = page.title;
    content().replaceWith(adopted);
    showLocalTimes(adopted);
    say(adopted, ".notice, .question");
    const focus = links().find((each) => label(each) === focused);
    keepOneTabStop(focus);
    focus?.focus({ preventScroll: true });
  }

  function follow(link) {
    const isOnBoard = link.closest(".taps") !== null;
    return go(link.getAttribute("href"), { focused: isOnBoard ? label(link) : "" });
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".taps a, .entry a");
    if (link && !(event.ctrlKey || event.metaKey || event.shiftKey || event.button)) {
      event.preventDefault();
      const form = document.getElementById("now");
      if (link.dataset.plays && form) {
        form.elements.steps.value = link.dataset.plays;
        form.requestSubmit();
      } else {
        follow(link);
      }
    }
  });

  const DIRECTIONS = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };

  function middle(element) {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  document.addEventListener("keydown", (event) => {
    const here = document.activeElement?.closest?.(".taps a");
    const direction = DIRECTIONS[event.key];
    if (!here || !direction || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    const [x, y] = middle(here);
    let best = null;
    let least = Infinity;
    for (const each of links()) {
      const [toX, toY] = middle(each);
      const along = (toX - x) * direction[0] + (toY - y) * direction[1];
      const aside = Math.abs((toX - x) * direction[1] + (toY - y) * direction[0]);
      if (each !== here && along > 1 && along + 3 * aside < least) {
        [best, least] = [each, along + 3 * aside];
      }
    }
    if (best) {
      keepOneTabStop(best);
      best.focus();
    }
  });

  const MOVED = "moved";
  document.addEventListener("submit", () => sessionStorage.setItem(MOVED, "1"));
  addEventListener("load", () => {
    if (sessionStorage.getItem(MOVED)) {
      sessionStorage.removeItem(MOVED);
      say(content());
    }
  });
  addEventListener("popstate", () => go(location.href, { adds: false }));
  keepOneTabStop();
  new MutationObserver(() => keepOneTabStop()).observe(document.body, { childList: true });
})();
