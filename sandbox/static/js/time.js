// Times in Discord's format: <t:1700000000:R> and its styles.

import { h } from "./dom.js";
import { language, t } from "./words.js";
import { now } from "./state.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const NEARLY = 0.9; // Like Discord's client, round 23.5 hours to a day.
const formats = new Map();

function written(moment, style) {
  if (!formats.has(style)) formats.set(style, new Intl.DateTimeFormat(language, STYLES[style]));
  return formats.get(style).format(moment);
}

function ago(moment) {
  const seconds = Math.round((moment - now()) / 1000);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= NEARLY * each) ?? UNITS.at(-1);
  // Write "in 2 days", never "the day after tomorrow". Zero is "now".
  return new Intl.RelativeTimeFormat(language, { numeric: seconds ? "always" : "auto" }).format(Math.round(seconds / size), unit);
}

/** Return a <time> element. `tick` updates relative ones. */
export function stamp(seconds, style = "f") {
  const moment = new Date(seconds * 1000);
  if (Number.isNaN(moment.getTime())) return h("span", {}, `<t:${seconds}>`);
  return h(
    "time",
    {
      class: "stamp",
      datetime: moment.toISOString(),
      title: written(moment, "F"),
      data: style === "R" ? { ago: String(moment.getTime()) } : {},
    },
    style === "R" ? ago(moment) : written(moment, style in STYLES ? style : "f"),
  );
}

/** Return when a message was written: "Today at 12:30". */
export function sent(iso) {
  const moment = new Date(iso);
  const days = Math.round((midnight(now()) - midnight(moment)) / 86400000);
  const time = written(moment, "t");
  const key = { 0: "today", 1: "yesterday" }[days];
  const text = key ? t(key, { time }) : `${written(moment, "d")} ${time}`;
  return h("time", { class: "sent", datetime: iso, title: written(moment, "F") }, text);
}

export const clock = (iso) => written(new Date(iso), "t");
export const day = (iso) => written(new Date(iso), "D");

function midnight(moment) {
  const date = new Date(moment);
  return date.setHours(0, 0, 0, 0);
}

function tick() {
  for (const element of document.querySelectorAll("time[data-ago]")) {
    const text = ago(Number(element.dataset.ago));
    if (element.textContent !== text) element.textContent = text;
  }
}
setInterval(tick, 5000);
