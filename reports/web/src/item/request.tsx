// What was sent, and who answered.
import type { EngineInfo, ItemBlock, Json } from "../data";
import { Visible } from "../visible";
import { PartsOf } from "./texts";

function Pairs({ title, value }: { title: string; value: Json }) {
  if (value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0)) return null;
  return (
    <details>
      <summary>{title}</summary>
      <div class="text tall" role="group" aria-label={title} tabIndex={0}><Visible text={JSON.stringify(value, null, 2)} /></div>
    </details>
  );
}

export function Request({ block, engine }: { block: ItemBlock; engine: EngineInfo | undefined }) {
  const { model, system_fingerprint, server } = block.response;
  const told = [["model", model], ["system_fingerprint", system_fingerprint], ["server", server]] as const;
  return (
    <>
      <h3>Request and engine</h3>
      {block.request ? (
        <details>
          <summary>The request as it was sent, the same bytes in every run</summary>
          <PartsOf text={block.request} label="Request" />
        </details>
      ) : (
        <p class="note">No request: these answers were made elsewhere.</p>
      )}
      <dl class="told">
        {told.map(([name, value]) => value && <div key={name}><dt>{name}</dt><dd><Visible text={value} /></dd></div>)}
      </dl>
      <Pairs title="Settings of the engine" value={engine?.settings ?? null} />
      <Pairs title="What the engine said of itself at the start" value={engine?.fingerprint_start ?? null} />
      <Pairs title="What it said at the end" value={engine?.fingerprint_end ?? null} />
    </>
  );
}
