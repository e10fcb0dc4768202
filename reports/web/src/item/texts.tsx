// The different texts of the runs, whole or in parts, each folded away until it is asked for.
import { useState } from "preact/hooks";
import { CHANNEL_NAMES, CHANNELS, type Channel, type ItemBlock, type TextParts } from "../data";
import { count, runNumbers } from "../format";
import { codePoints } from "../text";
import { Visible } from "../visible";

export function PartsOf({ text, label }: { text: TextParts; label: string }) {
  let at = 0;
  const out = text.parts.map(([start, part]) => {
    const gap = start - at;
    at = start + codePoints(part);
    return (
      <>
        {gap > 0 && <span class="cut">… {count(gap, "code point")} left out …</span>}
        <Visible text={part} />
      </>
    );
  });
  const rest = text.length - at;
  return <div class="text tall" role="group" aria-label={label} tabIndex={0}>{out}{rest > 0 && <span class="cut">… {count(rest, "code point")} left out …</span>}</div>;
}

function Folded({ title, text }: { title: string; text: TextParts }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && <PartsOf text={text} label={title} />}
    </details>
  );
}

function runsWith(block: ItemBlock, channel: Channel, index: number): number[] {
  const of = block.texts[channel]?.of_run ?? [];
  return of.flatMap((one, k) => (one === index ? [k] : []));
}

export function WholeTexts({ block }: { block: ItemBlock }) {
  return (
    <>
      <h3>Texts</h3>
      {CHANNELS.flatMap((channel) =>
        (block.texts[channel]?.texts ?? []).map((text, index) => (
          <Folded key={`${channel}/${index}`} text={text}
            title={`${CHANNEL_NAMES[channel]}, ${runNumbers(runsWith(block, channel, index))}: ${count(text.length, "code point")}`} />
        )),
      )}
    </>
  );
}
