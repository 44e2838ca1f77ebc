// The input for messages, and for commands that start with a slash.

import { $, h, icon } from "./dom.js";
import { act, Refused } from "./api.js";
import { CommandBar } from "./commandbar.js";
import { commandCalled, matching, parsed, refresh } from "./commands.js";
import { current, on, placeName, state } from "./state.js";
import { Suggestions } from "./suggestions.js";
import { t } from "./words.js";

let input;
let suggestions;
let wrong;
let plain;
let bar = null;
let lists;

export function composer() {
  const host = $("composer");
  lists = h("div", { class: "lists" });
  input = h("textarea", { rows: "1", id: "message-input", enterkeyhint: "send" });
  wrong = h("p", { class: "error", role: "alert" });
  plain = h(
    "form",
    { class: "plain-form" },
    h("button", { class: "plain round slash", type: "button", "aria-label": t("commands"), on: { click: () => begin("") } }, "/"),
    input,
    h("button", { class: "plain send", type: "submit", "aria-label": t("send") }, icon("send")),
  );
  host.replaceChildren(lists, plain, wrong);
  suggestions = new Suggestions(input, lists, (item) => enter(item.command));
  input.addEventListener("input", typed);
  input.addEventListener("keydown", key);
  plain.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  on("type-command", begin);
  on("commands", () => refresh().catch(() => {}));
}

/** Update the input after a change of the channel or of the guest's permissions in it. */
export function paintComposer() {
  const channel = current();
  if (!channel) return;
  const name = placeName(channel);
  const roomy = matchMedia("(min-width: 721px)").matches;
  input.placeholder = channel.can_send ? t(roomy ? "message_hint" : "message_to", { name }) : t("cannot_send");
  input.setAttribute("aria-label", t("message_to", { name }));
  input.readOnly = !channel.can_send;
}

/** Discard half-typed text when the channel or the guest changes, because it was for the old one. */
export function resetComposer() {
  leave("", { focus: false });
  complain("");
}

const complain = (text) => (wrong.textContent = text);

function grow() {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, 200)}px`;
}

async function typed() {
  complain("");
  grow();
  const text = input.value;
  if (!text.startsWith("/") || text.includes("\n")) {
    suggestions.hide();
    return;
  }
  if (text === "/") await refresh().catch(() => {});
  if (input.value !== text) return; // The guest has typed more in the meantime.
  const name = text.slice(1);
  const exact = name.endsWith(" ") ? commandCalled(name.trim()) : null;
  if (exact) {
    enter(exact);
    return;
  }
  if (name.includes(":")) {
    suggestions.hide(); // Options typed as text are read when the line is sent.
    return;
  }
  suggestions.show(matching(name).slice(0, 25).map(item), t("commands"), t("no_commands", { text: name }));
}

function item(command) {
  const options = command.options.map((option) => (option.required ? option.shown : `[${option.shown}]`)).join(" ");
  return { label: `/${command.shown}`, detail: command.description, extra: options, command };
}

function key(event) {
  if (suggestions.handle(event)) {
    event.preventDefault();
    return;
  }
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    send();
  }
}

async function send() {
  const text = input.value.trim();
  if (!text || input.readOnly) return;
  if (text.startsWith("/")) {
    await refresh().catch(() => {});
    const line = parsed(text);
    if (!line) return complain(t("unknown_command", { name: text.slice(1).split(/\s/)[0] }));
    enter(line.command, line.given);
    await bar.submit();
    return;
  }
  try {
    await act("say", { channel_id: state.current, content: text });
    input.value = "";
    grow();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    complain(t("not_sent", { why: error.message }));
  }
}

/** Start typing a command, from the slash button or from a command in a text. */
async function begin(name) {
  leave("", { focus: true });
  await refresh().catch(() => {});
  const command = name ? commandCalled(name) : null;
  if (command) return enter(command);
  if (name) return complain(t("not_offered", { name, guest: state.me.name }));
  input.value = "/";
  await typed();
}

function enter(command, given) {
  suggestions.hide();
  bar = new CommandBar(command, { lists, leave, given });
  plain.hidden = true;
  plain.after(bar.element);
  bar.focus();
}

function leave(text, { focus = true } = {}) {
  bar?.element.remove();
  bar = null;
  lists.replaceChildren(suggestions.box); // The lists of the options are removed with the command.
  plain.hidden = false;
  input.value = text;
  grow();
  suggestions.hide();
  if (focus) input.focus();
}

export const focusComposer = () => (bar ? bar.focus() : input.focus());
