// Pictures in full size, in a dialog of their own.

import { h, icon } from "./dom.js";
import { t } from "./words.js";

/** Show one of several pictures. Arrow keys show the others. */
export function show(pictures, first) {
  let at = first;
  const image = h("img", { class: "full" });
  const caption = h("figcaption", {});
  const original = h("a", { target: "_blank", rel: "noopener" }, t("original"));
  const frame = h("div", { class: "frame", tabindex: "0", role: "group" }, image);
  const closer = h("button", { class: "textual", type: "button", "aria-pressed": "false", on: { click: () => zoom() } }, t("closer"));
  const close = h("button", { class: "plain round", type: "button", "aria-label": t("close"), on: { click: () => dialog.close() } }, icon("close"));
  const step = (by, key, text) =>
    h("button", { class: `plain round step ${key}`, type: "button", "aria-label": t(key), on: { click: () => go(by) } }, text);
  const steps = pictures.length > 1 ? [step(-1, "previous", "‹"), step(1, "next", "›")] : [];
  const dialog = h("dialog", { class: "viewer" }, h("figure", {}, frame, h("div", { class: "below" }, caption, closer, original)), steps, close);

  /** Zoom in around the point that was pressed, or fit the picture to the window again. */
  function zoom(event) {
    const box = image.getBoundingClientRect();
    const [x, y] = event ? [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height] : [0.5, 0.5];
    const near = dialog.classList.toggle("near");
    closer.setAttribute("aria-pressed", String(near));
    frame.scrollLeft = x * image.clientWidth - frame.clientWidth / 2;
    frame.scrollTop = y * image.clientHeight - frame.clientHeight / 2;
  }

  function go(by) {
    at = (at + by + pictures.length) % pictures.length;
    const picture = pictures[at];
    image.src = picture.src;
    image.alt = picture.alt ?? "";
    original.href = picture.src;
    frame.setAttribute("aria-label", picture.alt || t("picture"));
    caption.textContent = picture.alt || t("picture_no_alt");
    dialog.setAttribute("aria-label", picture.alt ? t("picture_alt", { alt: picture.alt }) : t("picture"));
  }

  image.addEventListener("click", zoom);
  dialog.addEventListener("keydown", (event) => {
    if (pictures.length < 2 || dialog.classList.contains("near")) return; // Arrow keys scroll the zoomed picture.
    if (event.key === "ArrowLeft") go(-1);
    if (event.key === "ArrowRight") go(1);
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  go(0);
  dialog.showModal();
  close.focus();
}
