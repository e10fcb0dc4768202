// What happened to this item with this engine, in words.
import { CHANNEL_NAMES, type Row, type Shown } from "../data";
import { count, points, thousands } from "../format";

function partingWords(row: Row): string {
  const at = row.parting;
  if (!at) return "";
  const channel = CHANNEL_NAMES[at.channel];
  if (at.kind === "absent") return `One run has no ${channel} at all.`;
  const ends = at.kind === "prefix" ? ", where one of them ends" : "";
  return `They part in the ${channel} at code point ${thousands(at.code_point)}${ends}.`;
}

function sentences(row: Row, show: Shown | null): string[] {
  const valid = row.runs.filter((run) => run && !run.failed);
  const outputs = new Set(valid.map((run) => run?.variant)).size;
  const out: string[] = [];
  if (valid.length < 2) out.push(`${count(valid.length, "valid run")} of ${row.runs.length}: nothing to compare.`);
  else if (outputs === 1) out.push(`All ${valid.length} runs gave the same output.`);
  else out.push(`${outputs} outputs in ${valid.length} runs.`, partingWords(row));
  if (row.value_flip) out.push("An extracted value differs.");
  if (row.stable_failed) out.push("Stable and failed: the same output in every run, and no points.");
  if (row.vote === "harmful") out.push("The majority is wrong although some run was right.");
  else if (row.vote === "wrong") out.push("The majority is wrong.");
  else if (row.vote === "undecided") out.push("No majority.");
  const token = show?.divergence.token_index;
  if (token != null) out.push(`The first token that differs is number ${token}.`);
  const scored = row.runs.map((run) => run?.points ?? null).filter((value): value is number => value !== null);
  if (scored.length > 0) {
    const low = Math.min(...scored);
    const high = Math.max(...scored);
    out.push(`${low === high ? points(low) : `${points(low)} to ${points(high)}`} of ${count(row.attainable, "point")}.`);
  }
  return out.filter((text) => text !== "");
}

export function Summary({ row, show }: { row: Row; show: Shown | null }) {
  return <p class="summary">{sentences(row, show).join(" ")}</p>;
}
