// The line below a message that leads to the thread begun from it: its name and how much is in it.

import { $, h, icon } from "./dom.js";
import { FLAG, has, isThread, messagesOf, on, state } from "./state.js";
import { t } from "./words.js";

export const STARTER = 21; // stands for the message that the thread was begun from

/** The line, or null: there is no such thread. A thread has the number of its message. */
export function threadLine(messageId) {
  const thread = state.channels.get(messageId);
  if (!isThread(thread)) return null;
  return h(
    "a",
    { class: "thread-line", href: `#${thread.id}` },
    icon("thread"),
    h("span", { class: "thread-name" }, thread.name),
    h("span", { class: "thread-count" }, counted(thread.id)),
    thread.archived ? h("span", { class: "thread-count" }, t("archived")) : null,
  );
}

function counted(threadId) {
  const known = messagesOf(threadId).filter((each) => each.type !== STARTER && !has(each, FLAG.ephemeral)).length;
  const count = state.complete.has(threadId) ? String(known) : `${known}+`; // the rest was not sent yet
  return t(count === "1" ? "one_message" : "message_count", { count });
}

/** Keep the line in step with its thread, and let it appear with one. */
function paintLine(threadId) {
  const message = $(`m${threadId}`);
  if (!message) return;
  const line = message.querySelector(".thread-line");
  const made = threadLine(threadId);
  if (line && made) {
    if (line.textContent === made.textContent) return; // whoever is about to press it keeps it
    line.replaceChildren(...made.childNodes);
  } else if (made) {
    message.querySelector(".failed")?.before(made);
  } else {
    line?.remove();
  }
}

export function threads() {
  on("message", ({ channel_id: id }) => paintLine(id));
  on("gone", ({ channel_id: id }) => paintLine(id));
  on("channel", paintLine);
}
