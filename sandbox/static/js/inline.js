// The contents of a line: emphasis, links, mentions, emoji, times.

import { h } from "./dom.js";
import { emoji } from "./emoji.js";
import { Ends } from "./spans.js";
import { stamp } from "./time.js";
import { state, emit, personName, placeName } from "./state.js";
import { t } from "./words.js";

// Each rule is tried at the current position, and the first match wins. All patterns are sticky and unambiguous, so that no
// text can make a window hang by backtracking.
const RULES = [
  [/\\([^A-Za-z0-9\s])/uy, (m) => m[1]],
  [/<@!?(\d+)>/y, (m) => mention(`@${personName(m[1]) ?? t("unknown_user")}`, m[1] === state.me?.id)],
  [/<@&(\d+)>/y, (m) => mention(`@${state.roles.get(m[1])?.name ?? t("unknown_user")}`, isMine(m[1]))],
  [/<#(\d+)>/y, (m) => channelLink(m[1])],
  [/<\/([^:<>]+):\d+>/y, (m) => commandLink(m[1])],
  [/<a?:(\w+):(\d+)>/y, (m) => emoji({ name: m[1], id: m[2] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => stamp(Number(m[1]), m[2])],
  [/@(everyone|here)\b/y, (m) => mention(m[0], true)],
  [/\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/y, (m, depth) => link(m[2], inline(m[1], depth))],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => link(m[1], [m[1]])],
  [/https?:\/\/[^\s<]*[^\s<.,;:!?)\]'"*_~|]/y, (m) => link(m[0], [m[0]])],
];
const SPANS = [
  ["||", (inner) => spoiler(inner)],
  ["***", (inner) => h("strong", {}, h("em", {}, inner))],
  ["**", (inner) => h("strong", {}, inner)],
  ["__", (inner) => h("u", {}, inner)],
  ["~~", (inner) => h("s", {}, inner)],
  ["*", (inner) => h("em", {}, inner)],
  ["_", (inner) => h("em", {}, inner)],
];
const MIGHT_BEGIN = /[\\`<@[h|*_~]/;
/** The maximum depth of nested spans. Deeper ones stay as typed, because browsers fail with too deeply nested elements. */
const DEEPEST = 12;

/** Return a line as a list of nodes and strings. */
export function inline(text, depth = 0) {
  if (depth > DEEPEST) return [text];
  const ends = new Ends(text);
  const made = [];
  let words = "";
  for (let at = 0; at < text.length; ) {
    const fit = MIGHT_BEGIN.test(text[at]) ? (ruled(text, at, depth) ?? code(text, at, ends) ?? span(text, at, ends, depth)) : null;
    if (fit === null) {
      words += text[at];
      at += 1;
      continue;
    }
    if (words) made.push(words);
    words = "";
    made.push(fit.node);
    at += fit.length;
  }
  if (words) made.push(words);
  return made;
}

function ruled(text, at, depth) {
  for (const [pattern, build] of RULES) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    // Building may run the same pattern on the inner text, so read its state before.
    if (found) return { length: found[0].length, node: build(found, depth + 1) };
  }
  return null;
}

function code(text, at, ends) {
  if (text[at] !== "`") return null;
  let ticks = 1;
  while (text[at + ticks] === "`") ticks += 1;
  const found = ends.ofCode(at, ticks);
  if (!found) return { length: ticks, node: "`".repeat(ticks) };
  return { length: found.end + found.size - at, node: h("code", {}, text.slice(at + found.size, found.end)) };
}

function span(text, at, ends, depth) {
  for (const [mark, build] of SPANS) {
    const end = ends.of(mark, at);
    if (end < 0) continue;
    const inner = inline(text.slice(at + mark.length, end), depth + 1);
    return { length: end + mark.length - at, node: build(inner) };
  }
  return null;
}

const isMine = (role) => [...state.guilds.values()].some((guild) => guild.mine.includes(role));

const mention = (text, mine) => h("span", { class: mine ? "mention mine" : "mention" }, text);

function channelLink(id) {
  const channel = state.channels.get(id);
  if (!channel) return mention(`#${t("unknown_channel")}`, false);
  return h("a", { class: "mention", href: `#${id}` }, placeName(channel));
}

/** Return a command in a text. A press starts typing it. */
function commandLink(name) {
  return h("button", { class: "mention command-link", type: "button", on: { click: () => emit("type-command", name) } }, `/${name}`);
}

const JUMP = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/** Return the target of a link. Addresses of Discord messages are places in this page. */
export function target(url) {
  const jump = JUMP.exec(url);
  if (!jump) return { href: url, target: "_blank", rel: "noopener noreferrer" };
  return { href: `#${jump[1]}${jump[2] ? `/${jump[2]}` : ""}` };
}

function link(url, children) {
  const jump = JUMP.exec(url);
  const bare = children.length === 1 && children[0] === url;
  const channel = jump && state.channels.get(jump[1]);
  const label = bare && channel ? [channel.name ? `${placeName(channel)} › 💬` : url] : children;
  return h("a", target(url), label);
}

function spoiler(children) {
  const inner = h("span", { class: "spoiled", "aria-hidden": "true" }, children);
  const cover = h("button", { class: "spoiler", type: "button", "aria-label": t("spoiler") }, inner);
  cover.addEventListener("click", () => cover.replaceWith(h("span", { class: "spoiler shown" }, children)), { once: true });
  return cover;
}
