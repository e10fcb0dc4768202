// Makes the tables that kilter wrote sortable, and their counts lead to the items they count.
import { KINDS, NO_FILTER, type Filter, type Kind } from "./filter";

// Numbers first, the best of the column's direction on top; cells without one stay last.
function compareCells(a: string | null, b: string | null, up: boolean): number {
  const [x, y] = [a, b].map((value) => (value === null || value === "" ? null : Number(value)));
  if (x == null || y == null) return x == null ? (y == null ? 0 : 1) : -1;
  if (Number.isNaN(x) || Number.isNaN(y)) return (a ?? "").localeCompare(b ?? "") * (up ? 1 : -1);
  return (x - y) * (up ? 1 : -1);
}

const sortKey = (row: HTMLTableRowElement, column: number): string | null =>
  row.cells[column]?.getAttribute("data-sort") ?? null;

function sortBy(table: HTMLTableElement, header: HTMLTableCellElement, up: boolean): void {
  const body = table.tBodies[0];
  if (!body) return;
  const rows = [...body.rows];
  rows.sort((a, b) => compareCells(sortKey(a, header.cellIndex), sortKey(b, header.cellIndex), up));
  body.append(...rows);
  for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", up ? "ascending" : "descending");
}

function addSorting(table: HTMLTableElement): void {
  for (const header of table.querySelectorAll<HTMLTableCellElement>("thead th[data-best]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      const bestFirst = header.dataset["best"] === "low";
      const again = header.getAttribute("aria-sort") === (bestFirst ? "ascending" : "descending");
      sortBy(table, header, again ? !bestFirst : bestFirst);
    });
  }
}

function addItemLinks(table: HTMLTableElement, show: (filter: Filter) => void): void {
  for (const cell of table.querySelectorAll<HTMLElement>("[data-items]")) {
    const kind = cell.dataset["items"] as Kind;
    if (!(kind in KINDS)) continue;
    const row = cell.closest("tr");
    const link = document.createElement("a");
    link.href = "#items";
    link.title = `Show the items: ${KINDS[kind]}`;
    link.append(...[...cell.childNodes].filter((node) => node.nodeName !== "SMALL"));
    cell.prepend(link);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show({ ...NO_FILTER, kind, engine: row?.dataset["engine"] ?? "", suite: row?.dataset["suite"] ?? "" });
      document.getElementById("items-h")?.scrollIntoView();
      document.getElementById("filter-text")?.focus({ preventScroll: true });
    });
  }
}

export function enhanceBoard(show: (filter: Filter) => void): void {
  for (const table of document.querySelectorAll<HTMLTableElement>("table.leaderboard")) {
    addSorting(table);
    addItemLinks(table, show);
  }
}

// By which column each table is sorted, and which way up; null: as it was written.
export type Sorting = ({ column: number; up: boolean } | null)[];

export function readSorting(main: Element): Sorting {
  return [...main.querySelectorAll<HTMLTableElement>("table.leaderboard")].map((table) => {
    const header = table.querySelector<HTMLTableCellElement>("thead th[aria-sort]");
    return header && { column: header.cellIndex, up: header.getAttribute("aria-sort") === "ascending" };
  });
}

export function sortAgain(main: Element, sorting: Sorting): void {
  main.querySelectorAll<HTMLTableElement>("table.leaderboard").forEach((table, i) => {
    const by = sorting[i];
    const header = by && table.tHead?.rows[0]?.cells[by.column];
    if (by && header) sortBy(table, header, by.up);
  });
}
