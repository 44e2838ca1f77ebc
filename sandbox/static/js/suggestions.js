// The list above an input. The input retains the focus, and arrow keys move through the list.

import { freshId, h } from "./dom.js";

export class Suggestions {
  /** `choose` is called with the item. `host` is the element that shows the list. */
  constructor(input, host, choose) {
    Object.assign(this, { input, choose, items: [], at: 0, rows: [] });
    this.list = h("ul", { class: "suggestions-list", role: "listbox", id: freshId("suggestions") });
    this.header = h("p", { class: "suggestions-header" });
    this.box = h("div", { class: "suggestions", hidden: true }, this.header, this.list);
    host.append(this.box);
    for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id, autocomplete: "off" })) {
      input.setAttribute(name, value);
    }
    // A press must not take the focus from the input, or the list would close before the click.
    this.box.addEventListener("pointerdown", (event) => event.preventDefault());
    input.addEventListener("blur", () => this.hide());
  }

  get open() {
    return !this.box.hidden;
  }

  /** Items are `{ label, detail, extra }`. `note` is shown if there are none. */
  show(items, header, note = "") {
    this.items = items;
    this.at = 0;
    this.rows = items.map((item, index) => this.#row(item, index));
    this.header.textContent = [header, items.length ? "" : note].filter(Boolean).join(" · ");
    this.list.setAttribute("aria-label", header || "");
    this.list.replaceChildren(...this.rows);
    this.box.hidden = !items.length && !this.header.textContent;
    this.input.setAttribute("aria-expanded", String(items.length > 0));
    this.#paint();
  }

  hide() {
    this.box.hidden = true;
    this.items = [];
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  #row(item, index) {
    const row = h(
      "li",
      { role: "option", id: `${this.list.id}-${index}`, class: "option" },
      h("span", { class: "option-text" }, h("span", {}, item.label), item.detail ? h("small", {}, item.detail) : null),
      item.extra ? h("span", { class: "option-extra" }, item.extra) : null,
    );
    row.addEventListener("click", () => this.choose(item));
    row.addEventListener("pointermove", () => {
      if (this.at === index) return;
      this.at = index;
      this.#paint();
    });
    return row;
  }

  #paint() {
    this.rows.forEach((row, index) => {
      row.setAttribute("aria-selected", String(index === this.at));
      row.classList.toggle("active", index === this.at);
    });
    const active = this.rows[this.at];
    if (active) this.input.setAttribute("aria-activedescendant", active.id);
    else this.input.removeAttribute("aria-activedescendant");
    active?.scrollIntoView({ block: "nearest" });
  }

  /** Return whether the list handled the key. Tab accepts the choice and also moves on. */
  handle(event) {
    if (!this.open || event.isComposing) return false;
    if (event.key === "Escape") {
      this.hide();
      return true;
    }
    if (!this.items.length) return false;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) {
      this.at = (this.at + move + this.items.length) % this.items.length;
      this.#paint();
      return true;
    }
    if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) {
      this.choose(this.items[this.at]);
      return true;
    }
    return false;
  }
}
