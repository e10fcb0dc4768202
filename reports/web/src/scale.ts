// Axes: numbers to pixels, and the numbers worth a label.

export type Scale = (value: number) => number;

export const linear =
  (from: number, to: number, low: number, high: number): Scale =>
  (value) =>
    low + ((value - from) / (to - from || 1)) * (high - low);

// 0 has a bin of its own at the left end; 1 and more are logarithmic.
export function zeroLog(max: number, low: number, high: number, bin: number): Scale {
  const log = linear(0, Math.log10(Math.max(10, max)), low + bin, high);
  return (value) => (value < 1 ? low + bin / 3 : log(Math.log10(value)));
}

export function ticks(from: number, to: number, about: number): number[] {
  const span = to - from || 1;
  const raw = span / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw) ?? 10 * power;
  const out: number[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; ++i)
    out.push(Math.round(i * step * 1e6) / 1e6);
  return out;
}

export function powersOfTen(max: number): number[] {
  const out = [1];
  for (let value = 10; value <= Math.max(10, max); value *= 10) out.push(value);
  return out;
}

// Moves labels apart: each at least `gap` from the one above it, all as near their place as that allows.
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const out = [...wanted];
  let last = -Infinity;
  for (const i of order) last = out[i] = Math.max(wanted[i] ?? 0, last + gap, low);
  let next = high + gap;
  for (const i of [...order].reverse()) next = out[i] = Math.min(out[i] ?? 0, next - gap);
  return out;
}
