// Functions that build elements. Text always becomes a text node, so that a bot's text is never parsed as HTML.

/**
 * h("button", { class: "x", "aria-label": "Close", on: { click } }, "Close")
 * Properties that are null, undefined or false are omitted. True becomes an empty attribute.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "data") {
      Object.assign(element.dataset, value);
    } else if (name === "vars") {
      // The content security policy forbids style attributes, but not custom properties set by a script.
      for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    } else if (name === "value") {
      element.value = value;
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const $ = (id) => document.getElementById(id);

let counter = 0;
/** Return an id for labels and lists that refer to each other. */
export const freshId = (stem) => `${stem}-${(counter += 1)}`;

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  send: "M4 12l16-7-5 7 5 7z",
  eye: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 1 0 0-5",
  down: "M6 9l6 6 6-6",
  window: "M9 5H5v14h14v-4M13 5h6v6M19 5l-8 8",
  wrench: "M14.500 6.500a4 4 0 0 0-5 5L4 17v3h3l5.500-5.500a4 4 0 0 0 5-5L15 12l-3-3z",
  thread: "M5 5h14v10H11l-4 4v-4H5z",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  reply: "M6 18v-5a4 4 0 0 1 4-4h9",
  check: "M5 12l5 5 9-10",
  dots: "M6 12h.01M12 12h.01M18 12h.01",
  slash: "M15 5L9 19",
  pin: "M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v5",
};

/** Return a small line drawing. It is decoration, so it is hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

const focusKey = (element) => element.dataset.key ?? element.getAttribute("href") ?? element.id;

/** Render an element again, and return the focus to the same control in it. */
export function keepFocus(host, paint) {
  const focused = host.contains(document.activeElement) ? focusKey(document.activeElement) : null;
  paint();
  if (!focused) return;
  const same = [...host.querySelectorAll("a, button, input, select")].find((each) => focusKey(each) === focused);
  same?.focus({ preventScroll: true });
}

/** Compare two ids, which grow with time but are too long for a number. */
export function older(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
