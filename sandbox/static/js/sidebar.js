// The list of channels and direct messages, with their unread messages.

import { $, h, icon, keepFocus } from "./dom.js";
import { CATEGORY, DM, emit, isThread, placeName, state } from "./state.js";
import { unread } from "./unread.js";
import { choose, language, languages, t } from "./words.js";

const byPosition = (a, b) => a.position - b.position || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

let painted = "";

export function paintSidebar() {
  paintBadge();
  const channels = [...state.channels.values()];
  const shown = channels.map((each) => [each.id, each.name, each.position, each.archived, unread(each)]);
  const now = JSON.stringify([state.me.id, state.current, state.online, [...state.guilds.keys()], shown]);
  if (now === painted) return; // A list that is replaced under a finger would lose the press.
  painted = now;
  keepFocus($("sidebar"), () => paint(channels));
}

function paint(channels) {
  const guilds = [...state.guilds.values()].map((guild) => section(guild.name, inOrder(channels.filter((each) => each.guild_id === guild.id))));
  const direct = section(t("direct_messages"), channels.filter((each) => each.type === DM));
  $("sidebar").setAttribute("aria-label", t("channels"));
  $("sidebar").replaceChildren(h("div", { class: "sections" }, guilds, direct), foot());
}

/** Return the channels by position, each with its open threads below it. */
function inOrder(channels) {
  const open = channels.filter((each) => each.type !== CATEGORY && !(each.archived && each.id !== state.current));
  const places = open.filter((each) => !isThread(each)).sort(byPosition);
  return places.flatMap((place) => [place, ...open.filter((each) => isThread(each) && each.parent_id === place.id).sort(byPosition)]);
}

function section(title, channels) {
  const id = `section-${title.replace(/\W/g, "")}`;
  return h("section", { "aria-labelledby": id }, h("h2", { id }, title), h("ul", {}, channels.map((channel) => h("li", {}, entry(channel)))));
}

function entry(channel) {
  const { any, pings } = channel.id === state.current ? { any: false, pings: 0 } : unread(channel);
  const kind = channel.type === DM ? "conversation" : isThread(channel) ? "thread" : "channel";
  const news = pings ? t("pings", { count: pings }) : any ? t("unread") : "";
  const sign = channel.type === DM ? h("span", { class: state.online ? "presence on" : "presence" }) : isThread(channel) ? icon("thread") : h("span", { class: "hash" }, "#");
  return h(
    "a",
    {
      href: `#${channel.id}`,
      class: ["place", any && "unread", isThread(channel) && "in-thread"].filter(Boolean).join(" "),
      "aria-current": channel.id === state.current ? "page" : null,
      "aria-label": [t(kind, { name: channel.name }), news].filter(Boolean).join(", "),
      on: { click: () => emit("sidebar", false) }, // Also for the channel that is open already.
    },
    sign,
    h("span", { class: "place-name" }, channel.name),
    pings ? h("span", { class: "badge" }, String(pings)) : any ? h("span", { class: "dot" }) : null,
  );
}

function foot() {
  const other = state.guests[(state.guests.findIndex((guest) => guest.id === state.me.id) + 1) % state.guests.length];
  const select = h(
    "select",
    { id: "language", "aria-label": t("language"), on: { change: (event) => choose(event.target.value) } },
    Object.entries(languages).map(([tag, name]) => h("option", { value: tag, lang: tag, selected: tag === language }, name)),
  );
  return h("div", { class: "foot" }, h("a", { class: "another", href: `/?as=${other.id}`, target: "_blank", rel: "noopener" }, icon("window"), t("another_window")), select);
}

/** Show the unread messages of other channels next to the menu button of a narrow window, and in the title. */
function paintBadge() {
  const others = [...state.channels.values()].filter((channel) => channel.id !== state.current && channel.type !== CATEGORY);
  const news = others.map(unread);
  const pings = news.reduce((sum, each) => sum + each.pings, 0);
  const channel = state.channels.get(state.current);
  document.title = `${pings ? `(${pings}) ` : ""}${channel ? `${placeName(channel)} · ` : ""}${state.me.name}`;
  const badge = $("menu-badge");
  if (!badge) return;
  badge.hidden = !news.some((each) => each.any);
  badge.textContent = pings ? String(pings) : "";
}
