// How every run ended, and the hashes of what it wrote.
import type { Row, Shown } from "../data";
import { points, thousands } from "../format";
import { markOf } from "../marks";
import { Visible } from "../visible";
import { Scroll } from "../scroll";

const short = (hash: string | null) => (hash ? <code title={hash}>{hash.slice(0, 10)}</code> : <span class="cut">none</span>);
const number = (value: number | null) => (value === null ? "" : thousands(value));

export function Runs({ shown, row }: { shown: Shown; row: Row }) {
  return (
    <>
      <h3>Runs</h3>
      <Scroll label="Runs">
        <table>
          <thead>
            <tr>
              <th scope="col">run</th><th scope="col">output</th><th scope="col">outcome</th><th scope="col">finish</th>
              <th scope="col">read as</th><th scope="col" class="n">points</th><th scope="col" class="n">prompt tokens</th>
              <th scope="col" class="n">cached</th><th scope="col" class="n">written</th>
              <th scope="col">reasoning SHA-256</th><th scope="col">answer SHA-256</th>
            </tr>
          </thead>
          <tbody>
            {shown.runs.map((run) => {
              const mark = markOf(row.runs[run.k], row.attainable);
              return (
                <tr key={run.k}>
                  <th scope="row">{run.k}</th>
                  <td><span class={`cell ${mark.tint}`}>{mark.letter}{mark.glyph}</span></td>
                  <td>{run.outcome.replaceAll("_", " ")}{run.error && <small class="reason"><Visible text={run.error} /></small>}</td>
                  <td><Visible text={run.finish_reason ?? ""} /></td>
                  <td>{(run.parse_status ?? "").replaceAll("_", " ")}</td>
                  <td class="n">{run.points === null ? "" : points(run.points)}</td>
                  <td class="n">{number(run.prompt_tokens)}</td>
                  <td class="n">{number(run.cached_tokens)}</td>
                  <td class="n">{number(run.completion_tokens)}</td>
                  <td>{short(run.reasoning_sha256)}</td>
                  <td>{short(run.content_sha256)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
