// The entry point: it determines the guest and the open channel. Then everything follows the stream.

import { $, h, icon } from "./dom.js";
import { act, guests } from "./api.js";
import { refresh } from "./commands.js";
import { composer, focusComposer, paintComposer, resetComposer } from "./composer.js";
import { drawer, paintTrouble } from "./drawer.js";
import { connect } from "./live.js";
import { paintSidebar } from "./sidebar.js";
import { CATEGORY, DM, current, emit, isThread, on, placeName, state } from "./state.js";
import { jump, paintTimeline, repaintTimeline, timeline } from "./timeline.js";
import { threads } from "./threads.js";
import { paintTopbar } from "./topbar.js";
import { markRead } from "./unread.js";
import { language, locale, t } from "./words.js";

const LAST = "guest";

async function begin() {
  document.documentElement.lang = language;
  composer();
  timeline();
  threads();
  drawer();
  const everybody = await guests();
  if (!everybody.length) {
    $("timeline").append(h("li", { class: "notice" }, t("no_guests")));
    return;
  }
  const asked = new URLSearchParams(location.search).get("as");
  const known = (id) => everybody.some((guest) => guest.id === id);
  be([asked, localStorage.getItem(LAST), everybody[0].id].find(known));
}

/** Become a guest, and put them into the address, so that a reload or a copied link is the same guest. */
function be(guestId) {
  localStorage.setItem(LAST, guestId);
  const address = new URL(location.href);
  if (address.searchParams.get("as") !== guestId) {
    address.searchParams.set("as", guestId);
    history.replaceState(null, "", address);
  }
  connect(guestId);
}

/** Parse "#channel" or "#channel/message" in the address. */
function wantedPlace() {
  const [channel, message] = location.hash.slice(1).split("/");
  return { channel, message };
}

function firstChannel() {
  const open = [...state.channels.values()].filter((each) => each.type !== CATEGORY && !isThread(each));
  const welcome = state.channels.get(state.welcome?.channel_id);
  return welcome ?? open.filter((each) => each.type !== DM).sort((a, b) => a.position - b.position)[0] ?? open[0];
}

/** Open the channel in the address. With `again`, render it even if it is already open. */
async function openPlace({ again = false } = {}) {
  const { channel: id, message } = wantedPlace();
  const wasDirect = state.current && !state.channels.has(state.current) && state.wasDirect;
  const mine = [...state.channels.values()].find((each) => each.type === DM);
  const channel = state.channels.get(id) ?? (wasDirect ? mine : firstChannel());
  if (!channel) return;
  if (channel.id !== id) history.replaceState(null, "", `${location.pathname}${location.search}#${channel.id}`);
  const moved = state.current !== channel.id;
  state.current = channel.id;
  state.wasDirect = channel.type === DM;
  emit("sidebar", false);
  if (moved) resetComposer();
  if (moved || again) {
    await refresh().catch(() => {}); // Messages show the commands that apply to them.
    if (state.current !== channel.id) return;
    paintPlace();
  }
  if (message) jump(message);
}

function paintPlace() {
  const channel = current();
  if (!channel) return;
  const parent = isThread(channel) ? state.channels.get(channel.parent_id) : null;
  $("heading").replaceChildren(
    parent ? h("a", { class: "parent", href: `#${parent.id}` }, placeName(parent)) : "",
    h("h1", {}, sign(channel), channel.name),
    channel.topic ? h("p", { class: "topic", title: channel.topic }, channel.topic) : "",
  );
  paintTimeline();
  paintComposer();
  paintTrouble();
  look();
}

function sign(channel) {
  return isThread(channel) ? icon("thread") : h("span", { class: "hash", "aria-hidden": "true" }, channel.type === DM ? "@" : "#");
}

/** Mark the open channel as read if the window is visible. */
function look() {
  if (state.current && document.visibilityState === "visible") markRead(state.current);
  paintSidebar();
}

function paintBanner(words) {
  $("banner").textContent = words;
  $("banner").hidden = !words;
}

const paintOnline = () => paintBanner(state.online ? "" : t("offline", { name: state.bot.name }));

on("filled", () => {
  paintTopbar();
  paintOnline();
  openPlace({ again: true });
  // The bot answers in the language of the guest's client, and this window is that client.
  if (state.me.locale !== locale) act("language", { locale }).then((me) => (state.me = me));
});
on("message", look);
on("gone", look);
on("menus", repaintTimeline);
on("channels", () => {
  if (!current()) openPlace();
  paintComposer();
  paintTrouble();
  look();
});
on("online", () => {
  paintOnline();
  paintSidebar();
});
on("connection", (there) => (there ? state.bot && paintOnline() : paintBanner(t("lost"))));
on("be", (guestId) => {
  be(guestId);
  emit("acted");
});
on("sidebar", (open) => {
  $("sidebar").classList.toggle("open", open);
  const button = $("menu-button");
  button?.setAttribute("aria-expanded", String(open));
  button?.setAttribute("aria-label", t(open ? "close_sidebar" : "open_sidebar"));
});
window.addEventListener("hashchange", () => openPlace());
document.addEventListener("visibilitychange", () => state.me && look());
$("main").addEventListener("pointerdown", () => $("sidebar").classList.contains("open") && emit("sidebar", false));
document.addEventListener("keydown", (event) => {
  const nowhere = document.activeElement === document.body && !document.querySelector("dialog");
  if (nowhere && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) focusComposer();
  if (event.key === "Escape" && $("sidebar").classList.contains("open")) {
    emit("sidebar", false);
    $("menu-button").focus();
  }
});
begin();
