// Embeds: the older layout of messages.

import { h } from "./dom.js";
import { inline, target } from "./inline.js";
import { markdown } from "./markdown.js";
import { embedded } from "./media.js";
import { sent } from "./time.js";

const colour = (number) => `#${number.toString(16).padStart(6, "0")}`;

export function embed(data) {
  const title = data.title && h("p", { class: "embed-title" }, data.url ? h("a", target(data.url), inline(data.title)) : inline(data.title));
  const fields = (data.fields ?? []).map((field) =>
    h("div", { class: field.inline ? "field beside" : "field" }, h("p", { class: "field-name" }, inline(field.name)), markdown(field.value)),
  );
  const footer = [data.footer?.text, data.timestamp && sent(data.timestamp)].filter(Boolean);
  return h(
    "div",
    { class: "embed", vars: data.color === undefined || data.color === null ? {} : { "--accent-bar": colour(data.color) } },
    h(
      "div",
      { class: "embed-body" },
      data.author?.name && h("p", { class: "embed-author" }, data.author.name),
      title,
      data.description && markdown(data.description),
      fields.length ? h("div", { class: "fields" }, fields) : null,
      data.image?.url && embedded(data.image, "embed-image"),
      footer.length ? h("p", { class: "embed-footer" }, footer.length === 2 ? [footer[0], " · ", footer[1]] : footer) : null,
    ),
    data.thumbnail?.url && embedded(data.thumbnail, "embed-thumbnail"),
  );
}

export { colour };
