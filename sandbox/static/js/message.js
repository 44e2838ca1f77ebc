// One message: its author, time, contents and actions.

import { h, icon } from "./dom.js";
import { act } from "./api.js";
import { children } from "./components.js";
import { embed } from "./embeds.js";
import { markdown, plain } from "./markdown.js";
import { attachments } from "./media.js";
import { menu } from "./menu.js";
import { clock, sent } from "./time.js";
import { STARTER, threadLine } from "./threads.js";
import { FLAG, has, now, personName, state } from "./state.js";
import { t } from "./words.js";

const PIN_NOTICE = 6;
const THREAD_NOTICE = 18;
const GROUPED_WITHIN = 7 * 60 * 1000;
const PATIENCE = 15 * 60 * 1000; // The bot's token expires then, so that no answer can follow.

export const nameOf = (author) => author.global_name ?? personName(author.id) ?? author.username;

/** Return a person's avatar: their initials on a color that never changes. */
export function avatar(author, name) {
  // The golden angle gives different colors to names that differ in one letter only.
  const hue = [...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) * 137.5;
  const initials = name.split(/\s+/).map((word) => word[0]).join("").slice(0, 2).toUpperCase();
  return h("span", { class: author.bot ? "avatar bot" : "avatar", "aria-hidden": "true", vars: { "--hue": String(hue % 360) } }, initials);
}

/** Return whether a message continues the one before, without a header of its own. */
export function grouped(message, before) {
  if (!before || before.author.id !== message.author.id || message.referenced_message || message.interaction) return false;
  if (message.type !== 0 || [PIN_NOTICE, STARTER].includes(before.type) || has(before, FLAG.ephemeral) !== has(message, FLAG.ephemeral)) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < GROUPED_WITHIN;
}

export function renderMessage(message, before) {
  const name = nameOf(message.author);
  if (message.type === PIN_NOTICE || message.type === THREAD_NOTICE) return notice(message, name);
  if (message.type === STARTER) return starter(message);
  const together = grouped(message, before);
  const classes = ["message", together && "grouped", has(message, FLAG.ephemeral) && "ephemeral", mentionsMe(message) && "to-me"];
  const head = h("div", { class: "head" }, h("span", { class: "author" }, name), message.author.bot ? h("span", { class: "tag" }, t("app")) : null, sent(message.timestamp));
  return h(
    "li",
    { class: classes.filter(Boolean).join(" "), id: `m${message.id}`, tabindex: "-1" },
    h(
      "article",
      { "aria-label": t("says", { name, text: clock(message.timestamp) }) },
      context(message),
      together ? h("span", { class: "aside-time", "aria-hidden": "true" }, clock(message.timestamp)) : avatar(message.author, name),
      h("div", { class: "content" }, together ? null : head, body(message, name), edited(message), threadLine(message.id), whisper(message), h("p", { class: "error failed", role: "alert" })),
      menu(message),
    ),
  );
}

function notice(message, name) {
  const key = message.type === PIN_NOTICE ? "pinned_notice" : "thread_notice";
  return h("li", { class: "message notice", id: `m${message.id}`, tabindex: "-1" }, icon(message.type === PIN_NOTICE ? "pin" : "thread"), h("span", {}, t(key, { name, text: message.content })), sent(message.timestamp));
}

/** Return the first message of a thread, which links to the message it was started from. */
function starter(message) {
  const old = message.referenced_message;
  const words = old ? h("a", { class: "context-text", href: `#${old.channel_id}/${old.id}`, data: { of: old.id } }, quoted(old)) : t("reply_gone");
  return h("li", { class: "message notice", id: `m${message.id}`, tabindex: "-1" }, icon("thread"), words);
}

function mentionsMe(message) {
  if (message.mention_everyone || message.mentions.some((user) => user.id === state.me.id)) return message.author.id !== state.me.id;
  return message.mention_roles.some((role) => [...state.guilds.values()].some((guild) => guild.mine.includes(role)));
}

/** Return the line above a message with the command or message that it answers. */
function context(message) {
  if (message.interaction) {
    const by = nameOf(message.interaction.user);
    return h("div", { class: "context" }, icon("reply"), t("used", { name: by, command: `/${message.interaction.name}` }));
  }
  if (!("referenced_message" in message)) return null;
  const old = message.referenced_message;
  if (!old) return h("div", { class: "context" }, icon("reply"), t("reply_gone"));
  return h("a", { class: "context", href: `#${old.channel_id}/${old.id}` }, icon("reply"), h("span", { class: "context-text", data: { of: old.id } }, quoted(old)));
}

/** Return the text by which an answer quotes a message, with that message's current contents. */
export function quoted(message) {
  const known = state.messages.get(message.channel_id)?.get(message.id) ?? message;
  return t("reply_to", { name: nameOf(known.author), text: summary(known).slice(0, 90) || t("picture_or_layout") });
}

function body(message, name) {
  if (has(message, FLAG.loading)) {
    const late = now() - new Date(message.timestamp) > PATIENCE;
    return late ? h("p", { class: "error" }, t("no_response")) : h("p", { class: "thinking" }, dots(), t("thinking", { name }));
  }
  const old = has(message, FLAG.v2) ? [] : [message.content && content(message.content), message.embeds.map(embed)];
  return [old, h("div", { class: "components" }, children(message.components, message)), attachments(message.attachments)];
}

export const dots = () => h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));

const ONLY_EMOJI = /^(?:\s|<a?:\w+:\d+>|\p{Extended_Pictographic}|[\u200d\ufe0f\u{1f3fb}-\u{1f3ff}\u{1f1e6}-\u{1f1ff}])+$/u;

function content(text) {
  const made = markdown(text);
  if (ONLY_EMOJI.test(text)) made.classList.add("jumbo");
  return made;
}

function edited(message) {
  if (!message.edited_timestamp || has(message, FLAG.ephemeral)) return null;
  return h("span", { class: "edited", title: t("edited_at", { time: clock(message.edited_timestamp) }) }, `(${t("edited")})`);
}

/** Return the line below an ephemeral message. */
function whisper(message) {
  if (!has(message, FLAG.ephemeral)) return null;
  const dismiss = () => act("dismiss", { channel_id: message.channel_id, message_id: message.id });
  return h(
    "p",
    { class: "whisper" },
    icon("eye"),
    t("only_you"),
    h("span", { "aria-hidden": "true" }, "·"),
    h("button", { class: "textual", type: "button", data: { control: "dismiss" }, on: { click: dismiss } }, t("dismiss")),
  );
}

function texts(components) {
  return components.flatMap((each) => [each.content, ...texts(each.components ?? [])]).filter(Boolean);
}

/** Return the text of a message in one line. */
export function summary(message) {
  const embeds = message.embeds.flatMap((each) => [each.title, each.description]);
  const words = [message.content, ...embeds, ...texts(message.components)].filter(Boolean).join("\n");
  const pictures = message.components.flatMap(alts);
  return plain([words, ...(words ? [] : pictures)].join("\n")).slice(0, 200);
}

const alts = (each) => [...(each.items ?? []).map((item) => item.description), ...(each.components ?? []).flatMap(alts)].filter(Boolean);
