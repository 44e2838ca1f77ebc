// A press in progress. An element that is replaced or moved between pointer down and click loses the click.

const LATE = 1000; // Milliseconds in which a click may follow after the finger is lifted.

let waiting = null; // The actions to run after the press, or null if there is no press.
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

/** Release the press after a delay, so that the listeners of the click run first. */
function endIn(milliseconds) {
  clearTimeout(end);
  if (waiting) end = setTimeout(release, milliseconds);
}

function release() {
  const due = waiting;
  waiting = null;
  for (const each of due) queueMicrotask(each); // In order, and an error in one does not stop the others.
}

/** Run an action now, or right after the press in progress. */
export function afterPress(action) {
  if (waiting) waiting.push(action);
  else action();
}
