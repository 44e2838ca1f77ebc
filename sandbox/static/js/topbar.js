// The top of the page: the current guest, and the buttons for everything else.

import { $, h, icon, keepFocus } from "./dom.js";
import { avatar } from "./message.js";
import { emit, state } from "./state.js";
import { t } from "./words.js";

export function paintTopbar() {
  keepFocus($("topbar"), paint);
}

function paint() {
  const options = state.guests.map((guest) => h("option", { value: guest.id, selected: guest.id === state.me.id }, guest.name));
  const select = h("select", { id: "guest", "aria-label": t("guest_switch"), on: { change: (event) => emit("be", event.target.value) } }, options);
  const [guild] = state.guilds.values();
  const open = $("sidebar").classList.contains("open");
  $("topbar").replaceChildren(
    h(
      "button",
      { id: "menu-button", class: "plain round menu", type: "button", "aria-label": t(open ? "close_sidebar" : "open_sidebar"), "aria-expanded": String(open), "aria-controls": "sidebar", on: { click: () => emit("sidebar", !$("sidebar").classList.contains("open")) } },
      icon("menu"),
      h("span", { id: "menu-badge", class: "badge", hidden: true }),
    ),
    h("span", { class: "brand" }, h("img", { src: "/static/icon.svg", alt: "", width: "24", height: "24" }), h("span", {}, guild?.name ?? t("page"))),
    h("label", { class: "who", for: "guest" }, h("span", { class: "who-label" }, t("you_are")), avatar(state.me, state.me.name), select),
    h("button", { id: "tools-button", class: "plain tools", type: "button", "aria-label": t("tools_open"), "aria-expanded": String(!$("drawer").hidden), "aria-controls": "drawer", on: { click: () => emit("drawer", $("drawer").hidden) } }, icon("wrench"), h("span", {}, t("tools"))),
  );
}
