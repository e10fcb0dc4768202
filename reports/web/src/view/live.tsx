// An experiment that is being measured: how far each engine has come, and the page's numbers kept up with it.
import { useEffect, useRef, useState } from "preact/hooks";
import { readReport } from "../data";
import { count, thousands } from "../format";
import { Scroll } from "../scroll";
import { listen, showConnection, showWords } from "./events";
import { stateOf, type Progress } from "./info";
import { refreshPage } from "./refresh";

const PAUSE = 4000; // ms between two refreshes, or so many times what the last one took:
const SHARE = 10;

// Runs that the tables of the page count; null: it has none.
function storedOnPage(): number | null {
  const rows = readReport()?.board.engines;
  return rows ? rows.reduce((sum, row) => sum + row.trials.stored, 0) : null;
}

function words(progress: Progress): string {
  const { stored, planned } = progress;
  if (stateOf(progress) === "complete") return `Complete: all ${count(planned, "run")} are stored.`;
  const goOn = readReport()?.experiment.kind === "run" ? "; kilter run goes on with it" : "";
  const stop = progress.running ? "" : ` Nothing works on it now${goOn}.`;
  return `${progress.running ? "Running" : "Stopped"}: ${thousands(stored)} of ${count(planned, "run")} stored.${stop}`;
}

function Engines({ progress }: { progress: Progress }) {
  return (
    <Scroll label="Progress by engine">
      <table>
        <thead>
          <tr>
            <th scope="col">engine</th><th scope="col">stored</th><th scope="col" class="n">unstable so far</th>
            <th scope="col" class="n">loops so far</th><th scope="col" class="n">failed</th>
          </tr>
        </thead>
        <tbody>
          {progress.engines.map((one) => (
            <tr key={one.engine}>
              <th scope="row">{one.engine}</th>
              <td><progress value={one.stored} max={one.planned || 1} aria-label={`${one.engine} stored`} /> {thousands(one.stored)} of {thousands(one.planned)}</td>
              <td class="n">{count(one.unstable, "item")}</td>
              <td class="n">{count(one.loops, "run")}</td>
              <td class={`n${one.failed > 0 ? " bad" : ""}`}>{thousands(one.failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

export function Live({ experiment, redraw }: { experiment: string; redraw: () => void }) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [shown, setShown] = useState(storedOnPage);
  const [problem, setProblem] = useState("");
  const [turn, setTurn] = useState(0); // refreshes that were tried
  const last = useRef({ end: Date.now(), took: 0, busy: false, done: true });
  const finished = !!progress && progress.complete && !progress.running;

  useEffect(() => {
    const stop = listen(`/events?experiment=${encodeURIComponent(experiment)}`, {
      on: {
        progress: (data) => {
          const next = data as Progress;
          setProgress(next);
          setProblem("");
          if (next.complete && !next.running) {
            stop();
            showWords("complete");
          }
        },
        problem: (data) => setProblem((data as { message: string }).message),
      },
      connection: showConnection,
    });
    return stop;
  }, [experiment]);

  const refresh = async (): Promise<boolean> => {
    if (last.current.busy) return false;
    last.current.busy = true;
    const begun = Date.now();
    let done = false;
    try {
      done = await refreshPage();
      if (done) {
        redraw();
        setShown(storedOnPage());
      }
      setProblem("");
    } catch (error) {
      setProblem(`The numbers below could not be brought up to date: ${(error as Error).message}`);
    }
    last.current = { end: Date.now(), took: Date.now() - begun, busy: false, done };
    setTurn((n) => n + 1);
    return done;
  };

  // `final`: once more at the end, when all of it is scored.
  const [final, setFinal] = useState(false);
  const behind = !!progress && ((shown !== null && shown !== progress.stored) || (finished && !final));
  useEffect(() => {
    if (!behind) return;
    const { end, took, done } = last.current;
    const wait = finished && done ? 0 : Math.max(PAUSE, took * SHARE) - (Date.now() - end);
    const timer = setTimeout(() => void refresh().then((there) => there && finished && setFinal(true)), Math.max(wait, 0));
    return () => clearTimeout(timer);
  }, [behind, finished, turn]);

  if (!progress) return problem ? <p class="warn">{problem}</p> : null;
  return (
    <>
      <p class="live-words"><b>{words(progress)}</b>
        {shown !== null && shown < progress.stored && <> The tables below count {thousands(shown)}. <button type="button" onClick={() => void refresh()}>Refresh now</button></>}
      </p>
      {problem && <p class="warn">{problem}</p>}
      <Engines progress={progress} />
    </>
  );
}
