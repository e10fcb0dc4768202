// Results of other commands on the page: a probe beside a run, an isolation's own arms.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { folder, kilter, launch, openPage, ROOT, skipIfMissing, withSim } from "./support.mjs";

const skip = skipIfMissing();
const CONFIG = join(ROOT, "config/founding.yaml");
let browser, here, experiments;

before(async () => {
  if (skip) return;
  browser = await launch();
  here = folder();
  await withSim("qsa-topk", () => {
    kilter(here, "run", CONFIG, "--engine", "stock", "--item", "T3-05", "--store", "s.db");
    kilter(here, "probe", CONFIG, "--engine", "stock", "--runs", "4", "--store", "s.db");
    kilter(here, "isolate", CONFIG, "--item", "T1-01", "--runs", "2", "--store", "s.db");
  });
  experiments = JSON.parse(kilter(here, "list", "--json", "--store", "s.db")).experiments;
});
after(() => browser?.close());

const idOf = (kind) => experiments.find((one) => one.kind === kind).id;

async function pageOf(name, ...args) {
  kilter(here, "report", ...args, "-o", name, "--store", "s.db");
  return openPage(browser, pathToFileURL(join(here, name)).href);
}

test("a probe: a letter for each request, by prompt and token", { skip }, async () => {
  const { page, problems, close } = await pageOf("run.html", idOf("run"), "--with", idOf("probe"));
  const section = page.locator("section", { has: page.locator("#probe-h") });
  const probe = JSON.parse(kilter(here, "probe", "--stored", idOf("probe"), "--json", "--store", "s.db"));
  const letters = await section.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll(".cell")].map((cell) => cell.textContent)));
  assert.deepEqual(letters, probe.prompts.flatMap((prompt) => prompt.positions.map((position) => position.variants)));
  assert.deepEqual(problems, []);
  await close();
});

test("an isolation: its arms, with what its own command says", { skip }, async () => {
  const { page, problems, close } = await pageOf("isolate.html", idOf("isolate"));
  const isolate = JSON.parse(kilter(here, "isolate", "--stored", idOf("isolate"), "--json", "--store", "s.db"));
  const rows = page.locator("section", { has: page.locator("#isolate-h") }).locator("tbody tr");
  assert.deepEqual(await rows.locator("th").allTextContents(), isolate.arms.map((arm) => arm.arm));
  assert.deepEqual(problems, []);
  await close();
});
