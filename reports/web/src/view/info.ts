// What the page knows when kilter view serves it: which part of the store it shows, and the shapes of what comes in live.
import { readBlock } from "../data";

export interface ViewInfo {
  part: "experiments" | "experiment" | "compare";
  experiment: string; // "": none
  live: boolean; // more may come while the page is open
}

export interface EngineProgress {
  engine: string;
  planned: number;
  stored: number;
  unstable: number;
  loops: number;
  failed: number;
}

export interface Progress {
  experiment: string;
  planned: number;
  stored: number;
  running: boolean;
  complete: boolean;
  engines: EngineProgress[];
}

export interface ListedProgress {
  id: string;
  planned: number;
  stored: number;
  failed: number;
  running: boolean;
}

export const readView = (): ViewInfo | null => readBlock<ViewInfo>("kilter-view");

export const stateOf = (one: { planned: number; stored: number; running: boolean }): string =>
  one.running ? "running" : one.stored < one.planned ? "stopped" : "complete";
