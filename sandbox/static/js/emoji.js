// Emoji: pictures of the application, served by the sandbox, or characters of the system's font.

import { h } from "./dom.js";

/** Return an emoji for `{id, name}` of a button or option, or of `<:name:id>` in a text. */
export function emoji(which) {
  if (!which?.name && !which?.id) return null;
  if (!which.id) return h("span", { class: "emoji", "aria-hidden": "true" }, which.name);
  const name = `:${which.name ?? "emoji"}:`;
  return h("img", { class: "emoji", src: `/emojis/${which.id}.png`, alt: name, title: name, draggable: "false" });
}
