// Selects: a button that opens a list. Messages and modals use the same control.

import { freshId, h, icon } from "./dom.js";
import { emoji } from "./emoji.js";
import { Popup } from "./popup.js";
import { CATEGORY, DM, state } from "./state.js";
import { t } from "./words.js";

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;

/** Return the choices: the select's own options, or people, roles and channels of the place. */
export function choices(data, channelId) {
  if (data.type === STRING) return data.options;
  const guild = state.guilds.get(state.channels.get(channelId)?.guild_id);
  const chosen = new Set((data.default_values ?? []).map((each) => each.id));
  const found = [];
  if (data.type === USER || data.type === MENTIONABLE) {
    const here = guild ? guild.members : [state.me.id, state.bot.id];
    found.push(...here.map((id) => ({ value: id, label: state.people.get(id)?.name ?? id })));
  }
  if (data.type === ROLE || data.type === MENTIONABLE) {
    found.push(...(guild?.roles ?? []).map((role) => ({ value: role.id, label: `@${role.name}` })));
  }
  if (data.type === CHANNEL) {
    const kinds = data.channel_types ?? [];
    const here = [...state.channels.values()].filter((each) => each.guild_id === guild?.id && each.type !== DM && each.type !== CATEGORY);
    found.push(...here.filter((each) => !kinds.length || kinds.includes(each.type)).map((each) => ({ value: each.id, label: `#${each.name}` })));
  }
  return found.map((each) => ({ ...each, default: chosen.has(each.value) }));
}

/**
 * Return a select. `commit` is called with the values after a choice. A modal sends nothing then, and
 * reads `values()` when it is submitted.
 */
export function selectControl(data, { options, commit = () => {}, labelledBy = null }) {
  const low = data.min_values ?? 1;
  const high = data.max_values ?? 1;
  const placeholder = data.placeholder || t("select_placeholder");
  let chosen = options.filter((option) => option.default).map((option) => option.value);
  const shown = h("span", { class: "select-shown" });
  const id = freshId("select");
  const button = h(
    "button",
    {
      id,
      class: "select",
      type: "button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": labelledBy ? null : placeholder,
      "aria-labelledby": labelledBy ? `${labelledBy} ${id}` : null,
      disabled: data.disabled,
      data: { control: data.custom_id },
    },
    shown,
    icon("down"),
  );

  function paint() {
    const found = options.filter((option) => chosen.includes(option.value));
    shown.replaceChildren(...(found.length ? found.map((option) => h("span", { class: high > 1 ? "chip" : "" }, emoji(option.emoji), option.label)) : [placeholder]));
    shown.classList.toggle("placeholder", !found.length);
    // The name of the control alone would hide the chosen values from a screen reader.
    if (!labelledBy) button.setAttribute("aria-label", [placeholder, ...found.map((option) => option.label)].join(": "));
  }

  function settle(values) {
    const changed = values.length !== chosen.length || values.some((value) => !chosen.includes(value));
    if (!changed && high > 1) return;
    chosen = values;
    paint();
    commit(values);
  }

  function open() {
    new Popup({ anchor: button, label: placeholder, options, chosen, low, high, settle }).open();
  }

  button.addEventListener("click", open);
  button.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      open();
    }
  });
  paint();
  return { element: h("div", { class: "select-box" }, button), button, values: () => chosen };
}
