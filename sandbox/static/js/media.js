// Pictures and files on a message.

import { h, icon } from "./dom.js";
import { local } from "./api.js";
import { show } from "./viewer.js";
import { t } from "./words.js";

const isPicture = (media) => (media.content_type ?? "").startsWith("image/") || Boolean(media.width);

/** Return a picture as a button that shows it in full size. `all` are the pictures to browse there. */
function picture(item, all) {
  const alt = item.alt || t("picture_no_alt");
  const image = h("img", {
    src: item.src,
    alt: item.alt ?? "",
    width: item.width,
    height: item.height,
    vars: item.width && item.height ? { "--w": String(item.width), "--h": String(item.height) } : null,
    decoding: "async",
    draggable: "false",
  });
  const open = () => show(all, all.indexOf(item));
  const button = h("button", { class: "picture", type: "button", "aria-label": t("picture_full", { alt }), on: { click: open } }, image);
  return item.spoiler ? covered(button) : button;
}

function covered(content) {
  const cover = h("button", { class: "media-spoiler", type: "button" }, t("spoiler"));
  cover.addEventListener("click", () => cover.replaceWith(content), { once: true });
  return cover;
}

/** Return a picture with `src` only if this sandbox serves it, so that a bot causes no request to another machine. */
function item(media, alt, spoiler) {
  return { src: local(media.url), url: media.url, alt, spoiler, width: media.width, height: media.height };
}

function elsewhere(found) {
  return h("p", { class: "elsewhere" }, `${t("picture_elsewhere")}: `, h("a", { href: found.url, target: "_blank", rel: "noopener noreferrer" }, found.alt || found.url));
}

function pictures(found) {
  const here = found.filter((each) => each.src !== null);
  const grid = h("div", { class: "gallery", data: { count: String(Math.min(here.length, 4)) } }, here.map((each) => picture(each, here)));
  return h("div", {}, here.length ? grid : null, found.filter((each) => each.src === null).map(elsewhere));
}

export function gallery(component) {
  return pictures(component.items.map((each) => item(each.media, each.description, each.spoiler)));
}

export function thumbnail(component) {
  const found = item(component.media, component.description, component.spoiler);
  return found.src === null ? elsewhere(found) : h("div", { class: "thumbnail" }, picture(found, [found]));
}

function size(bytes) {
  return bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1048576).toFixed(1)} MB`;
}

function card(name, url, bytes) {
  const href = local(url) ?? url;
  return h(
    "a",
    { class: "file", href, download: name, "aria-label": t("download", { name }) },
    icon("file"),
    h("span", { class: "file-name" }, name),
    bytes === undefined ? null : h("span", { class: "file-size" }, size(bytes)),
  );
}

export function file(component) {
  const name = component.name ?? decodeURIComponent(component.file.url.split("?")[0].split("/").at(-1));
  return card(name, component.file.url, component.size);
}

/** Return legacy attachments: pictures together, then the other files. */
export function attachments(list) {
  const shown = list.filter(isPicture).map((each) => item(each, each.description, each.filename.startsWith("SPOILER_")));
  const files = list.filter((each) => !isPicture(each));
  return [shown.length ? pictures(shown) : null, ...files.map((each) => card(each.filename, each.url, each.size))];
}

/** Return a picture of an embed. */
export function embedded(media, className) {
  const found = item(media, media.description, false);
  return found.src === null ? elsewhere(found) : h("div", { class: className }, picture(found, [found]));
}
