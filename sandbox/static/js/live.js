// The stream: a WebSocket with everything that this window's guest is shown.

import { afterPress } from "./held.js";
import { state, emit, fill, isThread, keep } from "./state.js";

let socket = null;
let wanted = null;
let wire = false;
let pause = 250;

const FRAMES = {
  hello(frame) {
    fill(frame);
    emit("filled");
  },
  message(frame) {
    keep(frame.message);
    emit("message", frame.message);
  },
  edit(frame) {
    keep(frame.message);
    emit("edit", frame.message);
  },
  gone(frame) {
    state.messages.get(frame.channel_id)?.delete(frame.message_id);
    emit("gone", frame);
  },
  channel(frame) {
    // A new thread has just been started, so it has no older messages.
    if (isThread(frame.channel) && !state.channels.has(frame.channel_id)) state.complete.add(frame.channel_id);
    state.channels.set(frame.channel_id, frame.channel);
    emit("channels");
    emit("channel", frame.channel_id);
  },
  channel_gone(frame) {
    state.channels.delete(frame.channel_id);
    state.messages.delete(frame.channel_id);
    emit("channels");
    emit("channel", frame.channel_id);
  },
  typing: (frame) => emit("typing", frame.channel_id),
  commands: () => emit("commands"),
  online(frame) {
    state.online = frame.online;
    emit("online");
  },
  wire: (frame) => emit("wire", { from: "bot", title: `${frame.request} → ${frame.status}`, frame }),
};

/** Connect as this guest. */
export function connect(guestId) {
  wanted = guestId;
  socket?.close();
  const opened = new WebSocket(`ws://${location.host}/page/${guestId}/live`);
  socket = opened;
  opened.onopen = () => {
    pause = 250;
    emit("connection", true);
    if (wire) opened.send(JSON.stringify({ wire }));
  };
  // A message from another socket is a late one for the previous guest.
  opened.onmessage = (event) => afterPress(() => opened === socket && take(JSON.parse(event.data)));
  opened.onclose = () => {
    if (opened !== socket) return;
    emit("connection", false);
    stillThere(guestId);
    // The delay grows, so that a stopped sandbox does not get too many requests.
    setTimeout(() => opened === socket && connect(wanted), pause);
    pause = Math.min(pause * 2, 5000);
  };
}

function take(frame) {
  FRAMES[frame.kind]?.(frame);
  if (["message", "edit", "gone"].includes(frame.kind)) {
    emit("wire", { from: "seen", title: frame.kind, frame: frame.message ?? frame });
  }
}

/** Start again as another guest, if the sandbox was reset and has other guests now. */
async function stillThere(guestId) {
  const response = await fetch("/page/guests").catch(() => null);
  const guests = response?.ok ? await response.json() : null;
  if (guests && !guests.some((guest) => guest.id === guestId)) location.replace("/");
}

/** Set whether the window wants to see the bot's requests. */
export function watchWire(yes) {
  wire = yes;
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ wire }));
}

export const watchingWire = () => wire;
