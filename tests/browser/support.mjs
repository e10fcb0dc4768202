// What the browser tests share: the built binary, reports made by it, and a real browser.
// KILTER_BIN names the binary. Where a browser or the page's packages are missing, the tests say SKIPPED: and why.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const BINARY = process.env.KILTER_BIN ?? "";
export const SHOTS = process.env.KILTER_SHOTS ?? "";
const fromPage = createRequire(join(ROOT, "reports/web/package.json"));

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

// Null where it can be had, else the reason.
export function missing() {
  if (!BINARY) return "KILTER_BIN must name the built kilter";
  if (!existsSync(join(ROOT, "reports/web/node_modules/playwright-core"))) return "npm ci in reports/web was not run";
  if (Number(process.versions.node.split(".")[0]) < 18) return `playwright-core needs Node.js 18, and this is ${process.version}`;
  if (!browserPath()) return "no Chromium is installed (scripts/setup --for report)";
  return null;
}

export function skipIfMissing() {
  const reason = missing();
  if (!reason) return false;
  console.log(`SKIPPED: ${reason}`);
  return true;
}

// Ubuntu's chromium-browser is a script that starts a snap, which sees no files in the folder for temporary ones.
const isSnap = (path) => statSync(path).size < 65536 && readFileSync(path, "utf8").includes("/snap/");
const browserPath = () => process.env.KILTER_BROWSER ?? BROWSERS.find((path) => existsSync(path) && !isSnap(path));

export async function launch() {
  const { chromium } = fromPage("playwright-core");
  return chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox", "--disable-gpu"] });
}

export const axeSource = () => fromPage("axe-core").source;
export const jsdiff = () => fromPage("diff");

export function folder() {
  const path = mkdtempSync(join(tmpdir(), "kilter-browser-"));
  process.on("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

// Gates may fail and runs may be missing: that is what a report is for.
export function kilter(cwd, ...args) {
  const env = { ...process.env, COLUMNS: "80", TERM: "dumb", LC_ALL: "C" };
  try {
    return execFileSync(BINARY, args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if (error.status === 1 || error.status === 3) return error.stdout;
    throw new Error(`kilter ${args.join(" ")}: ${error.status}\n${error.stderr}`);
  }
}

export async function withSim(scenario, work) {
  const sim = spawn(BINARY, ["sim", "--scenario", scenario, "--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const url = await new Promise((done, fail) => {
      sim.stdout.once("data", (data) => done(String(data).trim()));
      sim.once("exit", () => fail(new Error(`the simulated engine did not start: ${scenario}`)));
    });
    process.env.KILTER_SIM_URL = url;
    return await work(url);
  } finally {
    sim.kill("SIGTERM");
  }
}

// The founding case, asked once for all tests of a file.
export async function foundingReport(config = "config/founding.yaml") {
  const here = folder();
  await withSim("qsa-topk", () => kilter(here, "run", resolve(ROOT, config), "--store", "s.db"));
  kilter(here, "report", "-o", "report.html", "--store", "s.db");
  return { here, url: pathToFileURL(join(here, "report.html")).href };
}

// A suite of items with one code each, and answers made elsewhere.
export function importedReport(items, answers, { reportArgs = [] } = {}) {
  const here = folder();
  const suite = [
    "suite: made", "version: '1'", "defaults:", "  question: Which code is named?",
    "  answer: {type: json, schema: {type: object, properties: {code: {type: string}}}}",
    "  fields: {code: string_exact}", "items:",
    ...items.map((id) => `  - {id: ${id}, documents: [{name: a.txt, text: 'The code is C-${id}.'}], gold: {code: C-${id}}}`),
  ];
  writeFileSync(join(here, "suite.yaml"), suite.join("\n") + "\n");
  writeFileSync(join(here, "answers.jsonl"), answers.map((one) => JSON.stringify(one)).join("\n") + "\n");
  kilter(here, "import", "answers", "answers.jsonl", "--suite", "suite.yaml", "--store", "s.db");
  kilter(here, "report", "-o", "report.html", "--store", "s.db", ...reportArgs);
  return { here, url: pathToFileURL(join(here, "report.html")).href };
}

// The first line that a command prints; it goes on until `stop`.
export async function startKilter(cwd, ...args) {
  const child = spawn(BINARY, args, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise((done) => child.once("exit", done));
  const line = await new Promise((done, fail) => {
    child.stdout.once("data", (data) => done(String(data).split("\n")[0]));
    child.once("exit", (code) => fail(new Error(`kilter ${args.join(" ")} ended: ${code}`)));
  });
  return { line, ended, stop: () => (child.kill("SIGTERM"), ended) };
}

// A page that fails the test on any script error, refused resource or request to a network; `origin` may be asked.
export async function openPage(browser, url, { origin, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && problems.push(`console: ${message.text()}`));
  const own = (address) => /^(file|data):/.test(address) || (origin && new URL(address).origin === origin);
  page.on("request", (request) => !own(request.url()) && problems.push(`request: ${request.url()}`));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}

export async function shot(page, name, options = {}) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), ...options });
}
