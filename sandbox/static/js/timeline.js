// The messages of the open channel, kept in step with the stream.

import { $, h, icon, older } from "./dom.js";
import { look } from "./api.js";
import { announce } from "./announce.js";
import { focusComposer } from "./composer.js";
import { afterPress, watchPresses } from "./held.js";
import { markdown } from "./markdown.js";
import { dots, nameOf, quoted, renderMessage, summary } from "./message.js";
import { dropNote, notesOf } from "./notes.js";
import { DM, FLAG, current, has, messagesOf, on, placeName, prepend, state } from "./state.js";
import { day } from "./time.js";
import { language, t } from "./words.js";

let pinned = true; // whether the newest message is in sight, and should stay there
let typingUntil = null;

export function timeline() {
  const scroller = $("scroller");
  const newest = $("to-newest");
  newest.append(t("newest"), icon("down"));
  newest.addEventListener("click", () => toNewest());
  let before = { top: 0, height: 0, inside: 0 };
  scroller.addEventListener("scroll", () => {
    const { scrollTop: top, scrollHeight: height, clientHeight: inside } = scroller;
    const near = height - top - inside < 80;
    // only a reader scrolls up while nothing grows or shrinks; all else must not look as if they had left
    const byReader = top < before.top && height === before.height && inside === before.inside;
    if (near || byReader) pinned = near;
    before = { top, height, inside };
    if (pinned) newest.hidden = true;
  });
  // pictures and edits change heights at any time; whoever reads the newest stays there
  const observer = new ResizeObserver(() => pinned && toNewest());
  observer.observe($("timeline"));
  observer.observe(scroller);
  watchPresses($("timeline"));
  on("message", arrived);
  on("edit", changed);
  on("gone", ({ channel_id: channel, message_id: id }) => channel === state.current && remove(id));
  on("note", (note) => note.channel_id === state.current && append(note));
  on("note-gone", (note) => remove(note.id));
  on("failed", ({ message, text }) => failed(message.id, text));
  on("typing", typing);
}

export function toNewest() {
  const scroller = $("scroller");
  scroller.scrollTop = scroller.scrollHeight;
  pinned = true;
  $("to-newest").hidden = true;
}

const entries = () => [...messagesOf(state.current), ...notesOf(state.current)].sort((a, b) => older(a.id, b.id));
const render = (entry, before) => (entry.command === undefined ? renderMessage(entry, before?.author ? before : null) : note(entry));

/** Everything anew. */
export function paintTimeline() {
  const channel = current();
  const list = $("timeline");
  list.setAttribute("aria-label", channel ? t("messages_in", { name: placeName(channel) }) : "");
  const shown = channel ? entries() : [];
  list.replaceChildren(...shown.flatMap((entry, index) => [separator(entry, shown[index - 1]), render(entry, shown[index - 1])].filter(Boolean)));
  $("beginning").replaceChildren(...(channel ? beginning(channel) : []));
  paintTyping(null);
  toNewest();
}

/** Everything anew, and the reader stays where they are. */
export function repaintTimeline() {
  const scroller = $("scroller");
  const { scrollTop } = scroller;
  const stay = !pinned;
  paintTimeline();
  if (stay) stayAt(scrollTop);
}

/** Scroll to a place of the reader's own, where news must not move them. */
function stayAt(scrollTop) {
  pinned = false;
  $("scroller").scrollTop = scrollTop;
}

function separator(entry, before) {
  if (!entry.timestamp || (before && (!before.timestamp || day(before.timestamp) === day(entry.timestamp)))) return null;
  return h("li", { class: "day", role: "separator" }, day(entry.timestamp));
}

function beginning(channel) {
  if (!state.complete.has(channel.id)) return [h("button", { class: "button secondary", type: "button", on: { click: () => loadOlder() } }, t("older"))];
  const words = t(channel.type === DM ? "beginning_direct" : "beginning", { name: placeName(channel) });
  const welcome = state.welcome?.channel_id === channel.id ? state.welcome.texts : null;
  return [h("p", { class: "beginning-line" }, words), welcome ? h("section", { class: "welcome" }, markdown(welcome[language] ?? welcome.en)) : null].filter(Boolean);
}

/** One page of older messages; the reader keeps their place. */
export async function loadOlder() {
  const channel = state.current;
  const [first] = messagesOf(channel);
  if (!first) return;
  prepend(channel, await look("history", { channel_id: channel, before: first.id }));
  if (channel !== state.current) return;
  const scroller = $("scroller");
  const fromBottom = scroller.scrollHeight - scroller.scrollTop;
  paintTimeline();
  stayAt(scroller.scrollHeight - fromBottom);
}

function append(entry) {
  const list = $("timeline");
  const shown = entries();
  if (shown.at(-1) !== entry) return paintTimeline(); // came late: sort it in
  const before = shown.at(-2);
  list.append(...[separator(entry, before), render(entry, before)].filter(Boolean));
  if (!pinned) $("to-newest").hidden = false;
}

