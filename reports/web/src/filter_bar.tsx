// The controls above the matrix.
import type { Report } from "./data";
import { KINDS, SORTS, type Filter, type Kind, type Sort } from "./filter";

interface Props {
  report: Report;
  filter: Filter;
  change: (filter: Filter) => void;
  shown: number;
  all: number;
}

function Choice({ label, value, options, pick }: {
  label: string;
  value: string;
  options: [string, string][];
  pick: (value: string) => void;
}) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => pick(event.currentTarget.value)}>
        {options.map(([key, words]) => (
          <option key={key} value={key}>{words}</option>
        ))}
      </select>
    </label>
  );
}

export function FilterBar({ report, filter, change, shown, all }: Props) {
  const engines = report.engines.map((one): [string, string] => [one.engine, one.engine]);
  const suites = [...new Set(report.board.engines.map((row) => row.suite))];
  return (
    <div class="filters" role="search" aria-label="Items">
      <label>
        <span>Find</span>
        <input id="filter-text" type="search" value={filter.text} placeholder="item id"
          onInput={(event) => change({ ...filter, text: event.currentTarget.value })} />
      </label>
      <Choice label="Show" value={filter.kind} options={Object.entries(KINDS)}
        pick={(kind) => change({ ...filter, kind: kind as Kind })} />
      <Choice label="Engine" value={filter.engine} options={[["", "any engine"], ...engines]}
        pick={(engine) => change({ ...filter, engine })} />
      {suites.length > 1 && (
        <Choice label="Suite" value={filter.suite} options={[["", "all suites"], ...suites.map((s): [string, string] => [s, s])]}
          pick={(suite) => change({ ...filter, suite })} />
      )}
      <Choice label="Order" value={filter.sort} options={Object.entries(SORTS)}
        pick={(sort) => change({ ...filter, sort: sort as Sort })} />
      <p class="found" role="status">{shown === all ? `${all} items` : `${shown} of ${all} items`}</p>
    </div>
  );
}
