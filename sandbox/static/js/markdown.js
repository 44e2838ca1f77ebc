// Discord's markdown, block by block. inline.js handles the contents of a line.

import { h } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /```(?:([\w+#.-]*)\n)?([\s\S]*?)```/g;
const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(\S.*)?$/s;

/** Return a text as elements, never as HTML. */
export function markdown(text) {
  const made = [];
  let at = 0;
  for (const fence of text.matchAll(FENCE)) {
    made.push(...blocks(text.slice(at, fence.index)));
    made.push(h("pre", { tabindex: "0" }, h("code", {}, fence[2].replace(/\n$/, ""))));
    at = fence.index + fence[0].length;
  }
  made.push(...blocks(text.slice(at)));
  return h("div", { class: "markdown" }, made);
}

const LINES = [
  [/^(#{1,3})\s+(\S.*)$/s, (found) => h("p", { class: `h${found[1].length}`, role: "heading", "aria-level": String(found[1].length + 2) }, inline(found[2]))],
  [/^-#\s+(\S.*)$/s, (found) => h("p", { class: "subtext" }, inline(found[1]))],
];

function blocks(text, quoted = false) {
  // A line break next to a code block belongs to the block.
  const lines = text.replace(/^\n|\n$/g, "").split("\n");
  const made = [];
  while (lines.length) {
    if (!lines[0].trim()) lines.shift();
    else made.push((quoted ? null : quote(lines)) ?? single(lines) ?? list(lines) ?? paragraph(lines));
  }
  return made;
}

/** Return a quote. Quotes do not nest: a quote mark inside a quote is text. */
function quote(lines) {
  if (lines[0].startsWith(">>> ")) {
    const rest = lines.splice(0).join("\n").slice(4);
    return h("blockquote", {}, blocks(rest, true));
  }
  const taken = [];
  while (lines[0]?.startsWith("> ")) taken.push(lines.shift().slice(2));
  return taken.length ? h("blockquote", {}, blocks(taken.join("\n"), true)) : null;
}

function single(lines) {
  for (const [pattern, build] of LINES) {
    const found = pattern.exec(lines[0]);
    if (found) {
      lines.shift();
      return build(found);
    }
  }
  return null;
}

/** Return a list with its nested lists. Deeper lines belong to the item above them. */
function list(lines, depth = -1) {
  const first = ITEM.exec(lines[0] ?? "");
  if (!first || first[1].length <= depth) return null;
  const [, indent, mark] = first;
  const numbered = /\d/.test(mark);
  const made = h(numbered ? "ol" : "ul", numbered ? { start: String(parseInt(mark, 10)) } : {});
  const goesOn = (found) => found && found[1].length >= indent.length && /\d/.test(found[2]) === numbered;
  for (let found = first; goesOn(found); found = ITEM.exec(lines[0] ?? "")) {
    lines.shift();
    const item = h("li", {}, inline(found[3] ?? ""));
    const inner = list(lines, found[1].length);
    if (inner) item.append(inner);
    made.append(item);
  }
  return made;
}

function paragraph(lines) {
  const made = h("p", {}, inline(lines.shift()));
  while (lines[0]?.trim() && !special(lines[0])) made.append(h("br"), ...inline(lines.shift()));
  return made;
}

const special = (line) => /^(>|#{1,3}\s|-#\s)/.test(line) || ITEM.test(line);

/** Return the text without marks, for previews and screen readers. */
export function plain(text) {
  const made = markdown(text);
  for (const each of made.querySelectorAll("p, li, br, pre")) each.before(" ");
  return made.textContent.replace(/\s+/g, " ").trim();
}
