// Unread messages of this guest. The browser stores the last read ones, so that they survive a reload.

import { older } from "./dom.js";
import { DM, messagesOf, state } from "./state.js";

const slot = () => `read:${state.me.id}`;

function marks() {
  try {
    return JSON.parse(localStorage.getItem(slot())) ?? {};
  } catch {
    return {};
  }
}

export function markRead(channelId) {
  const last = messagesOf(channelId).at(-1);
  const known = marks();
  if (!last || known[channelId] === last.id) return;
  localStorage.setItem(slot(), JSON.stringify({ ...known, [channelId]: last.id }));
}

/** Return `{ any, pings }`: whether there are new messages, and how many of them ping this guest. */
export function unread(channel) {
  const seen = marks()[channel.id] ?? "0";
  const fresh = messagesOf(channel.id).filter((message) => older(message.id, seen) > 0 && message.author.id !== state.me.id);
  const mine = fresh.filter((message) => channel.type === DM || message.mention_everyone || message.mentions.some((user) => user.id === state.me.id));
  return { any: fresh.length > 0, pings: mine.length };
}
