// Repetition loops: the text with its copies in two tints, how often and how long, and where in the
// whole text that stands.
import { useState } from "preact/hooks";
import { CHANNEL_NAMES, type ItemBlock, type Loop, type TextParts } from "../data";
import { runNumbers, thousands } from "../format";
import { safeEnd, unitsOf } from "../text";
import { Visible } from "../visible";

const LONGEST = 600; // code units of one copy on the page

// The text from a code point on, as far as the part that holds it goes; null: left out.
function textFrom(text: TextParts, from: number): string | null {
  for (const [at, part] of [...text.parts].reverse()) {
    if (at > from) continue;
    const start = unitsOf(part, from - at);
    return start < part.length ? part.slice(start) : null;
  }
  return null;
}

function copyText(text: TextParts, loop: Loop, index: number): string | null {
  const from = textFrom(text, loop.start + index * loop.period);
  return from === null ? null : from.slice(0, unitsOf(from, loop.period));
}

function MiniMap({ text, loop }: { text: TextParts; loop: Loop }) {
  const x = (point: number) => (text.length > 0 ? (point / text.length) * 100 : 0);
  return (
    <svg class="minimap" viewBox="0 0 100 6" preserveAspectRatio="none" role="img"
      aria-label={`The loop takes code points ${thousands(loop.start)} to ${thousands(loop.start + loop.length)} of ${thousands(text.length)}`}>
      <rect class="whole" x="0" y="0" width="100" height="6" />
      <rect class="looped" x={x(loop.start)} y="0" width={Math.max(0.5, x(loop.start + loop.length) - x(loop.start))} height="6" />
    </svg>
  );
}

function Copies({ text, loop }: { text: TextParts; loop: Loop }) {
  const [all, setAll] = useState(false);
  const whole = Math.floor(loop.repeats);
  if (loop.view !== "exact" || loop.period === 0)
    return loop.sample ? <div class="text"><span class="copy even"><Visible text={loop.sample} /></span></div> : null;
  const shown = all || whole <= 4 ? [...Array(Math.min(whole, 200)).keys()] : [0, 1, whole - 1];
  const leftOut = whole - shown.length;
  return (
    <>
      <div class="text">
        {shown.map((index, i) => {
          const copy = copyText(text, loop, index);
          const cut = copy === null ? null : copy.slice(0, safeEnd(copy, LONGEST));
          return (
            <>
              {i === 2 && leftOut > 0 && !all && <span class="cut">… {leftOut} more copies …</span>}
              <span key={index} class={index % 2 ? "copy odd" : "copy even"} title={`copy ${index + 1} of ${whole}`}>
                {cut === null ? <span class="cut">(left out)</span> : <Visible text={cut} />}
                {copy !== null && cut !== null && copy.length > cut.length && "…"}
              </span>
            </>
          );
        })}
      </div>
      {leftOut > 0 && !all && whole <= 200 && <button type="button" onClick={() => setAll(true)}>Show all {whole} copies</button>}
    </>
  );
}

const words = (loop: Loop): string =>
  loop.verdict === "suspect"
    ? `Suspect: hardly anything new at the end of the ${CHANNEL_NAMES[loop.channel]}.`
    : `${loop.verdict.replaceAll("_", " ")} in the ${CHANNEL_NAMES[loop.channel]}: ×${loop.repeats.toFixed(loop.repeats % 1 ? 1 : 0)}, ` +
      `period ${thousands(loop.period)} ${loop.view === "masked" ? "symbols, numbers aside" : "code points"}, from code point ${thousands(loop.start)}` +
      (loop.tokens_wasted === null ? "" : `, about ${thousands(Math.round(loop.tokens_wasted))} tokens`);

export function Loops({ block }: { block: ItemBlock }) {
  const found = block.show.runs.flatMap((run) => run.loops.map((loop) => ({ k: run.k, loop })));
  // Runs with the same text have the same loop: shown once.
  const groups = new Map<string, { runs: number[]; loop: Loop; text: TextParts | undefined }>();
  for (const { k, loop } of found) {
    const texts = block.texts[loop.channel];
    const at = texts?.of_run[k];
    const key = `${loop.channel}/${at}/${loop.view}/${loop.start}`;
    const group = groups.get(key);
    if (group) group.runs.push(k);
    else groups.set(key, { runs: [k], loop, text: at == null ? undefined : texts?.texts[at] });
  }
  if (groups.size === 0) return null;
  return (
    <>
      <h3>Loops</h3>
      {[...groups].map(([key, { runs, loop, text }]) => (
        <div key={key} class="loop">
          <p><b>{runNumbers(runs)}</b>: {words(loop)}.</p>
          {text && <MiniMap text={text} loop={loop} />}
          {text && <Copies text={text} loop={loop} />}
        </div>
      ))}
    </>
  );
}
