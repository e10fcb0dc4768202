// Where the outputs of unstable items part: code points on a logarithmic axis with a bin for 0,
// reasoning and answer on lines of their own.
import type { Open } from "../address";
import { hrefOf } from "../address";
import { CHANNEL_NAMES, CHANNELS, type Channel, type Report, type Row } from "../data";
import { thousands } from "../format";
import { useWidth } from "../hooks";
import { powersOfTen, zeroLog } from "../scale";
import { Scroll } from "../scroll";

const DOT = 5;
const LANE = 46;
const BIN = 64;

interface Lane {
  engine: string;
  channel: Channel;
  rows: Row[];
}

function lanesOf(report: Report): Lane[] {
  const out: Lane[] = [];
  for (const { engine } of report.engines)
    for (const channel of CHANNELS) {
      const rows = report.rows.filter(
        (row) => row.engine === engine && row.parting?.channel === channel && row.parting.kind !== "absent",
      );
      if (rows.length > 0) out.push({ engine, channel, rows });
    }
  return out;
}

// Dots that would lie on each other are stacked, upwards from the middle and down.
function stack(rows: Row[], x: (value: number) => number): [row: Row, x: number, y: number][] {
  const taken = new Map<number, number>();
  return rows.map((row) => {
    const at = x(row.parting?.code_point ?? 0);
    const slot = (row.parting?.code_point ?? 0) < 1 ? -1 : Math.round(at / (2 * DOT));
    const nth = taken.get(slot) ?? 0;
    taken.set(slot, nth + 1);
    const room = Math.floor(LANE / 2 / (2 * DOT)) * 2 + 1;
    const level = nth % room;
    const side = level % 2 ? -1 : 1;
    return [row, at + Math.floor(nth / room) * 2 * DOT, side * Math.ceil(level / 2) * 2 * DOT];
  });
}

function Chart({ lanes, show }: { lanes: Lane[]; show: (open: Open) => void }) {
  const [ref, width] = useWidth<HTMLDivElement>(760);
  const narrow = width < 520;
  const left = narrow ? 8 : 190;
  const max = Math.max(10, ...lanes.flatMap((lane) => lane.rows.map((row) => row.parting?.code_point ?? 0)));
  const x = zeroLog(max * 1.2, left, width - 16, BIN);
  const lane = narrow ? LANE + 20 : LANE; // the label stands above its dots
  const height = lanes.length * lane + 44;
  return (
    <div ref={ref}>
      <svg width={width} height={height} role="img" aria-label="Positions where outputs part; the table below has the same numbers">
        {powersOfTen(max).map((value) => (
          <g key={value}>
            <line class="grid" x1={x(value)} x2={x(value)} y1={4} y2={height - 36} />
            <text x={x(value)} y={height - 20} text-anchor="middle">{thousands(value)}</text>
          </g>
        ))}
        <text x={x(0)} y={height - 20} text-anchor="middle">0</text>
        <text class="axis" x={(left + width) / 2} y={height - 4} text-anchor="middle">code point of the text</text>
        {lanes.map(({ engine, channel, rows }, i) => {
          const y = 8 + (i + 1) * lane - LANE / 2;
          const name = `${engine}: ${CHANNEL_NAMES[channel]}`;
          return (
            <g key={name}>
              <line class="lane" x1={left} x2={width - 8} y1={y + LANE / 2 - 2} y2={y + LANE / 2 - 2} />
              <text class="label" x={narrow ? left : left - 8} y={narrow ? y - LANE / 2 - 8 : y + 4}
                text-anchor={narrow ? "start" : "end"}>{name.length > 26 && !narrow ? `${name.slice(0, 25)}…` : name}</text>
              {stack(rows, x).map(([row, cx, dy]) => (
                <circle key={`${row.suite}/${row.item}`} cx={cx} cy={y + dy} r={DOT - 0.5}
                  class={row.value_flip ? "dot changed" : "dot"}
                  onClick={() => show({ suite: row.suite, item: row.item, engine: row.engine })}>
                  <title>{`${row.item}: code point ${thousands(row.parting?.code_point ?? 0)}${row.value_flip ? ", a value changes" : ""}`}</title>
                </circle>
              ))}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

export function Partings({ report, show }: { report: Report; show: (open: Open) => void }) {
  const lanes = lanesOf(report);
  const rows = lanes.flatMap((lane) => lane.rows);
  return (
    <section aria-labelledby="parting-h">
      <h2 id="parting-h">Where outputs part</h2>
      {rows.length === 0 ? (
        <p>No item has two outputs with a common beginning to measure.</p>
      ) : (
        <>
          <p class="read">A dot is an unstable item, at the first code point where its runs differ. A filled dot: an
            extracted value changes too. The bin at the left holds the items that differ from the first character.</p>
          <Chart lanes={lanes} show={show} />
          <details>
            <summary>The numbers of this chart</summary>
            <Scroll label="Numbers of the partings"><table>
              <thead><tr><th scope="col">item</th><th scope="col">engine</th><th scope="col">channel</th>
                <th scope="col" class="n">code point</th><th scope="col">kind</th><th scope="col">a value changes</th></tr></thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={`${row.engine}/${row.suite}/${row.item}`}>
                    <th scope="row"><a href={hrefOf({ suite: row.suite, item: row.item, engine: row.engine })}>{row.item}</a></th>
                    <td>{row.engine}</td><td>{row.parting && CHANNEL_NAMES[row.parting.channel]}</td>
                    <td class="n">{thousands(row.parting?.code_point ?? 0)}</td><td>{row.parting?.kind}</td>
                    <td>{row.value_flip ? "yes" : "no"}</td>
                  </tr>
                ))}
              </tbody>
            </table></Scroll>
          </details>
        </>
      )}
    </section>
  );
}
