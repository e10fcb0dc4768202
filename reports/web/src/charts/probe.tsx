// The probe: the same prompt again and again, its first log probabilities compared bit by bit. A
// strip per prompt and token: a letter for each request, equal lists under one letter.
import type { Probe, ProbePosition, ProbePrompt } from "../data";
import { tintOf } from "../marks";
import { Scroll } from "../scroll";

const words = (word: string): string => word.replaceAll("_", " ");

function Strip({ position }: { position: ProbePosition }) {
  return (
    <div class="strip">
      {position.variants.map((letter, k) => (
        <span key={k} class={`cell ${!/^[A-Z]/.test(letter) ? "vm" : tintOf(letter)}`} title={`request ${k}: list ${letter}`}>{letter}</span>
      ))}
    </div>
  );
}

// From none over below 0.0001 to above 0.1 nats, so that a 0 looks unlike any difference.
function Heat({ delta }: { delta: number | null }) {
  if (delta === null) return <>n/a</>;
  const level = delta === 0 ? 0 : delta < 1e-4 ? 1 : delta < 1e-2 ? 2 : delta < 0.1 ? 3 : 4;
  return <><span class={`swatch h${level}`} /> {delta === 0 ? "0" : delta.toPrecision(3)}</>;
}

function Rows({ prompt }: { prompt: ProbePrompt }) {
  return (
    <>
      {prompt.positions.map((position, i) => (
        <tr key={position.token}>
          {i === 0 && <th scope="row" rowSpan={prompt.positions.length}>{prompt.id}, {prompt.tokens} {prompt.tokens === 1 ? "token" : "tokens"}</th>}
          {i === 0 && <td class="n" rowSpan={prompt.positions.length}>{prompt.distinct ?? "n/a"} of {prompt.n}</td>}
          <td class="n">{position.token}</td>
          <td>{words(position.class)}</td>
          <td class="n"><Heat delta={position.max_delta_nats} /></td>
          <td><Strip position={position} /></td>
        </tr>
      ))}
    </>
  );
}

export function ProbeHeat({ probes }: { probes: Probe[] }) {
  const engines = probes.flatMap((probe, i) => probe.engines.map((engine) => ({ probe, engine, key: `${i}/${engine.engine}` })));
  return (
    <section aria-labelledby="probe-h">
      <h2 id="probe-h">Probe: first log probabilities, compared bit by bit</h2>
      <p class="read">One letter for each request; requests with the same letter gave the same list to the last bit. The
        squares grow darker with the largest difference, an empty one is none.</p>
      {engines.map(({ probe, engine, key }) => (
        <div key={key}>
          <h3>{engine.engine}: prefill {words(engine.prefill.class)}, decode {words(engine.decode.class)}</h3>
          <Scroll label={`Probe of ${key}`}>
            <table>
              <thead><tr><th scope="col">prompt</th><th scope="col" class="n">distinct</th><th scope="col" class="n">token</th>
                <th scope="col">class</th><th scope="col" class="n">largest difference, nats</th><th scope="col">requests</th></tr></thead>
              <tbody>
                {probe.prompts.filter((prompt) => prompt.engine === engine.engine)
                  .map((prompt) => <Rows key={`${prompt.id}/${prompt.tokens}`} prompt={prompt} />)}
              </tbody>
            </table>
          </Scroll>
        </div>
      ))}
    </section>
  );
}
