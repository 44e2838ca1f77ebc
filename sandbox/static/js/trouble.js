// Fault switches: closed direct messages, missing permissions, a lost connection.

import { freshId, h } from "./dom.js";
import { act } from "./api.js";
import { announce } from "./announce.js";
import { DM, current, isThread, state } from "./state.js";
import { t } from "./words.js";

const PERMISSIONS = { view: "view", send: "send_messages", embed: "embed", attach: "attach", history: "history", threads: "threads", in_threads: "in_threads", pin: "pin" };

function toggle(label, checked, change) {
  const id = freshId("switch");
  const input = h("input", { id, type: "checkbox", role: "switch", checked, data: { key: label } });
  input.addEventListener("change", () => change(input.checked));
  return h("label", { class: "switch", for: id }, input, h("span", {}, label));
}

export function trouble() {
  const dms = toggle(t("trouble_dms", { name: state.me.name }), state.me.dms_open, async (open) => (state.me = await act("dms", { open })));
  return [dms, permissions(), gateway()];
}

function permissions() {
  const here = current();
  const channel = isThread(here) ? state.channels.get(here.parent_id) : here;
  if (!channel || channel.type === DM) return h("p", { class: "hint" }, t("trouble_no_permissions"));
  const change = (permission) => (allowed) => act("permission", { channel_id: channel.id, permission, allowed });
  return h(
    "fieldset",
    {},
    h("legend", {}, t("trouble_permissions", { name: channel.name })),
    Object.entries(PERMISSIONS).map(([name, key]) => toggle(t(key), !channel.bot_lacks.includes(name), change(name))),
  );
}

function gateway() {
  const button = (how) =>
    h("button", { class: "button secondary", type: "button", data: { key: how }, on: { click: () => act("gateway", { how }).then(() => announce(t("gateway_done", { what: t(`gateway_${how}`) }))) } }, t(`gateway_${how}`));
  return h("fieldset", {}, h("legend", {}, t("trouble_gateway")), h("div", { class: "row" }, ["drop", "reconnect", "forget"].map(button)));
}
