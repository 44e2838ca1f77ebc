// Where spans of a line end. Each line is read from left to right, and a mark that has found no end is not looked for again:
// the patterns that would say the same in fewer words read some short texts for hours.

const SPACE_OR_STAR = /[\s*]/;
const WORD = /\w/;

/** The ends in one text. */
export class Ends {
  constructor(text) {
    this.text = text;
    this.endless = new Set();
    this.lastTicks = null;
  }

  /** Where the content ends of the span that begins here with a mark; -1 if there is none. */
  of(mark, at) {
    if (this.endless.has(mark) || !this.text.startsWith(mark, at)) return -1;
    if (mark.length === 1) return this.#ofOne(mark, at);
    const end = this.#ofMany(mark, at + mark.length);
    if (end < 0) this.endless.add(mark);
    return end;
  }

  /** A mark of several characters: all but a spoiler end with the last of a longer run. */
  #ofMany(mark, from) {
    const { text } = this;
    for (let at = this.#past(from); at < text.length; at = this.#past(at)) {
      if (text.startsWith(mark, at) && (mark === "||" || text[at + mark.length] !== mark[0])) return at;
    }
    return -1;
  }

  /** A single star or underscore: two of them are a mark of their own, and belong to the content. */
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

  /** Where code ends, and how many of its backticks are the mark; null if it has no end. */
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
