// Text of models: positions in code points, and characters that must not act made visible.

export interface Piece {
  text: string;
  hidden: boolean; // a name for a character that would not show, or would reorder the line
}

// C0 and C1 controls but line feed and tab, zero-width and bidi controls, separators, BOM, tags.
// eslint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu;

export function visiblePieces(text: string): Piece[] {
  const out: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) out.push({ text: text.slice(from, match.index), hidden: false });
    const code = match[0].codePointAt(0) ?? 0;
    out.push({ text: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`, hidden: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) out.push({ text: text.slice(from), hidden: false });
  return out;
}

const isHigh = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
};

// Code units that `points` code points take from the start; all where there are fewer.
export function unitsOf(text: string, points: number): number {
  let at = 0;
  for (let left = points; left > 0 && at < text.length; --left) at += isHigh(text, at) ? 2 : 1;
  return Math.min(at, text.length);
}

export function codePoints(text: string): number {
  let n = 0;
  for (let at = 0; at < text.length; ++n) at += isHigh(text, at) ? 2 : 1;
  return n;
}

// Length of the common beginning in code units; never inside a code point.
export function commonPrefix(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) ++at;
  return at > 0 && isHigh(a, at - 1) ? at - 1 : at;
}

// An end that cuts no code point in two.
export const safeEnd = (text: string, at: number): number =>
  at < text.length && at > 0 && isHigh(text, at - 1) ? at - 1 : Math.min(at, text.length);
