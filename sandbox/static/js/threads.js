// The line below a message that links to its thread: the thread's name and number of messages.

import { $, h, icon } from "./dom.js";
import { FLAG, has, isThread, messagesOf, on, state } from "./state.js";
import { t } from "./words.js";

export const STARTER = 21; // The type of the message that represents the one the thread was started from.

/** Return the line, or null if there is no thread. A thread has the id of its message. */
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
  const count = state.complete.has(threadId) ? String(known) : `${known}+`; // The server has not sent the rest yet.
  return t(count === "1" ? "one_message" : "message_count", { count });
}

/** Update the line with its thread, and add it when the thread is created. */
function paintLine(threadId) {
  const message = $(`m${threadId}`);
  if (!message) return;
  const line = message.querySelector(".thread-line");
  const made = threadLine(threadId);
  if (line && made) {
    if (line.textContent === made.textContent) return; // A guest may be about to press it, so leave it.
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
