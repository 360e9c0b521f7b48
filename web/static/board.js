// Boards work without this script, through links and forms. The script replaces the board without
// a reload, makes it one tab stop with arrow keys, lets pieces be dragged, and announces the result
// of a move and the next prompt.
"use strict";

(() => {
  const size = () => (matchMedia("(max-width: 40rem) and (orientation: portrait)").matches ? "small" : "wide");
  const taps = (root = main()) => root.querySelector(`.taps.${size()}`);
  const links = () => [...(taps()?.querySelectorAll("a") ?? [])];

  // Announce the state of the match after a move, not after each of its steps.
  function say(root, only = "*") {
    document.getElementById("news").textContent = newsOf(root, only);
  }

  function keepOneTabStop() {
    const all = links();
    const active = all.find((each) => each === document.activeElement);
    const stop = active ?? all.find((each) => each.matches(".choice")) ?? all[0];
    for (const each of all) {
      each.setAttribute("tabindex", each === stop ? "0" : "-1");
    }
  }

  // A request can fail, for example while the site restarts. Then the board stays as it is.
  async function ask(address, options = {}) {
    main().setAttribute("aria-busy", "true");
    try {
      return await fetch(address, { ...options, headers: { Accept: "text/html" } });
    } catch {
      const words = document.getElementById("news").dataset.lost;
      const notice = main().querySelector(".notice.lost") ?? document.createElement("p");
      notice.className = "notice error lost";
      notice.dataset.news = "1";
      notice.textContent = words;
      main().querySelector("h1").after(notice);
      say(main(), ".lost");
      return null;
    } finally {
      main().removeAttribute("aria-busy");
    }
  }

  async function enter(answer, request, { adds, said, ...how }) {
    const page = await pageOf(answer);
    const next = await contentOf(page);
    if (isOutdated(request)) {
      return;
    }
    if (adds) {
      history.pushState(null, "", answer.url);
    }
    swap(page, next, request, how);
    say(main(), said);
  }

  async function go(address, { adds = true, focused = "" } = {}) {
    const request = nextRequest();
    const answer = await ask(address);
    if (answer?.ok) {
      await enter(answer, request, { adds, focused, said: ".notice, .question" });
    } else if (answer) {
      location.assign(address);
    }
  }

  const isOfThisPage = (form) => new URL(form.action).pathname === location.pathname;

  // The response to a refused move has the unchanged board and the reason, or what was typed.
  async function send(form, button) {
    const request = nextRequest();
    const body = new URLSearchParams(new FormData(form, button));
    const answer = await ask(form.action, { method: "POST", body });
    const isHere = answer && new URL(answer.url).pathname === location.pathname;
    if (isHere) {
      await enter(answer, request, { adds: location.search !== "", said: "*", sent: form });
    } else if (answer) {
      location.assign(answer.url);
    }
  }

  function follow(link) {
    const form = document.getElementById("now");
    if (link.dataset.plays && form) {
      form.elements.steps.value = link.dataset.plays;
      return form.requestSubmit();
    }
    return go(link.getAttribute("href"), { focused: nameOf(link) });
  }

  // Cells are smaller than a fingertip on some boards. The nearest choice takes a tap beside it, and
  // a tap between two asks which of them is meant.
  const [REACH, BETWEEN, LARGE] = [24, 6, 40]; // pixels
  let touched = null;

  document.addEventListener("pointerup", (event) => {
    touched = event.pointerType === "touch" ? event : null;
  });

  function choicesNear(x, y) {
    const near = links()
      .filter((each) => each.matches(".choice, .chosen"))
      .map((each) => {
        const [toX, toY] = middle(each);
        return { each, away: Math.hypot(toX - x, toY - y) };
      })
      .sort((one, other) => one.away - other.away);
    return near.filter(({ away }) => away < REACH && away - near[0].away < BETWEEN).slice(0, 2);
  }

  function onTouch(event) {
    const board = event.target.closest(".taps");
    const box = event.target.closest(".taps > *")?.getBoundingClientRect();
    if (!touched || !board || (box && Math.min(box.width, box.height) >= LARGE)) {
      return false;
    }
    const near = choicesNear(event.clientX, event.clientY).map(({ each }) => each);
    if (near.length === 2) {
      choose(near, event.clientX, event.clientY);
    } else if (near.length === 1) {
      follow(near[0]);
    }
    return near.length > 0;
  }

  // The two places, enlarged above the finger.
  function choose(places, x, y) {
    const question = document.createElement("div");
    question.className = "between";
    question.setAttribute("role", "group");
    for (const each of places) {
      const button = document.createElement("button");
      button.setAttribute("aria-label", each.getAttribute("aria-label"));
      button.append(enlarged(each));
      button.addEventListener("click", () => question.remove() || follow(each));
      question.append(button);
    }
    document.querySelector(".between")?.remove();
    document.body.append(question);
    const { width, height } = question.getBoundingClientRect();
    const left = Math.max(8, Math.min(innerWidth - width - 8, x - width / 2));
    Object.assign(question.style, { left: `${left}px`, top: `${Math.max(8, y - height - 32)}px` });
    question.firstChild.focus({ preventScroll: true });
  }

  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".between")) {
      document.querySelector(".between")?.remove();
    }
  });

  // The chosen place, above the finger while it is down.
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch" || !event.target.closest(".taps")) {
      return;
    }
    const [nearest] = choicesNear(event.clientX, event.clientY);
    const box = nearest?.each.getBoundingClientRect();
    if (box && Math.min(box.width, box.height) < LARGE) {
      const lens = enlarged(nearest.each);
      lens.classList.add("lens");
      const [left, top] = [event.clientX - LENS / 2, Math.max(4, event.clientY - LENS - 36)];
      Object.assign(lens.style, { left: `${left}px`, top: `${top}px` });
      document.body.append(lens);
    }
  });
  for (const end of ["pointerup", "pointercancel", "pointermove"]) {
    document.addEventListener(end, (event) => {
      const isStill = end === "pointermove" && Math.hypot(event.movementX, event.movementY) < 3;
      if (!isStill) {
        document.querySelector(".lens")?.remove();
      }
    });
  }

  const LENS = 64; // pixels

  function enlarged(place) {
    const [box, whole] = [place.getBoundingClientRect(), pictureBox(main().querySelector("img.board"))];
    const scale = (0.8 * LENS) / Math.min(box.width, box.height);
    const [x, y] = middle(place);
    const part = document.createElement("span");
    part.className = "part";
    Object.assign(part.style, {
      backgroundImage: `url("${main().querySelector("img.board").currentSrc}")`,
      backgroundSize: `${whole.width * scale}px ${whole.height * scale}px`,
      backgroundPosition: `${LENS / 2 - (x - whole.x) * scale}px ${LENS / 2 - (y - whole.y) * scale}px`,
    });
    return part;
  }

  document.addEventListener("click", (event) => {
    if (onTouch(event)) {
      event.preventDefault();
      return;
    }
    const link = event.target.closest(".taps a, .entry a");
    if (link && !(event.ctrlKey || event.metaKey || event.shiftKey || event.button)) {
      event.preventDefault();
      follow(link);
    }
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches(".entry form, .typed, #now") && isOfThisPage(form)) {
      event.preventDefault();
      sending = send(form, event.submitter);
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
    best?.focus();
    keepOneTabStop();
  });

  // A piece dragged onto a place leads where tapping the piece and then the place does. With a
  // finger only pieces beside the board are dragged, since dragging on the board scrolls the page.
  const FAR = 8; // pixels, less is a tap
  let drag = null;

  document.addEventListener("pointerdown", (event) => {
    const link = event.target.closest(".taps a.choice");
    if (link && event.isPrimary && !event.button && isDraggable(link, event.pointerType)) {
      drag = { link, x: event.clientX, y: event.clientY, ghost: null, page: null };
    }
  });

  function isDraggable(link, pointer) {
    return pointer === "mouse" || link.matches(".piece");
  }

  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.(".taps")) {
      event.preventDefault();
    }
  });

  // CSS (`touch-action`) would have to name shapes within the drawing, which browsers ignore.
  const keepStill = (event) => drag && event.cancelable && event.preventDefault();
  document.addEventListener("touchmove", keepStill, { passive: false });

  document.addEventListener("pointermove", (event) => {
    if (!drag) {
      return;
    }
    const [across, down] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && Math.hypot(across, down) > FAR) {
      begin(drag);
    }
    if (drag.ghost) {
      drag.ghost.style.translate = `${across}px ${down}px`;
    }
  });

  function begin(dragged) {
    dragged.ghost = ghostOf(dragged.link);
    dragged.page = ask(dragged.link.getAttribute("href"))
      .then((answer) => (answer?.ok ? pageOf(answer) : null))
      .then((page) => {
        if (page && drag === dragged) {
          const targets = new Set(choicesOf(page).map(nameOf));
          for (const each of taps().children) {
            each.classList.toggle("target", targets.has(nameOf(each)));
          }
        }
        return page;
      });
  }

  const choicesOf = (page) => [...(taps(page)?.querySelectorAll("a.choice") ?? [])];

  // The picture keeps its shape within its element.
  function pictureBox(image) {
    const box = image.getBoundingClientRect();
    const scale = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
    const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
    return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
  }

  // The part of the picture under a place.
  function ghostOf(link) {
    const [board, piece] = [main().querySelector("img.board"), link.getBoundingClientRect()];
    const whole = pictureBox(board);
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    Object.assign(ghost.style, {
      left: `${piece.x}px`,
      top: `${piece.y}px`,
      width: `${piece.width}px`,
      height: `${piece.height}px`,
      backgroundImage: `url("${board.currentSrc}")`,
      backgroundSize: `${whole.width}px ${whole.height}px`,
      backgroundPosition: `${whole.x - piece.x}px ${whole.y - piece.y}px`,
    });
    document.body.append(ghost);
    return ghost;
  }

  function drop() {
    const dragged = drag;
    drag = null;
    dragged?.ghost?.remove();
    for (const each of document.querySelectorAll(".taps .target")) {
      each.classList.remove("target");
    }
    return dragged;
  }

  document.addEventListener("pointercancel", drop);
  document.addEventListener("pointerup", async (event) => {
    const dragged = drop();
    if (!dragged?.ghost) {
      return;
    }
    // The click that ends a drag isn't a tap.
    const ignore = (click) => click.preventDefault() || click.stopPropagation();
    document.addEventListener("click", ignore, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", ignore, { capture: true }));
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".taps > *");
    const page = await dragged.page;
    const target = under && page && choicesOf(page).find((each) => nameOf(each) === nameOf(under));
    if (target) {
      follow(target);
    } else if (under && under !== dragged.link) {
      follow(dragged.link);
    }
  });

  addEventListener("popstate", () => go(location.href, { adds: false }));
  keepOneTabStop();
  new MutationObserver(keepOneTabStop).observe(document.body, { childList: true });
})();
