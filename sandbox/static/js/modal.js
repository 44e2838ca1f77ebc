// Modals: dialogs that the bot opens and the guest submits.

import { h, icon } from "./dom.js";
import { act, Refused } from "./api.js";
import { field } from "./fields.js";
import { markdown } from "./markdown.js";
import { state } from "./state.js";
import { t } from "./words.js";

const ROW = 1;
const TEXT = 10;

/** Show the modal of an interaction. It belongs to this window, and a reload closes it, as in Discord. */
export function openModal({ modal, interaction_id: interactionId }, channelId) {
  const before = document.activeElement;
  const parts = modal.components.map((component) => part(component, channelId));
  const fields = parts.filter((each) => each.values);
  const wrong = h("p", { class: "error", role: "alert" });
  const send = h("button", { class: "button primary", type: "submit" }, t("submit"));
  const title = h("h2", { id: `modal-${interactionId}` }, modal.title);
  const form = h(
    "form",
    { novalidate: true },
    h("p", { class: "modal-from" }, state.bot.name),
    parts.map((each) => each.element),
    wrong,
    h("div", { class: "modal-foot" }, h("button", { class: "button secondary", type: "button", on: { click: () => dialog.close() } }, t("cancel")), send),
  );
  const dialog = h(
    "dialog",
    { class: "modal", "aria-labelledby": title.id },
    h("div", { class: "modal-head" }, title, h("button", { class: "plain round", type: "button", "aria-label": t("close"), on: { click: () => dialog.close() } }, icon("close"))),
    form,
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before?.isConnected) before.focus();
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const invalid = fields.filter((each) => !each.check());
    if (invalid.length) return invalid[0].focus();
    send.setAttribute("aria-busy", "true");
    wrong.textContent = "";
    try {
      const answers = {};
      for (const each of fields) answers[each.id] = await each.values();
      const outcome = await act("submit", { interaction_id: interactionId, answers });
      if (outcome.stage === "failed") throw new Refused(t("modal_failed"));
      dialog.close();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      wrong.textContent = error.message;
    } finally {
      send.removeAttribute("aria-busy");
    }
  });

  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.focus();
}

function part(component, channelId) {
  if (component.type === TEXT) return { element: markdown(component.content) };
  if (component.type === ROW) {
    const [input] = component.components;
    return field(input.label ?? "", null, input, channelId);
  }
  return field(component.label, component.description, component.component, channelId);
}
