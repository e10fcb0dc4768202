// Which items the matrix shows, and in which order.
import type { Report, Row } from "./data";

export const KINDS = {
  all: "all items",
  unstable: "unstable",
  flips: "a value flips",
  vote: "majority wrong",
  failing: "some run not right",
  stable_failed: "stable and failed",
  loops: "loops",
  errors: "failed or missing runs",
} as const;
export type Kind = keyof typeof KINDS;

export const SORTS = {
  unstable: "most unstable first",
  suite: "order of the suite",
  parting: "earliest parting first",
  lost: "most points lost first",
} as const;
export type Sort = keyof typeof SORTS;

export interface Filter {
  text: string;
  engine: string; // "": all
  suite: string; // "": all
  kind: Kind;
  sort: Sort;
}

export const NO_FILTER: Filter = { text: "", engine: "", suite: "", kind: "all", sort: "unstable" };

// An item with its row for each engine, in the order of the engines; undefined: not asked.
export interface Line {
  suite: string;
  item: string;
  rows: (Row | undefined)[];
}

export function linesOf(report: Report): Line[] {
  const engines = report.engines.map((one) => one.engine);
  const lines = new Map<string, Line>();
  for (const row of report.rows) {
    const key = `${row.suite}/${row.item}`;
    let line = lines.get(key);
    if (!line) lines.set(key, (line = { suite: row.suite, item: row.item, rows: engines.map(() => undefined) }));
    line.rows[engines.indexOf(row.engine)] = row;
  }
  return [...lines.values()];
}

const EPSILON = 1e-9;
const right = (row: Row): boolean =>
  row.runs.every((run) => run && run.points !== null && run.points >= row.attainable - EPSILON);

const TESTS: Record<Kind, (row: Row) => boolean> = {
  all: () => true,
  unstable: (row) => row.unstable,
  flips: (row) => row.value_flip,
  vote: (row) => row.vote === "wrong" || row.vote === "harmful",
  failing: (row) => !right(row),
  stable_failed: (row) => row.stable_failed,
  loops: (row) => row.runs.some((run) => run?.loop === "loop"),
  errors: (row) => row.runs.some((run) => !run || run.failed),
};

const lost = (row: Row): number =>
  row.runs.reduce((sum, run) => sum + row.attainable - (run?.points ?? 0), 0) / (row.runs.length || 1);

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const least = (values: number[]): number => Math.min(...values);

// An item's rank from those of its rows; lower comes first.
const RANKS: Record<Exclude<Sort, "suite">, { rank: (row: Row) => number; over: (ranks: number[]) => number }> = {
  unstable: { rank: (row) => (row.value_flip ? -1.01 : row.unstable ? -1 : 0), over: sum },
  parting: { rank: (row) => row.parting?.code_point ?? Infinity, over: least },
  lost: { rank: (row) => -lost(row), over: sum },
};

export function applyFilter(lines: readonly Line[], filter: Filter): Line[] {
  const words = filter.text.trim().toLowerCase();
  const rowsOf = (line: Line): Row[] =>
    line.rows.filter((row): row is Row => !!row && (filter.engine === "" || row.engine === filter.engine));
  const kept = lines.filter(
    (line) =>
      (filter.suite === "" || line.suite === filter.suite) &&
      (words === "" || `${line.suite}/${line.item}`.toLowerCase().includes(words)) &&
      rowsOf(line).some(TESTS[filter.kind]),
  );
  if (filter.sort === "suite") return kept;
  const { rank, over } = RANKS[filter.sort];
  const ranks = new Map(kept.map((line) => [line, over(rowsOf(line).map(rank))]));
  return kept.sort((a, b) => byNumber(ranks.get(a) ?? 0, ranks.get(b) ?? 0));
}

const byNumber = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
