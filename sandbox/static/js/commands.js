// Slash commands: the tree that the bot has registered, flattened to the commands that can be typed.

import { look } from "./api.js";
import { emit, state } from "./state.js";
import { locale } from "./words.js";

const SUBCOMMAND = 1;
const GROUP = 2;
const CHAT = 1;
const OF_MESSAGE = 3;

export const TYPE = { string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, attachment: 11 };

let known = { channel: null, commands: [], menus: [] };

const translated = (thing, key) => thing[`${key}_localizations`]?.[locale] ?? thing[key];

/** Return `{ name, shown, description, options }` for a command or for each of its subcommands. */
function leaves(command, path = [], shown = []) {
  const here = [...path, command.name];
  const words = [...shown, translated(command, "name")];
  const inner = (command.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (inner.length) return inner.flatMap((option) => leaves(option, here, words));
  const options = (command.options ?? []).map((option) => ({
    ...option,
    shown: translated(option, "name"),
    description: translated(option, "description"),
    choices: option.choices?.map((choice) => ({ label: translated(choice, "name"), value: choice.value })),
  }));
  return [{ name: here.join(" "), shown: words.join(" "), description: translated(command, "description"), options }];
}

/** Load the commands offered here. Permissions and registrations change, so they are cached only briefly. */
export async function refresh() {
  const channel = state.current;
  if (!channel) return known.commands;
  const found = await look("commands", { channel_id: channel });
  if (channel !== state.current) return known.commands;
  const before = known;
  known = {
    channel,
    commands: found.filter((each) => each.type === CHAT).flatMap((each) => leaves(each)).sort((a, b) => a.shown.localeCompare(b.shown)),
    menus: found.filter((each) => each.type === OF_MESSAGE).map((each) => each.name),
  };
  const same = before.channel === channel && before.menus.join() === known.menus.join();
  if (!same && before.channel === channel) emit("menus");
  return known.commands;
}

export const messageCommands = () => known.menus;
export const commandCalled = (name) => known.commands.find((command) => command.name === name || command.shown === name);

/** Return the commands that match the typed text: those that start with it first, then those that contain it. */
export function matching(typed) {
  const text = typed.trim().toLowerCase();
  const scored = known.commands.map((command) => {
    const name = command.shown.toLowerCase();
    const words = name.split(" ");
    if (name.startsWith(text)) return [0, command];
    if (words.some((word) => word.startsWith(text))) return [1, command];
    return [name.includes(text) || command.description.toLowerCase().includes(text) ? 2 : 3, command];
  });
  return scored.filter(([score]) => score < 3).sort(([a], [b]) => a - b).map(([, command]) => command);
}

/**
 * Parse a whole typed line: "/game new edition:usa bots:2". Return the command and its options as
 * text, or null if the line starts with no command.
 */
export function parsed(line) {
  const text = line.replace(/^\//, "").trim();
  const fits = known.commands.filter((each) => [each.name, each.shown].some((name) => text === name || text.startsWith(`${name} `)));
  const command = fits.sort((a, b) => b.name.length - a.name.length)[0];
  if (!command) return null;
  const used = text.startsWith(command.name) ? command.name : command.shown;
  const rest = text.slice(used.length).trim();
  const given = new Map();
  const pattern = /([\p{L}\p{N}_-]+):\s*((?:(?!\s[\p{L}\p{N}_-]+:).)*)/gu;
  for (const [, name, value] of rest.matchAll(pattern)) given.set(name, value.trim());
  return { command, given };
}
