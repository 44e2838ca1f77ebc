// The messages of the open channel, updated by the stream.

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

let pinned = true; // Whether the newest message is visible and should stay so.
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
    // Only a scroll without a change of height is the reader's own. Other scrolls must not count as leaving the end.
    const byReader = top < before.top && height === before.height && inside === before.inside;
    if (near || byReader) pinned = near;
    before = { top, height, inside };
    if (pinned) newest.hidden = true;
  });
  // Pictures and edits change heights at any time. A reader at the newest message stays there.
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

/** Show all messages again. */
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

/** Show all messages again, and leave the reader's scroll position. */
export function repaintTimeline() {
  const scroller = $("scroller");
  const { scrollTop } = scroller;
  const stay = !pinned;
  paintTimeline();
  if (stay) stayAt(scrollTop);
}

/** Scroll to a place that the reader has chosen, from which new messages must not move them. */
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

/** Load a page of older messages, and leave the reader's scroll position. */
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
  if (shown.at(-1) !== entry) return paintTimeline(); // The message came late, so sort it in.
  const before = shown.at(-2);
  list.append(...[separator(entry, before), render(entry, before)].filter(Boolean));
  if (!pinned) $("to-newest").hidden = false;
}

function arrived(message) {
  const mine = message.author.id === state.me.id;
  if (message.channel_id === state.current) {
    if (message.author.bot) paintTyping(null);
    append(message);
    // A guest wants to see their own messages, and the answers to their last action.
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
  if (!old || state.messages.get(message.channel_id)?.get(message.id) !== message) return; // The message has changed again.
  const list = old.querySelector(".popup");
  if (list) return list.addEventListener("toggle", () => afterPress(() => replace(message, made)), { once: true }); // The guest is choosing in its list.
  const wasThinking = old.querySelector(".thinking") !== null;
  const inside = old.contains(document.activeElement) ? document.activeElement : null;
  const again = inside && sameControl(inside, made);
  old.replaceWith(made);
  for (const answer of document.querySelectorAll(`[data-of="${message.id}"]`)) answer.textContent = quoted(message);
  if (wasThinking) announce(spoken(message));
  if (!inside) return;
  (again ?? made).focus({ preventScroll: true });
}

const BLINK = 300; // After these milliseconds a message changes even if its pictures are not loaded.

/** Wait for the pictures of a message, so that a board changes in one step without flicker. */
async function pictures(made) {
  const coming = [...made.querySelectorAll("img")].map((image) => image.decode().catch(() => {}));
  if (coming.length) await Promise.race([Promise.all(coming), new Promise((done) => setTimeout(done, BLINK))]);
}

/**
 * Return the focus to the button that was pressed by keyboard. A bot may store the state of its game
 * in custom ids, so that the same button has a new id. Then its text identifies it.
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
  // The message below may have lost the header above it.
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
  if (name) typingUntil = setTimeout(() => paintTyping(null), 10000); // Discord shows it for 10 seconds too.
}

/** Show one message, and load older ones until it is found. */
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
