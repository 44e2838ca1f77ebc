// Components of a message, legacy and V2: one function for each kind.

import { h } from "./dom.js";
import { act, Refused } from "./api.js";
import { emoji } from "./emoji.js";
import { colour } from "./embeds.js";
import { target } from "./inline.js";
import { markdown } from "./markdown.js";
import { file, gallery, thumbnail } from "./media.js";
import { openModal } from "./modal.js";
import { choices, selectControl } from "./selects.js";
import { emit } from "./state.js";
import { t } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

const KINDS = {
  1: (row, message) => h("div", { class: "row" }, children(row.components, message)),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: (section, message) =>
    h("div", { class: "section" }, h("div", { class: "section-text" }, children(section.components, message)), one(section.accessory, message)),
  10: (text) => markdown(text.content),
  11: thumbnail,
  12: gallery,
  13: file,
  14: (line) => h("div", { class: `separator ${line.spacing === 2 ? "wide" : ""} ${line.divider === false ? "" : "line"}`, role: line.divider === false ? null : "separator" }),
  17: container,
};

const one = (component, message) => KINDS[component.type]?.(component, message) ?? null;

export const children = (components, message) => components.map((component) => one(component, message));

function container(data, message) {
  const bar = data.accent_color === undefined || data.accent_color === null ? {} : { "--accent-bar": colour(data.accent_color) };
  const box = h("div", { class: "container", vars: bar }, children(data.components, message));
  if (!data.spoiler) return box;
  const cover = h("button", { class: "media-spoiler", type: "button" }, t("spoiler"));
  cover.addEventListener("click", () => cover.replaceWith(box), { once: true });
  return cover;
}

function button(data, message) {
  const inside = [emoji(data.emoji), data.label && h("span", {}, data.label)];
  const name = data.label || data.emoji?.name;
  if (data.style === 5) {
    return h("a", { class: "button link", ...target(data.url), "aria-label": data.label ? null : name, "aria-disabled": data.disabled ? "true" : null }, inside);
  }
  const made = h(
    "button",
    { class: `button ${STYLES[data.style]}`, type: "button", disabled: data.disabled, "aria-label": data.label ? null : name, data: { control: data.custom_id ?? "" } },
    inside,
  );
  made.addEventListener("click", () => use("press", made, message, { custom_id: data.custom_id }));
  return made;
}

function select(data, message) {
  const control = selectControl(data, {
    options: choices(data, message.channel_id),
    commit: (values) => use("select", control.button, message, { custom_id: data.custom_id, values }),
  });
  return control.element;
}

/** Press or choose. The control shows that it waits, and the message shows if there was no answer. */
async function use(verb, control, message, what) {
  if (control.getAttribute("aria-busy") === "true") return;
  control.setAttribute("aria-busy", "true");
  emit("failed", { message, text: null });
  try {
    const outcome = await act(verb, { channel_id: message.channel_id, message_id: message.id, ...what });
    if (outcome.stage === "failed") emit("failed", { message, text: t("interaction_failed") });
    if (outcome.modal) openModal(outcome, message.channel_id);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    emit("failed", { message, text: `${t("interaction_failed")}: ${error.message}` });
  } finally {
    control.removeAttribute("aria-busy");
  }
}
