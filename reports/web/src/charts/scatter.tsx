// Accuracy against instability, one mark per engine with both intervals. Up and to the left is better.
import type { BoardRow, Report } from "../data";
import { percent, points } from "../format";
import { useWidth } from "../hooks";
import { linear, spread, ticks } from "../scale";
import { Scroll } from "../scroll";

const HEIGHT = 320;
const LEFT = 52;
const TOP = 16;
const BOTTOM = 46;

interface Mark {
  row: BoardRow;
  x: number;
  y: number;
  shape: number;
}

// Shapes, so that engines are told apart without colour.
export function Shape({ kind, x, y }: { kind: number; x: number; y: number }) {
  const paths = [
    `M${x - 5},${y}a5,5 0 1,0 10,0a5,5 0 1,0 -10,0Z`,
    `M${x - 5},${y - 5}h10v10h-10Z`,
    `M${x},${y - 6.5}l6.5,11h-13Z`,
    `M${x},${y - 7}l7,7l-7,7l-7,-7Z`,
    `M${x},${y + 6.5}l6.5,-11h-13Z`,
  ];
  return <path class={`mark m${kind % 5}`} d={paths[kind % 5] ?? ""} />;
}

function Plot({ rows, k }: { rows: BoardRow[]; k: string }) {
  const [ref, width] = useWidth<HTMLDivElement>(760);
  const labels = width < 520 ? 96 : 190;
  const right = width - labels;
  const drawn = rows.filter((row) => row.points.mean !== null && row.unstable.rate !== null);
  const lows = drawn.map((row) => row.points.ci95?.[0] ?? row.points.mean ?? 0);
  const highs = drawn.map((row) => row.points.ci95?.[1] ?? row.points.mean ?? 0);
  const top = Math.max(...highs, ...drawn.map((row) => row.points.attainable));
  const low = Math.min(...lows);
  const margin = Math.max((top - low) * 0.08, top * 0.005);
  const xMax = Math.max(0.1, ...drawn.map((row) => row.unstable.ci95?.[1] ?? row.unstable.rate ?? 0));
  const x = linear(0, xMax, LEFT + 14, right);
  const y = linear(low - margin, top + margin, HEIGHT - BOTTOM, TOP);
  const marks: Mark[] = drawn.map((row, shape) => ({
    row, shape, x: x(row.unstable.rate ?? 0), y: y(row.points.mean ?? 0),
  }));
  const places = spread(marks.map((mark) => mark.y), 17, TOP + 4, HEIGHT - BOTTOM);
  const short = Math.floor((labels - 32) / 7.2);
  return (
    <div ref={ref}>
      <svg width={width} height={HEIGHT} role="img" aria-label="Points against the share of unstable items; the table below has the same numbers">
        {ticks(0, xMax, 5).map((value) => (
          <g key={value}>
            <line class="grid" x1={x(value)} x2={x(value)} y1={TOP} y2={HEIGHT - BOTTOM} />
            <text x={x(value)} y={HEIGHT - BOTTOM + 16} text-anchor="middle">{percent(value)}</text>
          </g>
        ))}
        {ticks(low - margin, top + margin, 5).map((value) => (
          <g key={value}>
            <line class="grid" x1={LEFT} x2={right} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">{points(value)}</text>
          </g>
        ))}
        <text class="axis" x={(LEFT + right) / 2} y={HEIGHT - 8} text-anchor="middle">unstable items ({k})</text>
        <text class="axis" transform={`translate(12 ${HEIGHT / 2 - 10}) rotate(-90)`} text-anchor="middle">points</text>
        {marks.map(({ row, shape, x: at, y: height }) => (
          <g key={row.engine} class={`interval s${shape % 5}`}>
            {row.unstable.ci95 && <line x1={x(row.unstable.ci95[0])} x2={x(row.unstable.ci95[1])} y1={height} y2={height}
              stroke-dasharray={row.unstable.items === 0 ? "4 3" : undefined} />}
            {row.points.ci95 && row.points.ci95[1] > row.points.ci95[0] &&
              <line x1={at} x2={at} y1={y(row.points.ci95[0])} y2={y(row.points.ci95[1])} />}
          </g>
        ))}
        {marks.map((mark, i) => (
          <g key={mark.row.engine}>
            <polyline class="leader" points={`${mark.x + 8},${mark.y} ${right + 2},${places[i]} ${right + 8},${places[i]}`} />
            <Shape kind={mark.shape} x={right + 17} y={places[i] ?? 0} />
            <Shape kind={mark.shape} x={mark.x} y={mark.y} />
            <text class="label" x={right + 28} y={(places[i] ?? 0) + 4}>
              {mark.row.engine.length > short ? `${mark.row.engine.slice(0, short - 1)}…` : mark.row.engine}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

function Numbers({ rows }: { rows: BoardRow[] }) {
  const interval = (ci: [number, number] | null, show: (v: number) => string) =>
    ci && ci[1] > ci[0] ? `${show(ci[0])} to ${show(ci[1])}` : "n/a";
  return (
    <details>
      <summary>The numbers of this chart</summary>
      <Scroll label={`Numbers of the chart of ${rows[0]?.suite ?? ""}`}><table>
        <thead><tr><th scope="col">engine</th><th scope="col" class="n">points</th><th scope="col" class="n">95% interval</th>
          <th scope="col" class="n">unstable</th><th scope="col" class="n">95% interval</th></tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.engine}><th scope="row">{row.engine}</th><td class="n">{points(row.points.mean)}</td>
              <td class="n">{interval(row.points.ci95, points)}</td>
              <td class="n">{row.unstable.of > 0 ? `${row.unstable.items}/${row.unstable.of}` : "n/a"}</td>
              <td class="n">{interval(row.unstable.ci95, percent)}</td></tr>
          ))}
        </tbody>
      </table></Scroll>
    </details>
  );
}

export function Scatter({ report }: { report: Report }) {
  const suites = [...new Set(report.board.engines.map((row) => row.suite))];
  return (
    <section aria-labelledby="scatter-h">
      <h2 id="scatter-h">Accuracy against instability</h2>
      <p class="read">Up is more points, left is fewer unstable items. Lines are 95% intervals; a dashed one starts at
        0 seen and ends at what 0 leaves open.</p>
      {suites.map((suite) => {
        const rows = report.board.engines.filter((row) => row.suite === suite);
        const runs = [...new Set(rows.map((row) => row.runs))];
        const k = runs.length === 1 ? `K = ${runs[0]}, ${rows[0]?.items ?? 0} items` : "K differs";
        return (
          <figure key={suite}>
            {suites.length > 1 && <figcaption>{suite}</figcaption>}
            <Plot rows={rows} k={k} />
            <Numbers rows={rows} />
          </figure>
        );
      })}
    </section>
  );
}
