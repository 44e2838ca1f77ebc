// Notes of the page in a channel, as a client shows when a command got no answer.

import { emit, now } from "./state.js";

const EPOCH = 1420070400000n; // Discord counts milliseconds from the start of 2015.

const notes = new Map();

export const notesOf = (channelId) => notes.get(channelId) ?? [];

/** Add a note. Its id is built like a message's, so that notes are sorted between messages by time. */
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
