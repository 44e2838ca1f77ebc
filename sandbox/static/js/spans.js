// The ends of spans in a line. Each line is read from left to right, and a mark without an end is not searched again.
// Shorter regular expressions for the same rules would take hours for some short texts.

const SPACE_OR_STAR = /[\s*]/;
const WORD = /\w/;

/** The ends of the spans in one text. */
export class Ends {
  constructor(text) {
    this.text = text;
    this.endless = new Set();
    this.lastTicks = null;
  }

  /** Return where the content of the span that starts here ends, or -1 if it has no end. */
  of(mark, at) {
    if (this.endless.has(mark) || !this.text.startsWith(mark, at)) return -1;
    if (mark.length === 1) return this.#ofOne(mark, at);
    const end = this.#ofMany(mark, at + mark.length);
    if (end < 0) this.endless.add(mark);
    return end;
  }

  /** Find the end of a mark of several characters. All but a spoiler end with the last of a longer run. */
  #ofMany(mark, from) {
    const { text } = this;
    for (let at = this.#past(from); at < text.length; at = this.#past(at)) {
      if (text.startsWith(mark, at) && (mark === "||" || text[at + mark.length] !== mark[0])) return at;
    }
    return -1;
  }

  /** Find the end of a single star or underscore. Two of them are another mark, and belong to the content. */
  #ofOne(mark, start) {
    const { text } = this;
    if (!this.#opens(mark, start)) return -1;
    for (let at = start + 1; at < text.length; ) {
      if (text[at] !== mark) at = this.#past(at);
      else if (text[at + 1] === mark) at += 2;
      else return mark === "_" && WORD.test(text[at + 1] ?? "") ? -1 : at;
    }
    return -1;
  }

  #opens(mark, at) {
    const [before, after] = [this.text[at - 1] ?? "", this.text[at + 1] ?? ""];
    return mark === "*" ? !SPACE_OR_STAR.test(after) : !WORD.test(before) && after !== "_";
  }

  #past(at) {
    return at + (this.text[at] === "\\" ? 2 : 1);
  }

  /** Return where code ends and how many of its backticks are the mark, or null if it has no end. */
  ofCode(at, ticks) {
    this.lastTicks ??= new Map([...this.text.matchAll(/`+/g)].map((run) => [run[0].length, run.index]));
    for (let size = ticks; size > 0; size -= 1) {
      if ((this.lastTicks.get(size) ?? -1) <= at) continue;
      const pattern = /`+/g;
      pattern.lastIndex = at + ticks;
      let run = pattern.exec(this.text);
      while (run[0].length !== size) run = pattern.exec(this.text);
      return { size, end: run.index };
    }
    return null;
  }
}
