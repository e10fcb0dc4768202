// Two texts from the point where they part: what both have, and what only one has. Only a window
// behind that point is compared word by word, since the work grows with the square of its size.
import { diffWordsWithSpace } from "diff";
import type { TextParts } from "./data";
import { codePoints, commonPrefix, safeEnd } from "./text";

export interface Change {
  text: string;
  side: "both" | "left" | "right";
}

export interface Comparison {
  equal: boolean;
  at: number; // code point where they part
  before: string; // the last of what both begin with
  cutBefore: number; // code points in front of `before`
  changes: Change[];
  leftMore: number; // code points behind the window
  rightMore: number;
}

export const FIRST_WINDOW = 2000; // code units
const CONTEXT = 160;
const LIMITS = { timeout: 400, maxEditLength: 1500 };

// The parts of both that start at the same place and differ; the last common one where none does.
function partingPart(a: TextParts, b: TextParts): [at: number, left: string, right: string] {
  let last: [number, string, string] = [0, "", ""];
  for (const [at, left] of a.parts) {
    const other = b.parts.find(([start]) => start === at);
    if (!other) continue;
    last = [at, left, other[1]];
    if (left !== other[1]) return last;
  }
  return last;
}

function wordChanges(left: string, right: string): Change[] {
  const found = diffWordsWithSpace(left, right, LIMITS);
  if (!found)
    return [
      { text: left, side: "left" },
      { text: right, side: "right" },
    ];
  return found.map(({ value, added, removed }) => ({
    text: value,
    side: added ? "right" : removed ? "left" : "both",
  }));
}

export function compare(a: TextParts, b: TextParts, window: number): Comparison {
  const [start, left, right] = partingPart(a, b);
  const equal = a.length === b.length && left === right;
  const at = commonPrefix(left, right);
  let from = Math.max(0, at - CONTEXT);
  if (from > 0 && /[\uDC00-\uDFFF]/.test(left[from] ?? "")) --from;
  const leftEnd = safeEnd(left, at + window);
  const rightEnd = safeEnd(right, at + window);
  const place = start + codePoints(left.slice(0, at));
  return {
    equal,
    at: place,
    before: left.slice(from, at),
    cutBefore: start + codePoints(left.slice(0, from)),
    changes: equal ? [] : wordChanges(left.slice(at, leftEnd), right.slice(at, rightEnd)),
    leftMore: a.length - place - codePoints(left.slice(at, leftEnd)),
    rightMore: b.length - place - codePoints(right.slice(at, rightEnd)),
  };
}
