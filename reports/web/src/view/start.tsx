// What the page does more when kilter view serves it.
import { render } from "preact";
import { readView } from "./info";
import { followList } from "./list";
import { Live } from "./live";

// `redraw`: draws the charts and the matrix again from the page's data.
export function startView(redraw: () => void): void {
  const view = readView();
  if (!view?.live) return;
  if (view.part === "experiments") followList();
  const place = document.getElementById("view-live");
  if (view.part !== "experiment" || !place) return;
  place.hidden = false;
  render(<Live experiment={view.experiment} redraw={redraw} />, place);
}
