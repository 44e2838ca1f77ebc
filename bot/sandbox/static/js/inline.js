// The inside of a line: emphasis, links, mentions, emoji, moments.

import { h } from "./dom.js";
import { emoji } from "./emoji.js";
import { stamp } from "./time.js";
import { state, emit, personName } from "./state.js";
import { t } from "./words.js";

// Each rule is tried where the text stands; the first that fits wins. Sticky patterns only.
const RULES = [
  [/\\([^\w\s])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => h("code", {}, m[2])],
  [/<@!?(\d+)>/y, (m) => mention(`@${personName(m[1]) ?? t("unknown_user")}`, m[1] === state.me?.id)],
  [/<@&(\d+)>/y, (m) => mention(`@${state.roles.get(m[1])?.name ?? t("unknown_user")}`, isMine(m[1]))],
  [/<#(\d+)>/y, (m) => channelLink(m[1])],
  [/<\/([^:>]+):\d+>/y, (m) => commandLink(m[1])],
  [/<a?:(\w+):(\d+)>/y, (m) => emoji({ name: m[1], id: m[2] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => stamp(Number(m[1]), m[2])],
  [/@(everyone|here)\b/y, (m) => mention(m[0], true)],
  [/\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/y, (m) => link(m[2], inline(m[1]))],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1], [m[1]])],
  [/https?:\/\/[^\s<]*[^\s<.,;:!?)\]'"*_~|]/y, (m) => link(m[0], [m[0]])],
  [/\|\|([\s\S]+?)\|\|/y, (m) => spoiler(inline(m[1]))],
  [/\*\*\*([\s\S]+?)\*\*\*(?!\*)/y, (m) => h("strong", {}, h("em", {}, inline(m[1])))],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, (m) => h("strong", {}, inline(m[1]))],
  [/__([\s\S]+?)__(?!_)/y, (m) => h("u", {}, inline(m[1]))],
  [/~~([\s\S]+?)~~(?!~)/y, (m) => h("s", {}, inline(m[1]))],
  [/\*(?![\s*])((?:\\.|\*\*[\s\S]+?\*\*|[^*\\])+?)\*(?!\*)/y, (m) => h("em", {}, inline(m[1]))],
  [/(?<!\w)_(?!_)((?:\\.|__[\s\S]+?__|[^_\\])+?)_(?![\w_])/y, (m) => h("em", {}, inline(m[1]))],
];
const MIGHT_BEGIN = /[\\`<@[h|*_~]/;

/** A line as a list of nodes and strings. */
export function inline(text) {
  const made = [];
  let words = "";
  for (let at = 0; at < text.length; ) {
    const fit = MIGHT_BEGIN.test(text[at]) ? first(text, at) : null;
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

function first(text, at) {
  for (const [pattern, build] of RULES) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    // building may run this very pattern again on the inside, so its state is read before
    if (found) return { length: found[0].length, node: build(found) };
  }
  return null;
}

const isMine = (role) => [...state.guilds.values()].some((guild) => guild.mine.includes(role));

const mention = (text, mine) => h("span", { class: mine ? "mention mine" : "mention" }, text);

function channelLink(id) {
  const channel = state.channels.get(id);
  if (!channel) return mention(`#${t("unknown_channel")}`, false);
  return h("a", { class: "mention", href: `#${id}` }, `#${channel.name}`);
}

/** A command in a text: pressing it begins to type it. */
function commandLink(name) {
  return h("button", { class: "mention command-link", type: "button", on: { click: () => emit("type-command", name) } }, `/${name}`);
}

const JUMP = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/** Where a link leads: addresses of Discord's messages are places in this page. */
export function target(url) {
  const jump = JUMP.exec(url);
  if (!jump) return { href: url, target: "_blank", rel: "noopener noreferrer" };
  return { href: `#${jump[1]}${jump[2] ? `/${jump[2]}` : ""}` };
}

function link(url, children) {
  const jump = JUMP.exec(url);
  const bare = children.length === 1 && children[0] === url;
  const channel = jump && state.channels.get(jump[1]);
  const label = bare && channel ? [channel.name ? `#${channel.name} › 💬` : url] : children;
  return h("a", target(url), label);
}

function spoiler(children) {
  const inner = h("span", { class: "spoiled", "aria-hidden": "true" }, children);
  const cover = h("button", { class: "spoiler", type: "button", "aria-label": t("spoiler") }, inner);
  cover.addEventListener("click", () => cover.replaceWith(h("span", { class: "spoiler shown" }, children)), { once: true });
  return cover;
}
