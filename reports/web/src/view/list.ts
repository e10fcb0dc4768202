// The list of experiments, kept up to date: counts as they grow, and experiments that begin meanwhile.
import { count, thousands } from "../format";
import { listen, showConnection, showWords } from "./events";
import { stateOf, type ListedProgress } from "./info";
import { refreshPage } from "./refresh";

function cellOf(id: string): Element | undefined {
  return [...document.querySelectorAll("table.experiments tr")]
    .find((row) => (row as HTMLElement).dataset["id"] === id)?.querySelector("td.progress") ?? undefined;
}

function update(cell: Element, one: ListedProgress): void {
  const text = ` ${thousands(one.stored)} of ${count(one.planned, "run")}`;
  const state = document.createElement("span");
  state.className = `state ${stateOf(one)}`;
  state.textContent = stateOf(one);
  const parts: (Node | string)[] = [state, text];
  if (one.failed > 0) {
    const failed = document.createElement("span");
    failed.className = "bad";
    failed.textContent = `${thousands(one.failed)} failed`;
    parts.push(", ", failed);
  }
  const before = cell.textContent;
  const next = document.createElement("td");
  next.append(...parts);
  if (before !== next.textContent) cell.replaceChildren(...parts);
}

export function followList(): void {
  let asking = false;
  listen("/events", {
    on: {
      problem: (data) => showWords((data as { message: string }).message),
      experiments: (data) => {
        showConnection("open");
        const rows = (data as { experiments: ListedProgress[] }).experiments;
        let unknown = false;
        for (const one of rows) {
          const cell = cellOf(one.id);
          if (cell) update(cell, one);
          else unknown = true;
        }
        if (!unknown || asking) return;
        asking = true;
        void refreshPage().catch(() => false).finally(() => (asking = false));
      },
    },
    connection: showConnection,
  });
}
