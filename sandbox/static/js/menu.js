// Context-menu commands of a message, for bots that have them.

import { h, icon } from "./dom.js";
import { act, Refused } from "./api.js";
import { messageCommands } from "./commands.js";
import { openModal } from "./modal.js";
import { Popup } from "./popup.js";
import { emit } from "./state.js";
import { t } from "./words.js";

/** Return a button that lists the commands, or null if there are none. */
export function menu(message) {
  const names = messageCommands();
  if (!names.length) return null;
  const button = h("button", { class: "plain round more", type: "button", "aria-label": t("apps"), "aria-haspopup": "listbox", "aria-expanded": "false", data: { control: "apps" } }, icon("dots"));
  button.addEventListener("click", () => {
    const options = names.map((name) => ({ label: name, value: name }));
    new Popup({ anchor: button, label: t("apps"), options, chosen: [], low: 1, high: 1, settle: ([name]) => use(name, message) }).open();
  });
  return button;
}

async function use(name, message) {
  try {
    const outcome = await act("menu", { channel_id: message.channel_id, message_id: message.id, command: name });
    if (outcome.stage === "failed") emit("failed", { message, text: t("no_response") });
    if (outcome.modal) openModal(outcome, message.channel_id);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    emit("failed", { message, text: error.message });
  }
}
