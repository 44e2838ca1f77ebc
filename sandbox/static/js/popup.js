// The list that a select opens, for one or several values, with arrow keys, type-ahead, Enter and Escape.

import { freshId, h, icon } from "./dom.js";
import { emoji } from "./emoji.js";
import { t } from "./words.js";

export class Popup {
  constructor({ anchor, label, options, chosen, low, high, settle }) {
    Object.assign(this, { anchor, options, low, high, settle });
    this.many = high > 1;
    this.picked = new Set(chosen);
    this.at = Math.max(0, options.findIndex((option) => this.picked.has(option.value)));
    this.typed = "";
    this.cancelled = false;
    this.chose = false;
    const id = freshId("list");
    this.rows = options.map((option, index) => this.#row(option, index, id));
    this.list = h("ul", { id, role: "listbox", tabindex: "0", "aria-label": label, "aria-multiselectable": this.many ? "true" : null }, this.rows);
    this.count = h("span", { class: "popup-count" });
    this.done = h("button", { class: "button primary", type: "button", on: { click: () => this.close() } }, t("select_done"));
    this.box = h("div", { class: "popup", popover: "auto" }, this.list, this.many ? h("div", { class: "popup-foot" }, this.count, this.done) : null);
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.cancelled = true; // The browser closes the list.
    });
    this.box.addEventListener("toggle", (event) => event.newState === "closed" && this.#closed());
  }

  open() {
    // Next to the button, so that in a dialog the list is not outside the usable area.
    this.anchor.after(this.box);
    this.anchor.setAttribute("aria-expanded", "true");
    this.anchor.setAttribute("aria-controls", this.list.id);
    this.box.showPopover();
    this.#place();
    this.#paint();
    this.list.focus();
  }

  close() {
    this.box.hidePopover();
  }

  #row(option, index, id) {
    const row = h(
      "li",
      { id: `${id}-${index}`, role: "option", class: "option" },
      emoji(option.emoji),
      h("span", { class: "option-text" }, h("span", {}, option.label), option.description ? h("small", {}, option.description) : null),
      h("span", { class: "option-mark" }, icon("check")),
    );
    row.addEventListener("click", () => {
      this.at = index;
      this.#toggle();
    });
    row.addEventListener("pointermove", () => {
      if (this.at === index) return;
      this.at = index;
      this.#paint();
    });
    return row;
  }

  #toggle() {
    const value = this.options[this.at]?.value;
    if (value === undefined) return;
    if (!this.many) {
      this.picked = this.picked.has(value) && this.low === 0 ? new Set() : new Set([value]);
      this.chose = true;
      this.close();
      return;
    }
    if (this.picked.has(value)) this.picked.delete(value);
    else if (this.picked.size < this.high) this.picked.add(value);
    this.#paint();
  }

  #key(event) {
    const last = this.rows.length - 1;
    const moves = { ArrowDown: Math.min(this.at + 1, last), ArrowUp: Math.max(this.at - 1, 0), Home: 0, End: last };
    if (event.key in moves) this.at = moves[event.key];
    else if (event.key === "Enter" || (event.key === " " && !this.typed)) this.#toggle();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) this.#search(event.key);
    else return;
    event.preventDefault();
    this.#paint();
  }

  #search(letter) {
    clearTimeout(this.forgetting);
    this.forgetting = setTimeout(() => (this.typed = ""), 700);
    this.typed += letter.toLowerCase();
    const found = this.options.findIndex((option) => option.label.toLowerCase().startsWith(this.typed));
    if (found >= 0) this.at = found;
  }

  #paint() {
    this.rows.forEach((row, index) => {
      row.setAttribute("aria-selected", String(this.picked.has(this.options[index].value)));
      row.classList.toggle("active", index === this.at);
    });
    const active = this.rows[this.at];
    this.list.setAttribute("aria-activedescendant", active?.id ?? "");
    active?.scrollIntoView({ block: "nearest" });
    const wanted = this.low === this.high ? t("select_exact", { low: this.low }) : t("select_count", { low: this.low, high: this.high });
    this.count.textContent = `${wanted} · ${t("chosen", { count: this.picked.size })}`;
    this.done.disabled = !this.#valid();
  }

  #valid() {
    return this.picked.size >= this.low && this.picked.size <= this.high;
  }

  #place() {
    const room = this.anchor.getBoundingClientRect();
    const height = this.box.offsetHeight;
    const below = window.innerHeight - room.bottom;
    const top = below > height + 12 || below > room.top ? room.bottom + 4 : room.top - height - 4;
    const width = Math.max(room.width, Math.min(280, window.innerWidth - 24));
    const left = Math.max(12, Math.min(room.left, window.innerWidth - width - 12));
    Object.assign(this.box.style, { top: `${Math.max(8, Math.min(top, window.innerHeight - height - 8))}px`, left: `${left}px`, width: `${width}px` });
  }

  /** Choose the values when a list of several values is closed, as in Discord. Escape cancels. */
  #closed() {
    this.anchor.setAttribute("aria-expanded", "false");
    this.anchor.removeAttribute("aria-controls");
    const inside = this.box.contains(document.activeElement) || document.activeElement === document.body;
    this.box.remove();
    if (inside) this.anchor.focus();
    if (!this.cancelled && (this.many || this.chose) && this.#valid()) this.settle([...this.picked]);
  }
}
