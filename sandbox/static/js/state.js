// The state of this window. The stream writes it. All other modules read it and listen for changes.

import { older } from "./dom.js";

export const DM = 1;
export const CATEGORY = 4;
const THREADS = [10, 11, 12];

export const state = {
  me: null,
  bot: null,
  online: true,
  guests: [],
  guilds: new Map(),
  people: new Map(),
  roles: new Map(),
  channels: new Map(),
  messages: new Map(), // By channel id, a Map of messages by id.
  complete: new Set(), // Channels whose first message is loaded.
  welcome: null,
  current: null, // The id of the open channel.
  clockAhead: 0, // Milliseconds, because a sandbox can move its clock forward.
};

const listeners = new Map();

/** Call `listener` whenever `event` happens. */
export function on(event, listener) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(listener);
}

export function emit(event, fact) {
  for (const listener of listeners.get(event) ?? []) listener(fact);
}

export const isThread = (channel) => THREADS.includes(channel?.type);
export const now = () => Date.now() + state.clockAhead;
export const current = () => state.channels.get(state.current);
export const personName = (id) => state.people.get(id)?.name;

/** Return "#lobby" for a channel, or the name of a thread or of the other person in a conversation. */
export function placeName(channel) {
  return channel.type === DM || isThread(channel) ? channel.name : `#${channel.name}`;
}

const FIRST_PAGE = 50; // The server sends this many messages at once.

/** Replace the whole state, when a window was opened or has reconnected. */
export function fill(hello) {
  state.me = hello.me;
  state.bot = hello.bot;
  state.online = hello.online;
  state.guests = hello.guests;
  state.clockAhead = hello.now * 1000 - Date.now();
  state.welcome = hello.welcome;
  state.guilds = new Map(hello.guilds.map((guild) => [guild.id, guild]));
  state.people = new Map(hello.people.map((person) => [person.id, person]));
  state.roles = new Map(hello.guilds.flatMap((guild) => guild.roles.map((role) => [role.id, role])));
  state.channels = new Map(hello.channels.map((channel) => [channel.id, channel]));
  state.messages = new Map();
  state.complete = new Set();
  for (const [channelId, messages] of Object.entries(hello.messages)) {
    state.messages.set(channelId, new Map(messages.map((message) => [message.id, message])));
    if (messages.length < FIRST_PAGE) state.complete.add(channelId);
  }
}

/** Return the messages of a channel, the oldest first. */
export function messagesOf(channelId) {
  const known = [...(state.messages.get(channelId)?.values() ?? [])];
  return known.sort((a, b) => older(a.id, b.id));
}

export function keep(message) {
  if (!state.messages.has(message.channel_id)) state.messages.set(message.channel_id, new Map());
  state.messages.get(message.channel_id).set(message.id, message);
  const author = message.author;
  if (!state.people.has(author.id)) {
    state.people.set(author.id, { id: author.id, name: author.global_name ?? author.username, bot: author.bot });
  }
}

/** Add older messages that were requested. */
export function prepend(channelId, messages) {
  for (const message of messages) keep(message);
  if (messages.length < FIRST_PAGE) state.complete.add(channelId);
}

export const FLAG = { ephemeral: 1 << 6, loading: 1 << 7, v2: 1 << 15 };
export const has = (message, flag) => (message.flags & flag) !== 0;
