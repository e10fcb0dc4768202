// The open item in the address: #item=suite/item&engine=name. A link to it can be kept and shared.

export interface Open {
  suite: string;
  item: string;
  engine: string; // "": the first
}

export function readAddress(): Open | null {
  const words = new URLSearchParams(location.hash.slice(1));
  const [suite, item] = (words.get("item") ?? "").split("/");
  return suite && item ? { suite, item, engine: words.get("engine") ?? "" } : null;
}

export function hrefOf(open: Open): string {
  const engine = open.engine ? `&engine=${encodeURIComponent(open.engine)}` : "";
  return `#item=${encodeURIComponent(open.suite)}/${encodeURIComponent(open.item)}${engine}`;
}
