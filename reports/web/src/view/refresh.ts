// Brings the page up to date without loading it anew: asks for it again, and puts the new tables and data in place of
// the old ones. What was opened, sorted, filtered and scrolled to stays.
import { readSorting, sortAgain } from "../leaderboard";

const OWN = "#app"; // drawn from the data by the scripts, not replaced

// False: not now, for the user is at one of the tables.
export async function refreshPage(): Promise<boolean> {
  const response = await fetch(location.pathname + location.search, { cache: "no-store" });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  if (tablesHaveFocus()) return false;
  swapData(fresh);
  swapTables(fresh);
  return true;
}

function tablesHaveFocus(): boolean {
  const at = document.activeElement;
  return !!at?.closest("main") && !at.closest(OWN);
}

function swapData(fresh: Document): void {
  const blocks = 'body > script[type="application/json"]';
  for (const old of document.querySelectorAll(blocks)) old.remove();
  const last = document.body.lastElementChild;
  for (const block of fresh.querySelectorAll(blocks)) document.body.insertBefore(document.adoptNode(block), last);
}

const foldedOf = (main: Element): HTMLDetailsElement[] =>
  [...main.querySelectorAll("details")].filter((one) => !one.closest(OWN));

function swapTables(fresh: Document): void {
  const main = document.querySelector("main");
  const next = fresh.querySelector("main");
  if (!main || !next) return;
  const app = main.querySelector(OWN);
  const folded = foldedOf(main).map((one) => one.open);
  const sorting = readSorting(main);
  for (const node of [...main.childNodes]) if (node !== app) node.remove();
  let behind = !app;
  for (const node of [...next.childNodes]) {
    if (node instanceof Element && node.matches(OWN)) behind = true;
    else if (behind) main.append(document.adoptNode(node));
    else main.insertBefore(document.adoptNode(node), app);
  }
  foldedOf(main).forEach((one, i) => (one.open = folded[i] ?? false));
  sortAgain(main, sorting);
}
