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

async function update() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (answer.status === 404) {
    location.reload();
    return;
  }
  if (!answer.ok) {
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById("content");
  const details = main().querySelector("details[open]") !== null;
  document.title = page.title;
  main().replaceWith(next);
  if (details) {
    next.querySelector("details")?.setAttribute("open", "");
  }
  showLocalTimes(next);
  const news = document.getElementById("news");
  news.textContent = newsOf(next) || news.dataset.words;
  if (!next.dataset.stream) {
    stream?.close();
  }
}

let stream = null;

function follow() {
  const path = main().dataset.stream;
  if (!path) {
    return;
  }
  stream = new EventSource(path);
  stream.onmessage = (message) => {
    if (message.data !== main().dataset.version) {
      update();
    }
  };
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
