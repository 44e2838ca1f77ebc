// The actions of this guest: one POST for each verb. The answer contains the stage of the bot's answer.

import { state, emit } from "./state.js";
import { watchingWire } from "./live.js";

/** A refusal by the sandbox, with a message for the reader. */
export class Refused extends Error {}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused("the sandbox does not answer");
  }
  const body = await response.json();
  if (!response.ok) throw new Refused(firstComplaint(body.errors) ?? body.message);
  return body;
}

/** Return the first error for the reader. Discord nests errors at the wrong value. */
function firstComplaint(errors) {
  if (!errors || typeof errors !== "object") return null;
  if (errors._errors?.length) return errors._errors[0].message;
  for (const inner of Object.values(errors)) {
    const found = firstComplaint(inner);
    if (found) return found;
  }
  return null;
}

export async function act(verb, body) {
  const path = `/page/${state.me.id}/${verb}`;
  if (verb !== "autocomplete") emit("acted");
  emit("wire", { from: "you", title: `POST ${verb}`, frame: body });
  const answer = await ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...body, wire: watchingWire() }),
  });
  if (answer.sent) {
    emit("wire", { from: "gateway", title: "INTERACTION_CREATE", frame: answer.sent });
    delete answer.sent;
  }
  return answer;
}

export function look(what, query) {
  return ask(`/page/${state.me.id}/${what}?${new URLSearchParams(query)}`);
}

export const guests = () => ask("/page/guests");

/** Return a file in the sandbox's format: its name, and its content as base64. */
export async function packed(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return { name: file.name, content: btoa(text) };
}

/** Make addresses of this sandbox relative, because the page may be open by another name of the machine. */
export function local(url) {
  const found = URL.parse?.(url) ?? safely(url);
  if (found === null) return null;
  const home = ["127.0.0.1", "localhost", "[::1]"].includes(found.hostname);
  const ours = home && /^\/(attachments|ephemeral-attachments|emojis)\//.test(found.pathname);
  return ours ? found.pathname + found.search : null;
}

function safely(url) {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}
