// Starts the page: the tables are there already, written by kilter; this adds what needs scripts.
import { render } from "preact";
import { App } from "./app";
import { readReport } from "./data";
import type { Filter } from "./filter";
import { enhanceBoard } from "./leaderboard";
import { addThemeButton } from "./theme";

const root = document.getElementById("app");
const report = readReport();
addThemeButton();
if (root && report) {
  document.documentElement.classList.add("scripted");
  let show: (filter: Filter) => void = () => undefined;
  enhanceBoard((filter) => show(filter));
  render(<App report={report} listen={(next) => (show = next)} />, root);
}
