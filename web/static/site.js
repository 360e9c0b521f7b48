// Pages work without this script. It follows what is going on, steps with the keyboard, and shows
// times in the visitor's own time zone.
"use strict";

const main = () => document.getElementById("content");

function showLocalTimes(root) {
  const form = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  for (const time of root.querySelectorAll("time[data-moment]")) {
    time.textContent = form.format(new Date(time.dateTime));
  }
}

// What the live region says of a page: what happened, whose turn it is, then what to do.
function newsOf(root, only = "*") {
  return [...root.querySelectorAll("[data-news]")]
    .filter((each) => each.matches(only))
    .sort((one, other) => one.dataset.news - other.dataset.news)
    .map((each) => each.textContent.trim().replace(/\s+/g, " "))
    .filter(Boolean)
    .join(" ");
}

// Milliseconds until a refused stream is asked for again, twice as long each time.
const [AGAIN, AT_MOST] = [3000, 60000];

let stream = null;
let pause = AGAIN;

// What a control is called, whatever it says of its state.
const nameOf = (each) =>
  each.name || (each.getAttribute("aria-label") ?? each.textContent).split(",")[0].trim();

async function pageOf(answer) {
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// Answers may overtake each other: what was asked for later is never replaced by what was earlier.
let asked = 0;
let shown = 0;
const turn = () => ++asked;
const isOvertaken = (mine) => mine < shown;

// Replaces the content by that of another page. The focus stays on what has the same name, else it
// goes to the content, so that Tab continues there.
function swap(page, next, mine, { focused = "", keepsText = true } = {}) {
  const active = main().contains(document.activeElement) ? document.activeElement : null;
  const name = focused || (active ? nameOf(active) : "");
  const typed = main().querySelector("[name=move]")?.value ?? "";
  const details = main().querySelector("details[open]") !== null;
  shown = mine;
  document.title = page.title;
  main().replaceWith(next);
  if (!next.dataset.stream) {
    stream?.close();
  }
  if (details) {
    next.querySelector("details")?.setAttribute("open", "");
  }
  const field = next.querySelector("[name=move]");
  if (field && keepsText && !field.value) {
    field.value = typed;
  }
  showLocalTimes(next);
  if (active) {
    const same = [...next.querySelectorAll(`${active.localName}:not([type=hidden])`)];
    const control = same.find((each) => each.checkVisibility() && nameOf(each) === name);
    (control ?? next).focus({ preventScroll: true });
  }
}

// Whether the page is no longer for this visitor: it isn't public any more, or they have signed out.
const isGone = (answer) => [403, 404].includes(answer.status);

async function update() {
  const [mine, address] = [turn(), location.href];
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (isGone(answer)) {
    location.reload();
    return;
  }
  if (!answer.ok) {
    return;
  }
  const page = await pageOf(answer);
  const next = page.getElementById("content");
  if (address !== location.href) {
    await update();
    return;
  }
  if (isOvertaken(mine)) {
    return;
  }
  swap(page, next, mine);
  const news = document.getElementById("news");
  news.textContent = newsOf(next) || news.dataset.words;
}

function follow() {
  const path = main().dataset.stream;
  if (!path) {
    return;
  }
  stream = new EventSource(path);
  stream.onmessage = (message) => {
    pause = AGAIN;
    if (message.data !== main().dataset.version) {
      update().catch(() => undefined);
    }
  };
  // A lost connection comes back by itself. A refused one doesn't, as from a proxy with a fault.
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) {
      leaveIfGone().catch(() => undefined);
      setTimeout(follow, pause);
      pause = Math.min(2 * pause, AT_MOST);
    }
  };
}

async function leaveIfGone() {
  if (isGone(await fetch(location.href, { method: "HEAD" }))) {
    location.reload();
  }
}

const STEPS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  // Tables and text boards are scrolled with the same keys.
  const isFree = [document.body, main()].includes(document.activeElement);
  const link = main().querySelector(`[data-step="${STEPS[event.key]}"]`);
  if (isPlain && isFree && link) {
    event.preventDefault();
    location.assign(link.href);
  }
});

showLocalTimes(document);
follow();
