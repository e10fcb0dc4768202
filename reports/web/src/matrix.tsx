// The matrix of items and runs: a letter for the output, a glyph for the verdict. Only the lines in
// view are in the page, so that thousands of items stay quick.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Open } from "./address";
import type { Report, Row } from "./data";
import type { Line } from "./filter";
import { count } from "./format";
import { usePrinting } from "./hooks";
import { GLYPHS, markOf, stripWords } from "./marks";

const LINE = 30; // pixels; the style says the same
const SPARE = 8; // lines above and below the view
const ON_PAPER = 400;

interface Props {
  report: Report;
  lines: Line[];
  open: Open | null;
  show: (open: Open) => void;
}

function Strip({ row, pick }: { row: Row | undefined; pick: () => void }) {
  if (!row) return <td class="strip none">not asked</td>;
  return (
    <td class={row.value_flip ? "strip flip" : "strip"} title={stripWords(row)} onClick={pick}>
      {row.runs.map((run, k) => {
        const mark = markOf(run, row.attainable);
        return <span key={k} class={`cell ${mark.tint}`}>{mark.letter}{mark.glyph}</span>;
      })}
    </td>
  );
}

function MatrixLine({ line, at, open, show, many }: { line: Line; at: number; open: boolean; show: Props["show"]; many: boolean }) {
  const pick = (engine: string) => show({ suite: line.suite, item: line.item, engine });
  return (
    <tr class={open ? "open" : undefined} aria-rowindex={at + 2}>
      <th scope="row">
        <button type="button" class="item" data-line={at} aria-expanded={open} onClick={() => pick("")}>
          {many ? `${line.suite}/${line.item}` : line.item}
        </button>
      </th>
      {line.rows.map((row, i) => <Strip key={i} row={row} pick={() => pick(row?.engine ?? "")} />)}
    </tr>
  );
}

// Stands for the lines that are out of view. A row without a cell would have no height.
function Space({ lines }: { lines: number }) {
  return <tr class="space" aria-hidden="true"><td style={{ height: `${lines * LINE}px` }} /></tr>;
}

function Legend() {
  return (
    <p class="legend">
      {["A", "B", "C", "D", "E"].map((letter, i) => (
        <span key={letter}><span class={`cell v${i}`}>{letter}{i === 4 ? "…" : ""}</span></span>
      ))}{" "}
      different outputs of an item, the most frequent first;{" "}
      {GLYPHS.map(([glyph, words]) => <span key={glyph} class="pair"><b>{glyph}</b> {words}</span>)}
      <span class="pair"><b class="flip-sample">±</b> a bar at the left: an extracted value differs</span>
    </p>
  );
}

// An item of an engine counts once.
function LeftOut({ report }: { report: Report }) {
  const { left_out_stable, left_out_unstable } = report.texts;
  const all = left_out_stable + left_out_unstable;
  if (all === 0) return null;
  const steady = left_out_unstable === 0 ? ", all of them steady," : "";
  return (
    <p class="note">To keep this file small, the texts of {count(all, "item")}{steady} were left out;
      {" "}<code>kilter show ITEM</code> prints them, <code>kilter report --texts</code> keeps more.</p>
  );
}

export function Matrix({ report, lines, open, show }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const printing = usePrinting();
  useEffect(() => {
    if (box.current) setHeight(box.current.clientHeight);
    const resized = () => box.current && setHeight(box.current.clientHeight);
    addEventListener("resize", resized);
    return () => removeEventListener("resize", resized);
  }, [lines.length]);
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0;
    setTop(0);
  }, [lines]);

  const first = printing ? 0 : Math.max(0, Math.floor(top / LINE) - SPARE);
  const end = printing ? Math.min(lines.length, ON_PAPER) : Math.min(lines.length, Math.ceil((top + height) / LINE) + SPARE);
  const many = new Set(report.board.engines.map((row) => row.suite)).size > 1;

  // Arrow keys, or j and k, while a line has the focus.
  const onKey = (event: KeyboardEvent) => {
    const at = Number((event.target as HTMLElement).dataset["line"] ?? NaN);
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    const next = at + (by ?? NaN);
    if (!(next >= 0 && next < lines.length) || !box.current) return;
    event.preventDefault();
    const view = box.current;
    if (next * LINE < view.scrollTop) view.scrollTop = next * LINE;
    if ((next + 3) * LINE > view.scrollTop + view.clientHeight) view.scrollTop = (next + 3) * LINE - view.clientHeight;
    setTop(view.scrollTop);
    const focus = () => {
      const line = view.querySelector<HTMLElement>(`[data-line="${next}"]`);
      line?.focus({ preventScroll: true });
      return !!line;
    };
    if (!focus()) requestAnimationFrame(focus);
  };

  return (
    <>
      <Legend />
      <div class="matrix" ref={box} onScroll={(event) => setTop(event.currentTarget.scrollTop)} onKeyDown={onKey}
        role="region" aria-label="Matrix of items and runs" tabIndex={0}>
        <table aria-rowcount={lines.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">item</th>
              {report.engines.map((one) => <th scope="col" key={one.engine}>{one.engine}</th>)}
            </tr>
          </thead>
          <tbody>
            {first > 0 && <Space lines={first} />}
            {lines.slice(first, end).map((line, i) => (
              <MatrixLine key={`${line.suite}/${line.item}`} line={line} at={first + i} show={show} many={many}
                open={open?.item === line.item && open.suite === line.suite} />
            ))}
            {end < lines.length && <Space lines={lines.length - end} />}
          </tbody>
        </table>
        {lines.length === 0 && <p class="empty">No item fits. Choose “all items”, or clear the search.</p>}
      </div>
      <LeftOut report={report} />
      <p class="hint">Open an item to see its runs side by side. Arrow keys, or j and k, go from line to line.</p>
    </>
  );
}
