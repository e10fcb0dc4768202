// The arms of an isolation experiment: one change each, held against two launches of the same.
import type { Report } from "./data";
import { percent } from "./format";
import { Scroll } from "./scroll";

const p = (value: number | null | undefined): string =>
  value == null ? "n/a" : value < 0.001 ? "<0.001" : value.toFixed(3);

export function IsolateTable({ isolate }: { isolate: NonNullable<Report["isolate"]> }) {
  return (
    <section aria-labelledby="isolate-h">
      <h2 id="isolate-h">Arms: one change each</h2>
      <p class="read">{isolate.items} items, K = {isolate.runs}. p says how often chance alone would show as much
        against the A/A arm, which repeats the baseline.</p>
      <Scroll label="Arms">
        <table>
          <thead>
            <tr>
              <th scope="col">arm</th><th scope="col">change</th><th scope="col" class="n">unstable</th>
              <th scope="col" class="n">value flips</th><th scope="col">test against A/A</th>
              <th scope="col" class="n">p</th><th scope="col" class="n">p, all arms</th>
            </tr>
          </thead>
          <tbody>
            {isolate.arms.map((arm) => (
              <tr key={arm.arm}>
                <th scope="row">{arm.arm}{arm.live === false ? " (no effect seen on the request)" : ""}</th>
                <td>{arm.change ?? "none"}</td>
                <td class="n">{arm.unstable.items}/{arm.unstable.of}
                  {arm.unstable.of > 0 && <small> {percent(arm.unstable.items / arm.unstable.of)}</small>}</td>
                <td class="n">{arm.value_flips.items}/{arm.value_flips.of}</td>
                <td>{arm.versus_aa?.test ?? "n/a"}</td>
                <td class="n">{p(arm.versus_aa?.p_value)}</td>
                <td class="n">{p(arm.versus_aa?.p_adjusted)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
