// What a screen reader hears of news.

import { $ } from "./dom.js";

/** Say it; a new text right after another replaces it, so that nobody drowns in boards. */
export function announce(text) {
  const region = $("announcer");
  region.textContent = "";
  // two steps, or the same words twice would be heard once
  setTimeout(() => (region.textContent = text), 50);
}
