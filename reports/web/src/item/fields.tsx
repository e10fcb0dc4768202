// Every field's value by run, beside the gold.
import type { FieldValue, Json, Shown } from "../data";
import { Visible } from "../visible";
import { Scroll } from "../scroll";

const CLASSES: Record<string, [glyph: string, words: string]> = {
  TP: ["✓", "right"],
  TN: ["✓", "rightly none"],
  FD: ["✗", "another value"],
  FN: ["✗", "missed"],
  FA: ["✗", "invented"],
};

const goldText = (gold: Json): string => (typeof gold === "string" ? gold : JSON.stringify(gold));

function Value({ field }: { field: FieldValue | undefined }) {
  if (!field) return <span class="cut">no answer</span>;
  const [glyph, words] = CLASSES[field.class] ?? ["?", field.class];
  const part = field.score > 0 && field.score < 1;
  return (
    <>
      <b class={field.score > 0 ? "good" : field.class === "TN" ? "good" : "bad"} title={`${field.class}: ${words}, score ${field.score}`}>{part ? "◐" : glyph}</b>{" "}
      {field.raw === null ? <span class="cut">(absent)</span> : <Visible text={field.raw} />}
      {field.reason && <small class="reason"><Visible text={field.reason} /></small>}
    </>
  );
}

export function FieldTable({ shown, attainable }: { shown: Shown; attainable: number }) {
  const names = [...new Set(shown.runs.flatMap((run) => run.fields.map((field) => field.field)))];
  if (names.length === 0 || attainable <= 0) return null;
  const valueOf = (name: string, at: number) => shown.runs[at]?.fields.find((field) => field.field === name);
  return (
    <>
      <h3>Fields by run</h3>
      <Scroll label="Fields by run">
        <table class="fields">
          <thead>
            <tr>
              <th scope="col">field</th><th scope="col">gold</th>
              {shown.runs.map((run) => <th scope="col" key={run.k}>run {run.k}{run.variant.full ? ` (${run.variant.full})` : ""}</th>)}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => {
              const values = shown.runs.map((_, at) => valueOf(name, at));
              const differs = new Set(values.filter(Boolean).map((one) => one?.canonical ?? one?.raw ?? null)).size > 1;
              const gold = values.find(Boolean)?.gold ?? null;
              return (
                <tr key={name} class={differs ? "differs" : undefined}>
                  <th scope="row">{differs && <span title="values differ">* </span>}<Visible text={name} /></th>
                  <td>{gold === null ? <span class="cut">none</span> : <Visible text={goldText(gold)} />}</td>
                  {values.map((value, at) => <td key={at}><Value field={value} /></td>)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
