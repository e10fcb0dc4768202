// Two runs side by side from the point where they part, with a word diff of what follows.
import { useMemo, useState } from "preact/hooks";
import { CHANNEL_NAMES, CHANNELS, type Channel, type ItemBlock, type Row, type TextParts } from "../data";
import { compare, FIRST_WINDOW, type Change, type Comparison } from "../diff";
import { count, runNumbers, thousands } from "../format";
import { Visible } from "../visible";

const NOTHING: TextParts = { length: 0, parts: [] };

interface Variant {
  letter: string;
  runs: number[];
}

function variantsOf(block: ItemBlock): Variant[] {
  const out = new Map<string, number[]>();
  for (const run of block.show.runs) {
    const letter = run.variant.full;
    if (letter) out.set(letter, [...(out.get(letter) ?? []), run.k]);
  }
  return [...out].map(([letter, runs]) => ({ letter, runs })).sort((a, b) => a.letter.localeCompare(b.letter));
}

function textOf(block: ItemBlock, channel: Channel, k: number): TextParts {
  const texts = block.texts[channel];
  const at = texts?.of_run[k];
  return at == null ? NOTHING : texts?.texts[at] ?? NOTHING;
}

function Side({ side, comparison }: { side: "left" | "right"; comparison: Comparison }) {
  const Tag = side === "left" ? "del" : "ins";
  const changes = comparison.changes.filter((change) => change.side === "both" || change.side === side);
  const more = side === "left" ? comparison.leftMore : comparison.rightMore;
  return (
    <div class={`text side-${side}`}>
      {comparison.cutBefore > 0 && <span class="cut">… {count(comparison.cutBefore, "equal code point")} …</span>}
      <span class="before"><Visible text={comparison.before} /></span>
      <span class="parting" title={`code point ${comparison.at}`}>▼</span>
      {changes.length === 0 && more <= 0 && <span class="cut">(ends here)</span>}
      {changes.map((change: Change, i) =>
        change.side === "both" ? <Visible key={i} text={change.text} /> : <Tag key={i}><Visible text={change.text} /></Tag>)}
      {more > 0 && <span class="cut">… {count(more, "code point")} more …</span>}
    </div>
  );
}

function Picker({ label, variants, value, pick }: { label: string; variants: Variant[]; value: string; pick: (letter: string) => void }) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => pick(event.currentTarget.value)}>
        {variants.map(({ letter, runs }) => <option key={letter} value={letter}>{letter}: {runNumbers(runs)}</option>)}
      </select>
    </label>
  );
}

export function Compare({ block, row }: { block: ItemBlock; row: Row }) {
  const variants = useMemo(() => variantsOf(block), [block]);
  const channels = CHANNELS.filter((channel) => block.texts[channel]);
  const [left, setLeft] = useState(variants[0]?.letter ?? "");
  const [right, setRight] = useState(variants[1]?.letter ?? "");
  const [channel, setChannel] = useState<Channel>(row.parting?.channel ?? channels[0] ?? "content");
  const [size, setSize] = useState(FIRST_WINDOW);
  const runOf = (letter: string) => variants.find((one) => one.letter === letter)?.runs[0] ?? 0;
  const comparison = useMemo(
    () => compare(textOf(block, channel, runOf(left)), textOf(block, channel, runOf(right)), size),
    [block, channel, left, right, size],
  );
  if (variants.length < 2) return null;

  // A digit chooses the run on the right.
  const onKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLSelectElement || !/^[0-9]$/.test(event.key)) return;
    const letter = variants.find((one) => one.runs.includes(Number(event.key)))?.letter;
    if (letter) setRight(letter);
  };
  const more = Math.max(comparison.leftMore, comparison.rightMore);
  return (
    <div class="compare" onKeyDown={onKey} role="group" aria-label="Two outputs side by side">
      <h3>Side by side from where they part</h3>
      <div class="filters">
        <Picker label="Left" variants={variants} value={left} pick={setLeft} />
        <Picker label="Right" variants={variants} value={right} pick={setRight} />
        <label>
          <span>Text</span>
          <select value={channel} onChange={(event) => setChannel(event.currentTarget.value as Channel)}>
            {channels.map((one) => <option key={one} value={one}>{CHANNEL_NAMES[one]}</option>)}
          </select>
        </label>
      </div>
      {comparison.equal ? (
        <p class="note">The {CHANNEL_NAMES[channel]} of both is the same: {count(textOf(block, channel, runOf(left)).length, "code point")}.</p>
      ) : (
        <>
          <p class="place">They part at code point {thousands(comparison.at)}. <del>Struck through</del>: only left. <ins>Underlined</ins>: only right.</p>
          <div class="sides">
            <Side side="left" comparison={comparison} />
            <Side side="right" comparison={comparison} />
          </div>
          {more > 0 && size < 64_000 && <button type="button" onClick={() => setSize(size * 4)}>Compare further</button>}
        </>
      )}
    </div>
  );
}
