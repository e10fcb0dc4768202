// The probe: the same prompt again and again, its first log probabilities compared bit by bit. A
// strip per prompt: runs down, ranks across; equal to the first run looks unlike any difference.
import type { Probe, ProbePrompt } from "../data";
import { Scroll } from "../scroll";

const CELL = 12;

// 0: equal. 1 to 4: from below 1e-4 to above 0.1 nats.
const level = (delta: number): number => (delta === 0 ? 0 : delta < 1e-4 ? 1 : delta < 1e-2 ? 2 : delta < 0.1 ? 3 : 4);

function Strip({ prompt }: { prompt: ProbePrompt }) {
  const heat = prompt.heat;
  if (!heat?.length) return null;
  const width = Math.max(...heat.map((run) => run.length)) * CELL;
  return (
    <svg width={width} height={heat.length * CELL} role="img" aria-label={`${prompt.id}: ${prompt.distinct ?? "?"} distinct of ${prompt.n}`}>
      {heat.flatMap((run, k) => run.map((delta, rank) => (
        <rect key={`${k}/${rank}`} class={delta === null ? "heat none" : `heat h${level(delta)}`} x={rank * CELL + 0.5} y={k * CELL + 0.5}
          width={CELL - 1} height={CELL - 1}><title>{`run ${k}, rank ${rank + 1}: ${delta === null ? "another token" : `${delta} nats`}`}</title></rect>
      )))}
    </svg>
  );
}

export function ProbeHeat({ probes }: { probes: Probe[] }) {
  return (
    <section aria-labelledby="probe-h">
      <h2 id="probe-h">Probe: first log probabilities, compared bit by bit</h2>
      <p class="read">An empty square equals the first run in every bit; the darker, the larger the difference.</p>
      {probes.map((probe) => (
        <div key={probe.engine}>
          <h3>{probe.engine}: prefill {probe.verdict.prefill.replaceAll("_", " ")}, decode {probe.verdict.decode.replaceAll("_", " ")}</h3>
          <Scroll label={`Probe of ${probe.engine}`}>
            <table>
              <thead><tr><th scope="col">prompt</th><th scope="col" class="n">tokens</th><th scope="col" class="n">distinct</th>
                <th scope="col">class</th><th scope="col" class="n">largest difference, nats</th><th scope="col">runs by rank</th></tr></thead>
              <tbody>
                {probe.prompts.map((prompt) => (
                  <tr key={`${prompt.id}/${prompt.tokens}`}>
                    <th scope="row">{prompt.id}</th><td class="n">{prompt.tokens}</td>
                    <td class="n">{prompt.distinct ?? "n/a"} of {prompt.n}</td><td>{prompt.class.replaceAll("_", " ")}</td>
                    <td class="n">{prompt.max_delta_nats ?? "n/a"}</td><td><Strip prompt={prompt} /></td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </div>
      ))}
    </section>
  );
}
