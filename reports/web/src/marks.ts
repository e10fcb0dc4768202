// What one run looks like in the matrix: its variant's letter and one glyph for its verdict. A glyph
// and a letter, so that no meaning rests on colour.
import type { Row, RowRun } from "./data";

export interface Mark {
  letter: string;
  glyph: string;
  words: string;
  tint: string; // class of the cell
}

export const GLYPHS: readonly [string, string][] = [
  ["✓", "all points"],
  ["◐", "some points"],
  ["✗", "no points"],
  ["L", "ended in a loop"],
  ["E", "failed: no answer"],
  ["?", "not scored"],
  ["·", "missing"],
];

const EPSILON = 1e-9;

function verdict(run: RowRun, attainable: number): [glyph: string, words: string] {
  if (run.failed) return ["E", run.outcome];
  if (run.loop === "loop") return ["L", "loop"];
  if (run.points === null) return ["?", "not scored"];
  if (run.points >= attainable - EPSILON) return ["✓", "all points"];
  return run.points > EPSILON ? ["◐", "some points"] : ["✗", "no points"];
}

// Letters beyond the palette share its last tint; the letter tells them apart.
export function tintOf(letter: string): string {
  const index = "ABCD".indexOf(letter);
  return index >= 0 ? `v${index}` : "v4";
}

export function markOf(run: RowRun | null | undefined, attainable: number): Mark {
  if (!run) return { letter: "", glyph: "·", words: "missing", tint: "vm" };
  const [glyph, words] = verdict(run, attainable);
  if (run.failed || run.variant === null) return { letter: "", glyph, words, tint: "vm" };
  return { letter: run.variant, glyph, words: `${run.variant}, ${words}`, tint: tintOf(run.variant) };
}

export const stripWords = (row: Row): string =>
  row.runs.map((run, k) => `run ${k}: ${markOf(run, row.attainable).words}`).join("; ");
