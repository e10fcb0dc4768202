// What the report holds, as kilter wrote it: one block for the whole, and one block per engine and
// item with its texts, read only when the item is opened.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Channel = "reasoning" | "content" | "tool_calls";
export const CHANNELS: readonly Channel[] = ["reasoning", "content", "tool_calls"];
export const CHANNEL_NAMES: Record<Channel, string> = {
  reasoning: "reasoning",
  content: "answer",
  tool_calls: "tool calls",
};

export type Interval = [number, number] | null;

// The keys of kilter.board/1 that the page draws.
export interface BoardRow {
  engine: string;
  experiment: string;
  suite: string;
  items: number;
  runs: number;
  trials: { planned: number; stored: number };
  points: { mean: number | null; attainable: number; ci95: Interval };
  unstable: { items: number; of: number; rate: number | null; ci95: Interval };
  value_flips: { items: number; of: number };
}

export interface Gate {
  engine: string;
  suite: string;
  gate: string;
  state: string;
}

export interface Board {
  schema: string;
  engines: BoardRow[];
  gates?: Gate[];
}

export interface RowRun {
  outcome: string;
  failed: boolean;
  variant: string | null; // null: the run failed
  points: number | null; // null: not scored
  loop: string | null; // the strongest finding: loop, recovered_loop, repetitive, suspect
}

export interface RowParting {
  channel: Channel;
  kind: string;
  code_point: number;
  at_start: boolean;
}

// One engine and item.
export interface Row {
  engine: string;
  suite: string;
  item: string;
  attainable: number;
  measurable: boolean;
  unstable: boolean;
  value_flip: boolean;
  stable_failed: boolean;
  vote: "right" | "wrong" | "harmful" | "undecided" | null;
  prompt_tokens: number | null;
  parting: RowParting | null;
  runs: (RowRun | null)[]; // index k; null: missing
  block: number | null; // the number of its block; null: its texts were left out
}

export interface EngineInfo {
  engine: string;
  dialect: string | null;
  settings: Json;
  fingerprint_start: Json;
  fingerprint_end: Json;
}

export interface ProbePosition {
  token: number;
  class: string;
  max_delta_nats: number | null;
  variants: string[]; // by request: letters, "-" where nothing was listed
}

export interface ProbePrompt {
  engine: string;
  id: string;
  tokens: number;
  n: number;
  distinct: number | null;
  class: string;
  max_delta_nats: number | null;
  positions: ProbePosition[];
}

export interface Probe {
  engines: { engine: string; prefill: { class: string }; decode: { class: string } }[];
  prompts: ProbePrompt[];
}

export interface SweepCell {
  engine: string;
  value: number;
  n: number;
  of: number;
  distinct: number | null;
}

export interface Bracket {
  engine: string;
  low: number | null;
  high: number | null;
}

export interface Sweep {
  axis: string;
  cells: SweepCell[];
  thresholds: Bracket[]; // low and high null: none was found
}

export interface IsolateArm {
  arm: string;
  change: string | null;
  live?: boolean | null;
  unstable: { items: number; of: number };
  value_flips: { items: number; of: number };
  versus_aa: { test: string; p_value: number | null; p_adjusted: number | null } | null;
}

export interface Report {
  schema: string;
  experiment: { id: string; created_at: string; kind: string; runs: number };
  board: Board;
  engines: EngineInfo[];
  rows: Row[];
  texts: { kept: number; left_out_stable: number; left_out_unstable: number; limit_bytes: number };
  probes?: Probe[];
  sweeps?: Sweep[];
  isolate?: { items: number; runs: number; arms: IsolateArm[] };
}

// A text, whole or in parts; positions are code points of the whole.
export interface TextParts {
  length: number;
  parts: [at: number, text: string][];
}

export interface ChannelTexts {
  texts: TextParts[]; // the different ones
  of_run: (number | null)[]; // index k -> texts
}

export interface FieldValue {
  field: string;
  raw: string | null;
  canonical: string | null;
  gold: Json;
  class: string;
  score: number;
  reason?: string;
}

export interface Loop {
  channel: Channel;
  view: string;
  verdict: string;
  start: number;
  period: number;
  repeats: number;
  length: number;
  share: number;
  tokens_wasted: number | null;
  sample: string | null;
}

// The keys of kilter.show/1 that the page shows.
export interface ShownRun {
  k: number;
  outcome: string;
  finish_reason: string | null;
  variant: { full: string | null; content: string | null; value: string | null };
  content_sha256: string | null;
  reasoning_sha256: string | null;
  parse_status: string | null;
  points: number | null;
  fields: FieldValue[];
  loops: Loop[];
  prompt_tokens: number | null;
  completion_tokens: number | null;
  cached_tokens: number | null;
  error?: string;
}

export interface Shown {
  engine: string;
  runs: ShownRun[];
  divergence: {
    channel: Channel | null;
    kind: string | null;
    code_point: number | null;
    byte: number | null;
    token_index: number | null;
    at_start: boolean | null;
  };
  majority: { decision: string | null; votes: number | null; of: number; right: boolean | null };
}

export interface ItemBlock {
  show: Shown;
  texts: Partial<Record<Channel, ChannelTexts>>;
  request: TextParts | null;
  response: { model: string | null; system_fingerprint: string | null; server: string | null };
}

export function readBlock<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

// A probe or a sweep alone, as kilter view shows it.
export const readExtras = (): { probes: Probe[]; sweeps: Sweep[] } | null => readBlock("kilter-extras");

export const readReport = (): Report | null => readBlock<Report>("kilter-report");

export function readItem(row: Row): ItemBlock | null {
  return row.block === null ? null : readBlock<ItemBlock>(`kilter-item-${row.block}`);
}
