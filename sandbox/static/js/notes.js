// Notes of the page itself in a channel: what a client says when a command got no answer.

import { emit, now } from "./state.js";

const EPOCH = 1420070400000n; // Discord counts its milliseconds from the first second of 2015

const notes = new Map();

export const notesOf = (channelId) => notes.get(channelId) ?? [];

/** Ids are made like those of messages, so that notes stand between messages by their time. */
export function addNote(channelId, command, text) {
  const id = String((BigInt(Math.round(now())) - EPOCH) << 22n);
  const note = { id, channel_id: channelId, command, text };
  notes.set(channelId, [...notesOf(channelId), note]);
  emit("note", note);
}

export function dropNote(note) {
  notes.set(note.channel_id, notesOf(note.channel_id).filter((each) => each !== note));
  emit("note-gone", note);
}
