// One item: its engines to choose from, and one engine's runs in full.
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Open } from "../address";
import { readItem, type Report, type Row } from "../data";
import type { Line } from "../filter";
import { markOf, stripWords } from "../marks";
import { Compare } from "./compare";
import { FieldTable } from "./fields";
import { Loops } from "./loops";
import { Request } from "./request";
import { Runs } from "./runs";
import { Summary } from "./summary";
import { WholeTexts } from "./texts";

interface Props {
  report: Report;
  line: Line;
  open: Open;
  show: (open: Open | null) => void;
  move: (by: number) => void;
}

// The engine that was asked for, else the first that wavers, else the first.
function chosenRow(line: Line, engine: string): Row | undefined {
  const rows = line.rows.filter((row): row is Row => !!row);
  return rows.find((row) => row.engine === engine) ?? rows.find((row) => row.unstable) ?? rows[0];
}

function EngineChoice({ line, row, pick }: { line: Line; row: Row; pick: (engine: string) => void }) {
  return (
    <div class="engines" role="group" aria-label="Engine">
      {line.rows.map((one) => one && (
        <button type="button" key={one.engine} aria-pressed={one === row} title={stripWords(one)} onClick={() => pick(one.engine)}>
          {one.engine}
          <span class="strip">{one.runs.map((run, k) => {
            const mark = markOf(run, one.attainable);
            return <span key={k} class={`cell ${mark.tint}`}>{mark.letter}{mark.glyph}</span>;
          })}</span>
        </button>
      ))}
    </div>
  );
}

export function ItemView({ report, line, open, show, move }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const row = chosenRow(line, open.engine);
  const block = useMemo(() => (row ? readItem(row) : null), [row]);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, []);
  if (!row) return null;

  // Keys hold while the focus is inside this section.
  const onKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "j" || event.key === "k") move(event.key === "j" ? 1 : -1);
    if (event.key === "Escape") {
      show(null);
      document.querySelector<HTMLElement>(".matrix")?.focus();
    }
  };
  return (
    <section class="item-view" aria-labelledby="item-h" onKeyDown={onKey}>
      <div class="item-head">
        <h2 id="item-h" tabIndex={-1} ref={heading}>{line.suite}/{line.item}</h2>
        <button type="button" onClick={() => move(-1)} title="k">Previous</button>
        <button type="button" onClick={() => move(1)} title="j">Next</button>
        <button type="button" onClick={() => show(null)} title="Esc">Close</button>
      </div>
      <EngineChoice line={line} row={row} pick={(engine) => show({ ...open, engine })} />
      <Summary row={row} show={block?.show ?? null} />
      {block ? (
        <>
          <Compare key={row.engine} block={block} row={row} />
          <FieldTable shown={block.show} attainable={row.attainable} />
          <Loops block={block} />
          <Runs shown={block.show} row={row} />
          <WholeTexts block={block} />
          <Request block={block} engine={report.engines.find((one) => one.engine === row.engine)} />
        </>
      ) : (
        <p class="note">The texts of this item were left out of the report to keep it small.
          To read them: <code>kilter show {line.suite}/{line.item} --in {report.experiment.id}</code></p>
      )}
    </section>
  );
}