function arrived(message) {
  const mine = message.author.id === state.me.id;
  if (message.channel_id === state.current) {
    if (message.author.bot) paintTyping(null);
    append(message);
    // one's own words, and answers to what one has just done, are what one wants to see
    if (mine || has(message, FLAG.ephemeral)) toNewest();
    if (!mine && !has(message, FLAG.loading)) announce(spoken(message));
  } else if (!mine) {
    const channel = state.channels.get(message.channel_id);
    if (channel) announce(t("new_in", { place: placeName(channel), text: summary(message) }));
  }
}

function spoken(message) {
  const words = t("says", { name: nameOf(message.author), text: summary(message) });
  return has(message, FLAG.ephemeral) ? `${words} (${t("only_you")})` : words;
}

async function changed(message) {
  if (message.channel_id !== state.current || !$(`m${message.id}`)) return;
  const shown = entries();
  const made = render(message, shown[shown.indexOf(message) - 1]);
  await pictures(made);
  afterPress(() => replace(message, made));
}

function replace(message, made) {
  const old = $(`m${message.id}`);
  if (!old || state.messages.get(message.channel_id)?.get(message.id) !== message) return; // changed again
  const list = old.querySelector(".popup");
  if (list) return list.addEventListener("toggle", () => afterPress(() => replace(message, made)), { once: true }); // somebody chooses in it
  const wasThinking = old.querySelector(".thinking") !== null;
  const inside = old.contains(document.activeElement) ? document.activeElement : null;
  const again = inside && sameControl(inside, made);
  old.replaceWith(made);
  for (const answer of document.querySelectorAll(`[data-of="${message.id}"]`)) answer.textContent = quoted(message);
  if (wasThinking) announce(spoken(message));
  if (!inside) return;
  (again ?? made).focus({ preventScroll: true });
}

const BLINK = 300; // milliseconds: then a message changes with its pictures still on their way

/** Wait for the pictures of a message, so that a board changes at once and does not flicker. */
async function pictures(made) {
  const coming = [...made.querySelectorAll("img")].map((image) => image.decode().catch(() => {}));
  if (coming.length) await Promise.race([Promise.all(coming), new Promise((done) => setTimeout(done, BLINK))]);
}

/**
 * Whoever pressed a button by keyboard goes on from the same place. A bot may keep the state of its
 * game in custom ids, so that the same button has another id now: then its words decide.
 */
function sameControl(control, message) {
  const all = [...message.querySelectorAll("[data-control]:not(:disabled)")];
  const name = (each) => each.getAttribute("aria-label") ?? each.textContent;
  return all.find((each) => each.dataset.control === control.dataset.control) ?? all.find((each) => name(each) === name(control));
}

function remove(id) {
  const old = $(`m${id}`);
  if (!old) return;
  const focused = old.contains(document.activeElement);
  const following = old.nextElementSibling;
  old.remove();
  if (focused) focusComposer();
  // the one below may have lost the head it stood under
  if (following?.classList.contains("grouped")) {
    const shown = entries();
    const at = shown.findIndex((entry) => `m${entry.id}` === following.id);
    if (at >= 0) following.replaceWith(render(shown[at], shown[at - 1]));
  }
}

function failed(id, text) {
  const line = $(`m${id}`)?.querySelector(".failed");
  if (line) line.textContent = text ?? "";
}

function note(entry) {
  return h(
    "li",
    { class: "message ephemeral note", id: `m${entry.id}`, tabindex: "-1" },
    h("div", { class: "context" }, icon("reply"), t("used", { name: state.me.name, command: `/${entry.command}` })),
    h("p", { class: "error", role: "alert" }, entry.text),
    h("p", { class: "whisper" }, icon("eye"), t("only_you"), h("span", { "aria-hidden": "true" }, "·"), h("button", { class: "textual", type: "button", on: { click: () => dropNote(entry) } }, t("dismiss"))),
  );
}

function typing(channelId) {
  if (channelId !== state.current) return;
  paintTyping(state.bot.name);
}

function paintTyping(name) {
  clearTimeout(typingUntil);
  $("typing").replaceChildren(...(name ? [dots(), t("typing", { name })] : []));
  if (name) typingUntil = setTimeout(() => paintTyping(null), 10000); // as long as Discord shows it
}

/** Show one message, loading older ones until it is there. */
export async function jump(id) {
  for (let pages = 0; pages < 20 && !$(`m${id}`) && !state.complete.has(state.current); pages += 1) await loadOlder();
  const found = $(`m${id}`);
  if (!found) return;
  pinned = false;
  found.scrollIntoView({ block: "center" });
  found.classList.add("flash");
  found.focus({ preventScroll: true });
  setTimeout(() => found.classList.remove("flash"), 2000);
}
