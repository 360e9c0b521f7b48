// Pages work without this script. The script applies live updates, adds keyboard shortcuts, and
// shows times in the visitor's time zone.
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

// The text for the live region: what happened, whose turn it is, and what to do.
function newsOf(root, only = "*") {
  return [...root.querySelectorAll("[data-news]")]
    .filter((each) => each.matches(only))
    .sort((one, other) => one.dataset.news - other.dataset.news)
    .map((each) => each.textContent.trim().replace(/\s+/g, " "))
    .filter(Boolean)
    .join(" ");
}

// Milliseconds until a refused stream is requested again. The wait doubles each time.
const [FIRST_WAIT, MAX_WAIT] = [3000, 60000];

let stream = null;
let pause = FIRST_WAIT;

// A move that is being sent. Its answer is a newer page, at another address.
let sending = Promise.resolve();

// The name of a control without its state.
const nameOf = (each) =>
  each.name || (each.getAttribute("aria-label") ?? each.textContent).split(",")[0].trim();

async function pageOf(answer) {
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// The content of a page, with a loaded board, so that the old board stays until then.
async function contentOf(page) {
  const content = document.importNode(page.getElementById("content"), true);
  await content.querySelector("img.board")?.decode().catch(() => undefined);
  return content;
}

// Responses may arrive out of order. A response never replaces that of a later request.
let latestRequest = 0;
let shownRequest = 0;
const nextRequest = () => ++latestRequest;
const isOutdated = (request) => request < shownRequest;

// The texts that the visitor has typed or changed, by the name of their field.
const TYPED = ".typed input:not([type=hidden]), textarea";
const textsIn = (root, sent) =>
  new Map(
    [...root.querySelectorAll(TYPED)]
      .filter((field) => field.form !== sent && field.value !== field.defaultValue)
      .map((field) => [field.name, field.value]),
  );

// What surrounds the content: the number of matches that await the visitor, and the links to other
// languages.
function showFrame(page) {
  for (const place of [".top .me", "footer", ".bottom"]) {
    const [old, current] = [document.querySelector(place), page.querySelector(place)];
    if (old && current && !old.isEqualNode(current)) {
      old.replaceWith(current);
    }
  }
}

// Replace the content with that of another page. The focus stays on the control with the same name.
// Otherwise it moves to the board, or to the content, so that Tab continues there. Typed texts stay, but those of the
// form that was sent.
function swap(page, next, request, { focused = "", sent = null } = {}) {
  const active = main().contains(document.activeElement) ? document.activeElement : null;
  const name = focused || (active ? nameOf(active) : "");
  const typed = textsIn(main(), sent);
  const details = main().querySelector("details[open]") !== null;
  shownRequest = request;
  document.title = page.title;
  main().replaceWith(next);
  showFrame(page);
  if (!next.dataset.stream) {
    stream?.close();
  } else if (!stream || stream.readyState === EventSource.CLOSED) {
    follow();
  }
  if (details) {
    next.querySelector("details")?.setAttribute("open", "");
  }
  for (const field of next.querySelectorAll(TYPED)) {
    field.value = typed.get(field.name) ?? field.value;
  }
  showLocalTimes(next);
  showMove(next);
  if (active) {
    const same = [...next.querySelectorAll(`${active.localName}:not([type=hidden])`)];
    const control = same.find((each) => each.checkVisibility() && nameOf(each) === name);
    (control ?? next.querySelector("#field") ?? next).focus({ preventScroll: true });
  }
}

// Scroll the list of moves to the one on the board, but not the page.
function showMove(root) {
  const list = root.querySelector(".moves");
  const move = list?.querySelector("[aria-current]");
  if (move) {
    const [outer, inner] = [list.getBoundingClientRect(), move.getBoundingClientRect()];
    list.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
  }
}

// Whether the page is gone for the visitor: no longer public, or they have signed out.
const isGone = (answer) => [403, 404].includes(answer.status);

async function update() {
  const [request, address] = [nextRequest(), location.href];
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (isGone(answer)) {
    location.reload();
    return;
  }
  if (!answer.ok) {
    return;
  }
  const page = await pageOf(answer);
  const next = await contentOf(page);
  if (address !== location.href) {
    await update();
    return;
  }
  if (isOutdated(request)) {
    return;
  }
  swap(page, next, request);
  const news = document.getElementById("news");
  news.textContent = newsOf(next) || news.dataset.words;
}

function follow() {
  const path = main().dataset.stream;
  if (!path) {
    return;
  }
  stream?.close();
  stream = new EventSource(path);
  stream.onmessage = async (message) => {
    pause = FIRST_WAIT;
    await sending.catch(() => undefined);
    if (message.data !== main().dataset.version) {
      update().catch(() => undefined);
    }
  };
  // The browser reconnects a lost stream, but not a refused one (for example by a faulty proxy).
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) {
      leaveIfGone().catch(() => undefined);
      setTimeout(follow, pause);
      pause = Math.min(2 * pause, MAX_WAIT);
    }
  };
}

async function leaveIfGone() {
  if (isGone(await fetch(location.href, { method: "HEAD" }))) {
    location.reload();
  }
}

// Step to another turn of a match, without a reload. The board stays until the other one is loaded.
async function step(address, adds = true) {
  const request = nextRequest();
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) {
    throw new Error(answer.status);
  }
  const page = await pageOf(answer);
  const next = await contentOf(page);
  if (isOutdated(request)) {
    return;
  }
  if (adds) {
    history.pushState(null, "", address);
  }
  swap(page, next, request);
  document.getElementById("news").textContent = next.querySelector(".status p")?.textContent ?? "";
}

const stepTo = (address, adds) => step(address, adds).catch(() => location.assign(address));

const STEPS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  // Tables and text boards scroll with the same keys.
  const isFree = [document.body, main()].includes(document.activeElement);
  const link = main().querySelector(`[data-step="${STEPS[event.key]}"]`);
  if (isPlain && isFree && link) {
    event.preventDefault();
    stepTo(link.href);
  }
});

const STEP_LINKS = "[data-step], .moves a";
document.addEventListener("click", (event) => {
  const link = event.target.closest?.(STEP_LINKS);
  const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  if (link && isPlain) {
    event.preventDefault();
    stepTo(link.href);
  }
});
addEventListener("popstate", () => {
  if (main().querySelector(STEP_LINKS)) {
    stepTo(location.href, false);
  }
});

showLocalTimes(document);
showMove(document);
follow();
