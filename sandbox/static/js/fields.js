// The inputs of a modal. Each is `{ element, id, values(), check(), focus() }`.

import { freshId, h } from "./dom.js";
import { packed } from "./api.js";
import { choices, selectControl } from "./selects.js";
import { t } from "./words.js";

const PARAGRAPH = 2;
const KINDS = { 4: text, 3: select, 5: select, 6: select, 7: select, 8: select, 19: upload, 21: radio, 22: boxes, 23: box };

export function field(label, description, data, channelId) {
  const required = data.required !== false && data.type !== 23;
  const wrong = h("p", { class: "error", id: freshId("wrong"), role: "alert" });
  const hint = description ? h("p", { class: "hint", id: freshId("hint") }, description) : null;
  const described = [hint?.id, wrong.id].filter(Boolean).join(" ");
  const made = KINDS[data.type]({ label, data, required, described, channelId });
  const name = h(made.group ? "legend" : "label", made.group ? { id: made.labelId } : { for: made.input.id, id: made.labelId }, label, required ? h("span", { class: "star", title: t("required") }, " *") : null);
  const element = h(made.group ? "fieldset" : "div", { class: "field-box", "aria-describedby": made.group ? described : null }, name, hint, made.element, wrong);
  return {
    element,
    id: data.custom_id,
    values: made.values,
    focus: () => made.input.focus(),
    check() {
      const complaint = made.complaint();
      wrong.textContent = complaint ?? "";
      made.input.setAttribute("aria-invalid", String(Boolean(complaint)));
      return !complaint;
    },
  };
}

function text({ data, required, described }) {
  const input = h(data.style === PARAGRAPH ? "textarea" : "input", {
    id: freshId("field"),
    class: "text",
    type: data.style === PARAGRAPH ? null : "text",
    rows: data.style === PARAGRAPH ? "4" : null,
    maxlength: data.max_length,
    placeholder: data.placeholder,
    "aria-required": String(required),
    "aria-describedby": described,
    autocomplete: "off",
    value: data.value ?? "",
  });
  const low = data.min_length ?? 0;
  return {
    element: input,
    input,
    values: () => input.value,
    complaint() {
      if (!input.value) return required ? t("field_required") : null;
      return input.value.length < low ? t("field_short", { low }) : null;
    },
  };
}

function counted(count, data, required, high) {
  const low = Math.max(data.min_values ?? 1, required ? 1 : 0);
  if (!count && !required) return null;
  if (!count) return t("field_required");
  return count < low || count > high ? t("field_count", { low, high }) : null;
}

function select({ data, required, channelId }) {
  const labelId = freshId("label");
  const control = selectControl(data, { options: choices(data, channelId), labelledBy: labelId });
  return {
    element: control.element,
    input: control.button,
    labelId,
    values: () => control.values(),
    complaint: () => counted(control.values().length, data, required, data.max_values ?? 1),
  };
}

function upload({ data, required, described }) {
  const high = data.max_values ?? 1;
  const input = h("input", { id: freshId("field"), type: "file", multiple: high > 1, "aria-describedby": described });
  return {
    element: input,
    input,
    values: () => Promise.all([...input.files].map(packed)),
    complaint: () => counted(input.files.length, data, required, high),
  };
}

function marks(data, type) {
  const name = freshId("group");
  const inputs = data.options.map((option) => h("input", { type, name, id: freshId("mark"), checked: option.default, value: option.value }));
  const rows = data.options.map((option, index) =>
    h(
      "label",
      { class: "mark", for: inputs[index].id },
      inputs[index],
      h("span", { class: "option-text" }, h("span", {}, option.label), option.description ? h("small", {}, option.description) : null),
    ),
  );
  const values = () => inputs.map((input, index) => (input.checked ? data.options[index].value : null)).filter((value) => value !== null);
  return { element: h("div", { class: "marks" }, rows), inputs, values };
}

function radio({ data, required }) {
  const { element, inputs, values } = marks(data, "radio");
  return {
    group: true,
    element,
    input: inputs[0],
    values: () => values()[0] ?? null,
    complaint: () => (required && !values().length ? t("field_required") : null),
  };
}

function boxes({ data, required }) {
  const { element, inputs, values } = marks(data, "checkbox");
  return {
    group: true,
    element,
    input: inputs[0],
    values,
    complaint: () => counted(values().length, data, required, data.max_values ?? data.options.length),
  };
}

function box({ data, described }) {
  const input = h("input", { id: freshId("field"), type: "checkbox", checked: data.default, "aria-describedby": described });
  return { element: input, input, values: () => input.checked, complaint: () => null };
}
