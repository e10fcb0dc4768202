// Numbers and counts as people read them.

// A small share is not none, and nearly all is not all.
export const percent = (share: number): string => {
  const value = share * 100;
  if (value > 0 && value < 0.05) return "<0.1%";
  if (share < 1 && value >= 99.95) return ">99.9%";
  return `${value.toFixed((value > 0 && value < 10) || (share < 1 && value >= 99.5) ? 1 : 0)}%`;
};

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${thousands(n)} ${n === 1 ? one : many}`;

export const thousands = (n: number): string => n.toLocaleString("en-US");

// "98", "95.33": never more digits than the board has.
export const points = (value: number | null): string =>
  value === null ? "n/a" : String(Math.round(value * 100) / 100);

export const runNumbers = (runs: readonly number[]): string =>
  (runs.length === 1 ? "run " : "runs ") + runs.join(", ");
