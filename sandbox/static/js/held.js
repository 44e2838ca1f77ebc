// A press under way: what is replaced or moved between a pointer's going down and its click loses the click.

const LATE = 1000; // milliseconds: a finger's click may follow when the finger is long up

let waiting = null; // what is done once the press is over; null: there is none
let end = null;

export function watchPresses(element) {
  element.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    clearTimeout(end);
    waiting ??= [];
  });
  for (const [event, later] of [["pointerup", LATE], ["click", 0], ["pointercancel", 0], ["contextmenu", 0]]) {
    document.addEventListener(event, () => endIn(later), { capture: true });
  }
}

/** Not at once: whoever listens to the click comes first. */
function endIn(milliseconds) {
  clearTimeout(end);
  if (waiting) end = setTimeout(release, milliseconds);
}

function release() {
  const due = waiting;
  waiting = null;
  for (const each of due) queueMicrotask(each); // in their order, and none stops the others
}

/** Do something at once, or right after the press that is under way. */
export function afterPress(action) {
  if (waiting) waiting.push(action);
  else action();
}
