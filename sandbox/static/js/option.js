// One option of a command that is being typed: its name, an input, and its choices.

import { freshId, h, icon } from "./dom.js";
import { act, packed, Refused } from "./api.js";
import { TYPE } from "./commands.js";
import { choices as entities } from "./selects.js";
import { state } from "./state.js";
import { Suggestions } from "./suggestions.js";
import { t } from "./words.js";

const ENTITY = { [TYPE.user]: 5, [TYPE.role]: 6, [TYPE.mentionable]: 7, [TYPE.channel]: 8 };
const DELAY = 120; // Milliseconds without typing before the bot is asked for choices.

export class OptionField {
  /** `bar` is the command bar, with the other options and the place for lists. */
  constructor(option, bar) {
    Object.assign(this, { option, bar, chosen: null, asked: 0 });
    const id = freshId("option");
    const number = option.type === TYPE.integer || option.type === TYPE.number;
    this.input = h("input", {
      id,
      type: option.type === TYPE.attachment ? "file" : "text",
      inputmode: number && !option.choices ? "decimal" : null,
      size: "8",
      "aria-required": String(Boolean(option.required)),
      "aria-describedby": bar.hintId,
      data: { option: option.name },
    });
    const remove = h("button", { class: "plain tiny", type: "button", "aria-label": t("remove_option", { name: option.shown }), on: { click: () => bar.remove(this) } }, icon("close"));
    this.element = h("span", { class: "option-field" }, h("label", { for: id }, option.shown), this.input, option.required ? null : remove);
    this.list = option.type === TYPE.attachment ? null : new Suggestions(this.input, bar.lists, (item) => this.choose(item));
    this.input.addEventListener("focus", () => this.#focused());
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("keydown", (event) => this.#key(event));
  }

  get name() {
    return this.option.name;
  }

  get empty() {
    return this.option.type === TYPE.attachment ? !this.input.files.length : !this.input.value.trim();
  }

  set(text) {
    this.input.value = text;
    this.#grow();
  }

  choose(item) {
    if (!item) return;
    this.chosen = item;
    this.input.value = item.label;
    this.#grow();
    this.list.hide();
    this.bar.next(this);
  }

  #grow() {
    this.input.size = Math.max(8, Math.min(40, this.input.value.length + 1));
  }

  #focused() {
    const { option } = this;
    this.bar.hint(`${option.shown}: ${option.description} (${t(option.required ? "required" : "optional")})`);
    this.#offer();
  }

  #typed() {
    this.chosen = null;
    this.#grow();
    this.input.removeAttribute("aria-invalid");
    this.bar.complain("");
    this.#offer();
  }

  #key(event) {
    if (event.key === "Escape") this.#stopAsking(); // A late answer must not open the list again.
    if (this.list?.handle(event)) {
      // Tab accepts the choice, and then moves to the next field.
      event.preventDefault();
      return;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      this.bar.submit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.bar.leave();
    } else if (event.key === "Backspace" && this.empty) {
      event.preventDefault();
      this.bar.back(this);
    } else if (event.key === "ArrowDown") {
      this.#offer();
    }
  }

  /** Return the choices that need no request to the bot, or null if any text can be typed. */
  #fixed() {
    const { option } = this;
    if (option.choices?.length) return option.choices;
    if (option.type === TYPE.boolean) return [{ label: t("yes"), value: true }, { label: t("no"), value: false }];
    if (option.type in ENTITY) return entities({ type: ENTITY[option.type], channel_types: option.channel_types }, state.current);
    return null;
  }

  #offer() {
    if (!this.list) return;
    if (this.option.autocomplete) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.#ask(), DELAY);
      return;
    }
    const fixed = this.#fixed();
    if (!fixed) return;
    const text = this.chosen ? "" : this.input.value.trim().toLowerCase();
    const fits = fixed.filter((item) => item.label.toLowerCase().includes(text));
    this.list.show(fits.slice(0, 25), this.option.shown, t("options_none"));
  }

  #stopAsking() {
    clearTimeout(this.waiting);
    this.asked += 1;
  }

  async #ask() {
    const mine = (this.asked += 1);
    const current = () => mine === this.asked && document.activeElement === this.input && !this.chosen;
    if (!this.list.open) this.list.show([], this.option.shown, t("options_loading"));
    try {
      const options = await this.bar.values({ without: this });
      const typed = this.input.value;
      const found = await act("autocomplete", { channel_id: state.current, command: this.bar.command.name, focus: this.name, typed, options });
      if (current()) this.list.show(found.choices.map((each) => ({ label: each.name, value: each.value })), this.option.shown, t("options_none"));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (current()) this.list.show([], this.option.shown, t("options_failed"));
    }
  }

  /** Return the error of the value as text, or null if it is valid. */
  complaint() {
    const { option } = this;
    if (this.empty) return option.required ? t("need_value") : null;
    const text = this.input.value.trim();
    if (this.chosen || option.type === TYPE.attachment) return null;
    const fixed = this.#fixed();
    if (fixed) {
      this.chosen = fixed.find((item) => item.label.toLowerCase() === text.toLowerCase() || String(item.value) === text) ?? null;
      return this.chosen ? null : t("need_choice");
    }
    if (option.type === TYPE.string) {
      const low = option.min_length ?? 0;
      const high = option.max_length ?? 6000;
      return text.length < low || text.length > high ? t("need_length", { low, high }) : null;
    }
    return this.#number(text);
  }

  #number(text) {
    const { option } = this;
    const value = Number(text.replace(",", "."));
    if (Number.isNaN(value) || (option.type === TYPE.integer && !Number.isInteger(value))) return t("need_number");
    const low = option.min_value ?? -Infinity;
    const high = option.max_value ?? Infinity;
    return value < low || value > high ? t("need_range", { low, high }) : null;
  }

  /** Return the value in the sandbox's format, or undefined if there is none. */
  async value() {
    if (this.empty) return undefined;
    const { type } = this.option;
    if (type === TYPE.attachment) return packed(this.input.files[0]);
    if (this.chosen) return this.chosen.value;
    const text = this.input.value.trim();
    return type === TYPE.integer || type === TYPE.number ? Number(text.replace(",", ".")) : text;
  }
}
