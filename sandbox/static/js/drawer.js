// The drawer: the traffic of the last action, and the fault switches.

import { $, h, icon, keepFocus } from "./dom.js";
import { watchWire } from "./live.js";
import { emit, on } from "./state.js";
import { trouble } from "./trouble.js";
import { t } from "./words.js";

const MOST = 200;
let entries = [];
let list;

export function drawer() {
  const host = $("drawer");
  host.setAttribute("aria-label", t("tools"));
  list = h("ol", { class: "wire" });
  const copy = h("button", { class: "button secondary", type: "button" }, t("wire_copy"));
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(JSON.stringify(entries, null, 2));
    copy.textContent = t("wire_copied");
    setTimeout(() => (copy.textContent = t("wire_copy")), 1500);
  });
  host.replaceChildren(
    h("div", { class: "drawer-head" }, h("h2", {}, t("tools")), h("button", { class: "plain round", type: "button", "aria-label": t("close"), on: { click: () => emit("drawer", false) } }, icon("close"))),
    h("section", { "aria-label": t("trouble") }, h("h3", {}, t("trouble")), h("div", { id: "trouble" })),
    h("section", { "aria-label": t("wire") }, h("h3", {}, t("wire")), h("p", { class: "hint" }, t("wire_about")), list, copy),
  );
  host.addEventListener("keydown", (event) => event.key === "Escape" && emit("drawer", false));
  on("drawer", toggle);
  on("acted", () => {
    entries = [];
    paint();
  });
  on("wire", add);
}

function toggle(open) {
  const host = $("drawer");
  host.hidden = !open;
  $("tools-button").setAttribute("aria-expanded", String(open));
  watchWire(open);
  if (open) {
    paintTrouble();
    paint();
    host.querySelector("button").focus();
  } else {
    $("tools-button").focus();
  }
}

/** Return the switches with their current states. */
export function paintTrouble() {
  if (!$("drawer").hidden) keepFocus($("trouble"), () => $("trouble").replaceChildren(...trouble()));
}

function add(entry) {
  if ($("drawer").hidden || entries.length >= MOST) return;
  entries.push(entry);
  paint();
}

const SIDES = { you: "wire_you", gateway: "wire_gateway", bot: "wire_bot", seen: "wire_seen" };

function row({ from, title, frame }) {
  const bad = from === "bot" && frame.status >= 400;
  return h(
    "li",
    {},
    h("details", { class: bad ? "bad" : "" }, h("summary", {}, h("span", { class: `side ${from}` }, t(SIDES[from])), " ", title), h("pre", { tabindex: "0" }, JSON.stringify(frame, null, 2))),
  );
}

function paint() {
  const kept = list.children.length;
  // Entries may be unfolded, so add to them, and clear them only for a new action.
  if (!entries.length || kept > entries.length || list.firstChild?.tagName === "P") list.replaceChildren();
  if (!entries.length) list.append(h("p", { class: "hint" }, t("wire_empty")));
  else list.append(...entries.slice(list.children.length).map(row));
}
