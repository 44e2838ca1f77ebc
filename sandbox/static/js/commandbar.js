// A command that is being typed: its name, a field for each option, and the missing options.

import { freshId, h, icon } from "./dom.js";
import { act, Refused } from "./api.js";
import { openModal } from "./modal.js";
import { addNote } from "./notes.js";
import { OptionField } from "./option.js";
import { state } from "./state.js";
import { t } from "./words.js";

export class CommandBar {
  /** `leave(text)` returns to plain typing. `given` contains options that were typed as text. */
  constructor(command, { lists, leave, given = new Map() }) {
    Object.assign(this, { command, lists, given, fields: [], goBack: leave });
    this.hintId = freshId("hint");
    this.hintLine = h("span", { id: this.hintId, class: "bar-hint" }, command.description);
    this.wrong = h("span", { class: "error", role: "alert" });
    this.more = h("span", { class: "bar-more" });
    this.row = h("span", { class: "bar-fields" });
    this.sendButton = h("button", { class: "plain send", type: "submit", "aria-label": t("send_command") }, icon("send"));
    this.element = h(
      "form",
      { class: "bar", "aria-label": `/${command.shown}`, novalidate: true },
      h("div", { class: "bar-line" }, h("span", { class: "bar-name" }, `/${command.shown}`), this.row, this.more, this.#leaveButton(), this.sendButton),
      h("div", { class: "bar-below" }, this.wrong, this.hintLine),
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.leave();
    });
    for (const option of command.options) {
      if (option.required || given.has(option.name) || given.has(option.shown)) this.#add(option);
    }
    this.#offerMore();
  }

  #leaveButton() {
    return h("button", { class: "plain tiny", type: "button", "aria-label": t("leave_command"), on: { click: () => this.leave() } }, icon("close"));
  }

  #add(option) {
    const field = new OptionField(option, this);
    const text = this.given.get(option.name) ?? this.given.get(option.shown);
    if (text !== undefined) field.set(text);
    this.fields.push(field);
    this.row.append(field.element);
    return field;
  }

  #offerMore() {
    const left = this.command.options.filter((option) => !this.fields.some((field) => field.option === option));
    const add = (option) => {
      const field = this.#add(option);
      this.#offerMore();
      field.input.focus();
    };
    // Focus changes the hint, which can move the button away before the click. Only the keyboard may focus it.
    const stay = (event) => event.preventDefault();
    this.more.replaceChildren(
      ...left.map((option) =>
        h("button", { class: "add", type: "button", title: option.description, "aria-label": `${t("options_more")}: ${option.shown}`, on: { mousedown: stay, click: () => add(option), focus: () => this.hint(`${option.shown}: ${option.description} (${t("optional")})`) } }, `+ ${option.shown}`),
      ),
    );
  }

  focus() {
    const field = this.fields.find((each) => each.empty) ?? this.fields[0];
    (field?.input ?? this.more.firstChild ?? this.sendButton).focus();
    if (!field && !this.more.firstChild) this.hint(this.command.description);
  }

  hint(text) {
    this.hintLine.textContent = text;
  }

  complain(text) {
    this.wrong.textContent = text;
  }

  /** Move to the next empty field after a choice, if there is one. */
  next(field) {
    const following = this.fields.slice(this.fields.indexOf(field) + 1).find((each) => each.empty);
    if (following) following.input.focus();
  }

  remove(field) {
    this.fields = this.fields.filter((each) => each !== field);
    field.element.remove();
    this.#offerMore();
    this.focus();
  }

  /** Handle Backspace in an empty field: go to the field before, or from the first one to plain typing. */
  back(field) {
    const at = this.fields.indexOf(field);
    if (!field.option.required) this.remove(field);
    else if (at > 0) this.fields[at - 1].input.focus();
    else this.leave(`/${this.command.shown}`);
  }

  leave(text = "") {
    this.goBack(text);
  }

  async values({ without = null } = {}) {
    const found = {};
    for (const field of this.fields) {
      if (field === without || (without && field.complaint())) continue;
      const value = await field.value();
      if (value !== undefined) found[field.name] = value;
    }
    return found;
  }

  #invalid() {
    for (const field of this.fields) {
      const complaint = field.complaint();
      field.input.setAttribute("aria-invalid", String(Boolean(complaint)));
      if (complaint) return { field, complaint };
    }
    return null;
  }

  async submit() {
    if (this.element.getAttribute("aria-busy") === "true") return;
    const unknown = [...this.given.keys()].find((name) => !this.command.options.some((option) => name === option.name || name === option.shown));
    if (unknown) return this.complain(t("unknown_option", { command: this.command.shown, name: unknown }));
    const wrong = this.#invalid();
    if (wrong) {
      this.complain(`${wrong.field.option.shown}: ${wrong.complaint}`);
      wrong.field.input.focus();
      return;
    }
    await this.#send();
  }

  async #send() {
    this.element.setAttribute("aria-busy", "true");
    const channel = state.current;
    try {
      const options = await this.values();
      const outcome = await act("slash", { channel_id: channel, command: this.command.name, options });
      this.leave();
      if (outcome.stage === "failed") addNote(channel, this.command.shown, t("no_response"));
      if (outcome.modal) openModal(outcome, channel);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.complain(t("not_sent", { why: error.message }));
    } finally {
      this.element.removeAttribute("aria-busy");
    }
  }
}
