// Announcements of news to screen readers.

import { $ } from "./dom.js";

/** Announce a text. A text right after another replaces it, so that a reader is not flooded with boards. */
export function announce(text) {
  const region = $("announcer");
  region.textContent = "";
  // Use two steps, or a screen reader would read a repeated text only once.
  setTimeout(() => (region.textContent = text), 50);
}
