// Sweeps as small multiples: distinct outputs against the swept value, one small chart per engine.
import type { Bracket, Sweep, SweepCell } from "../data";
import { thousands } from "../format";
import { linear } from "../scale";
import { Scroll } from "../scroll";

const WIDTH = 280;
const HEIGHT = 130;

// Hollow: fewer requests were answered than planned, so that one output says little.
function dotClass(cell: SweepCell): string {
  if (cell.distinct === null) return "dot missing";
  return cell.n < cell.of ? "dot" : "dot changed";
}

function Small({ engine, cells, bracket, axis }: { engine: string; cells: SweepCell[]; bracket: Bracket | undefined; axis: string }) {
  const values = cells.map((cell) => cell.value);
  const top = Math.max(2, ...cells.map((cell) => cell.distinct ?? 0));
  const x = linear(Math.log(Math.min(...values)), Math.log(Math.max(...values)), 34, WIDTH - 14);
  const at = (value: number) => x(Math.log(value));
  const y = linear(1, top, HEIGHT - 34, 14);
  const measured = cells.filter((cell) => cell.distinct !== null);
  return (
    <figure class="small">
      <figcaption>{engine}{bracket && bracket.low !== null && bracket.high !== null ? `: between ${thousands(bracket.low)} and ${thousands(bracket.high)}` : ""}</figcaption>
      <svg width={WIDTH} height={HEIGHT} role="img" aria-label={`${engine}: distinct outputs against ${axis}`}>
        {bracket && bracket.low !== null && bracket.high !== null &&
          <rect class="bracket" x={at(bracket.low)} width={Math.max(1, at(bracket.high) - at(bracket.low))} y={8} height={HEIGHT - 42} />}
        <line class="lane" x1={30} x2={WIDTH - 8} y1={HEIGHT - 34} y2={HEIGHT - 34} />
        {[1, top].map((value) => <text key={value} x={26} y={y(value) + 4} text-anchor="end">{value}</text>)}
        <polyline class="line" points={measured.map((cell) => `${at(cell.value)},${y(cell.distinct ?? 1)}`).join(" ")} />
        {cells.map((cell) => (
          <circle key={cell.value} cx={at(cell.value)} cy={y(cell.distinct ?? 1)} r={3.5} class={dotClass(cell)}>
            <title>{`${thousands(cell.value)}: ${cell.distinct ?? "not measured"}${cell.distinct === null ? "" : ` of ${cell.n}, ${cell.of} planned`}`}</title>
          </circle>
        ))}
        <text x={34} y={HEIGHT - 18} text-anchor="start">{thousands(Math.min(...values))}</text>
        <text x={WIDTH - 14} y={HEIGHT - 18} text-anchor="end">{thousands(Math.max(...values))}</text>
        <text class="axis" x={WIDTH / 2} y={HEIGHT - 4} text-anchor="middle">{axis.replaceAll("_", " ")}</text>
      </svg>
    </figure>
  );
}

export function SweepCharts({ sweeps }: { sweeps: Sweep[] }) {
  return (
    <section aria-labelledby="sweep-h">
      <h2 id="sweep-h">Sweeps</h2>
      <p class="read">Distinct outputs of the same prompt; 1 means that all were equal. A hollow dot was
        measured in part, a dashed one not at all; the band holds the step.</p>
      {sweeps.map((sweep, i) => {
        const engines = [...new Set(sweep.cells.map((cell) => cell.engine))];
        return (
          <div key={i}>
            <div class="multiples">
              {engines.map((engine) => (
                <Small key={engine} engine={engine} axis={sweep.axis} cells={sweep.cells.filter((cell) => cell.engine === engine)}
                  bracket={sweep.thresholds.find((one) => one.engine === engine && one.low !== null && one.high !== null)} />
              ))}
            </div>
            <details>
              <summary>The numbers of these charts</summary>
              <Scroll label={`Numbers of sweep ${i + 1}`}><table>
                <thead><tr><th scope="col">engine</th><th scope="col" class="n">{sweep.axis.replaceAll("_", " ")}</th>
                  <th scope="col" class="n">distinct</th><th scope="col" class="n">runs</th></tr></thead>
                <tbody>
                  {sweep.cells.map((cell) => (
                    <tr key={`${cell.engine}/${cell.value}`}><th scope="row">{cell.engine}</th><td class="n">{thousands(cell.value)}</td>
                      <td class="n">{cell.distinct ?? "not measured"}</td><td class="n">{cell.n} of {cell.of}</td></tr>
                  ))}
                </tbody>
              </table></Scroll>
            </details>
          </div>
        );
      })}
    </section>
  );
}
