// Starts the page: the tables are there already, written by kilter; this adds what needs scripts.
import { render } from "preact";
import { App } from "./app";
import { ProbeHeat } from "./charts/probe";
import { SweepCharts } from "./charts/sweep";
import { readExtras, readReport } from "./data";
import type { Filter } from "./filter";
import { enhanceBoard } from "./leaderboard";
import { addThemeButton } from "./theme";
import { startView } from "./view/start";

const root = document.getElementById("app");
let show: (filter: Filter) => void = () => undefined;
const listenTo = (next: (filter: Filter) => void) => void (show = next);

// From the data as they are in the page now.
function draw(): void {
  const report = readReport();
  const extras = readExtras();
  if (root && report) {
    enhanceBoard((filter) => show(filter));
    render(<App report={report} listen={listenTo} />, root);
  } else if (root && extras) {
    render(
      <>
        {extras.probes.length ? <ProbeHeat probes={extras.probes} /> : null}
        {extras.sweeps.length ? <SweepCharts sweeps={extras.sweeps} /> : null}
      </>,
      root,
    );
  }
}

document.documentElement.classList.add("scripted");
addThemeButton();
draw();
startView(draw);
