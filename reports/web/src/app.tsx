// All that needs scripts: the charts, the matrix of items, one item in detail.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { hrefOf, readAddress, type Open } from "./address";
import { Partings } from "./charts/partings";
import { ProbeHeat } from "./charts/probe";
import { Scatter } from "./charts/scatter";
import { SweepCharts } from "./charts/sweep";
import type { Report } from "./data";
import { applyFilter, linesOf, NO_FILTER, type Filter } from "./filter";
import { FilterBar } from "./filter_bar";
import { IsolateTable } from "./isolate";
import { ItemView } from "./item/item";
import { Matrix } from "./matrix";

export function App({ report, listen }: { report: Report; listen: (show: (filter: Filter) => void) => void }) {
  const [open, setOpen] = useState<Open | null>(readAddress);
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const lines = useMemo(() => linesOf(report), [report]);
  const shown = useMemo(() => applyFilter(lines, filter), [lines, filter]);

  useEffect(() => {
    const changed = () => setOpen(readAddress());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  useEffect(() => listen(setFilter), [listen]);

  const show = useCallback((next: Open | null) => {
    history.replaceState(null, "", next ? hrefOf(next) : location.pathname + location.search);
    setOpen(next);
  }, []);

  const line = open && lines.find((one) => one.suite === open.suite && one.item === open.item);
  const move = (by: number) => {
    const at = shown.findIndex((one) => one === line);
    const next = shown[at + by];
    if (open && next) show({ suite: next.suite, item: next.item, engine: open.engine });
  };
  return (
    <>
      <Scatter report={report} />
      <section id="items" aria-labelledby="items-h">
        <h2 id="items-h">Items and runs</h2>
        <FilterBar report={report} filter={filter} change={setFilter} shown={shown.length} all={lines.length} />
        <Matrix report={report} lines={shown} open={open} show={show} />
      </section>
      {open && line && (
        <ItemView key={hrefOf(open)} report={report} line={line} open={open} show={show} move={move} />
      )}
      <Partings report={report} show={show} />
      {report.probes?.length ? <ProbeHeat probes={report.probes} /> : null}
      {report.sweeps?.length ? <SweepCharts sweeps={report.sweeps} /> : null}
      {report.isolate ? <IsolateTable isolate={report.isolate} /> : null}
    </>
  );
}
