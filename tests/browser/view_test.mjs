// kilter view in a real browser: from the list to an item, a run that moves without a reload, two engines compared.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axeSource, BINARY, folder, kilter, launch, openPage, ROOT, shot, skipIfMissing, startKilter, withSim } from "./support.mjs";

const skip = skipIfMissing();
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
let browser, here, view, origin, board, id;

before(async () => {
  if (skip) return;
  browser = await launch();
  here = folder();
  await withSim("qsa-topk", () => kilter(here, "run", join(ROOT, "config/founding.yaml"), "--store", "s.db"));
  board = JSON.parse(kilter(here, "board", "--json", "--store", "s.db"));
  id = board.engines[0].experiment;
  view = await startKilter(here, "view", "--store", "s.db");
  origin = new URL(view.line).origin;
});
after(async () => {
  await browser?.close();
  await view?.stop();
});

async function accessible(page, name) {
  await page.addScriptTag({ content: axeSource() });
  const found = await page.evaluate((rules) => globalThis.axe.run(document, { runOnly: rules }), RULES);
  assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`), [], name);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
}

test("from the list to an experiment to an item, and back", { skip }, async () => {
  const { page, problems, close } = await openPage(browser, view.line, { origin });
  assert.equal(page.url(), `${origin}/`, "the token does not stay in the address");
  assert.equal(await page.evaluate(() => document.cookie), "", "no script reads the cookie");
  assert.match(await page.locator("tr[data-id] .progress").textContent(), /complete 750 of 750 runs/);
  await page.getByRole("link", { name: id, exact: true }).click();
  const shown = await page.locator("table.leaderboard data").evaluateAll((all) =>
    all.map((one) => [one.closest("tr").dataset.engine, one.dataset.path, Number(one.getAttribute("value"))]));
  assert.ok(shown.length >= 5 * 15);
  for (const [engine, path, value] of shown) {
    const row = board.engines.find((one) => one.engine === engine);
    assert.equal(value, path.split(".").reduce((at, key) => at?.[key], row), `${engine} ${path}`);
  }
  assert.ok(await page.locator("#view-live").isHidden(), "nothing is missing, so nothing is live");
  await page.locator(".matrix button.item").first().click();
  await page.locator(".item-view .sides").waitFor();
  await page.getByRole("link", { name: "Experiments" }).click();
  await page.locator("table.experiments").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("two engines are compared, and an item leads to its runs", { skip }, async () => {
  const { page, problems, close } = await openPage(browser, view.line, { origin });
  await page.getByRole("link", { name: `Compare engines of ${id}` }).click();
  await page.getByLabel("a, before").selectOption(`${id}:stock`);
  await page.getByLabel("b, after").selectOption(`${id}:fixed`);
  await page.getByLabel("level").selectOption("full");
  await page.getByRole("button", { name: "Compare" }).click();
  const said = JSON.parse(kilter(here, "diff", "stock", "fixed", "--level", "full", "--json", "--store", "s.db"));
  const differ = said.items.filter((one) => one.verdict !== "identical").map((one) => one.item);
  assert.deepEqual(await page.locator("table.parted tbody th").allTextContents(), differ);
  assert.match(await page.locator(".verdict").textContent(), new RegExp(`${differ.length} of 50 items differ`));
  await page.getByRole("link", { name: `${differ[0]} of a` }).click();
  await page.locator(".item-view h2", { hasText: `/${differ[0]}` }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

// One engine whose last item waits for a file, so that the test decides when the run goes on.
function waitingRun(at, engine) {
  const script = (code, extra = {}) => ({ script: { body: JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content: JSON.stringify({ code }) }, finish_reason: "stop" }] }), ...extra } });
  const lines = ["suite: small", "version: '1'", "defaults:", "  question: Which code?",
    "  answer: {type: json, schema: {type: object, properties: {code: {type: string}}}}", "  fields: {code: id}", "items:",
    ...[0, 1, 2].map((i) => `  - {id: i-${i}, documents: [{name: a.txt, text: 'C-${i}'}], gold: {code: C-${i}}}`)];
  writeFileSync(join(at, "suite.yaml"), lines.join("\n") + "\n");
  const items = { "i-0": script("C-0"), "i-1": script("C-1"), "i-2": script("C-2", { wait: { file: "go" } }) };
  writeFileSync(join(at, "case.yaml"), JSON.stringify({ scenario: "case", suites: ["./suite.yaml"], engines: { [engine]: { default: { content: { gold: true } }, items } } }));
}

test("a run moves on the page without a reload, and its numbers with it", { skip }, async () => {
  const at = folder();
  waitingRun(at, "slow");
  await withSim(join(at, "case.yaml"), async (url) => {
    writeFileSync(join(at, "kilter.yaml"), `store: s.db\nsuites: [suite.yaml]\nruns: 2\nrequest: {max_tokens: 64}\nengines:\n  - {name: slow, model: slow, base_url: "${url}", dialect: openai, retries: 0}\n`);
    const run = spawn(BINARY, ["run"], { cwd: at, stdio: "ignore" });
    const ended = new Promise((done) => run.once("exit", done));
    let server;
    try {
      while (!server) server = await startKilter(at, "view").catch(() => null); // there is no store before the run has begun
      const own = new URL(server.line).origin;
      const { page, problems, close } = await openPage(browser, server.line, { origin: own, bypassCSP: true });
      const cell = page.locator("tr[data-id] .progress");
      await cell.getByText("2 of 6 runs").waitFor();
      assert.match(await cell.textContent(), /^running/);
      await accessible(page, "the list of a run");
      await shot(page, "view-list-running");
      await page.locator("tr[data-id] th a").click();
      await page.locator("#view-live").getByText("Running: 2 of 6 runs stored.").waitFor();
      await page.evaluate(() => { globalThis.sameDocument = true; });
      await page.locator(".matrix button.item").first().click();
      await page.locator(".item-view").waitFor();
      await accessible(page, "an experiment that is running");
      await shot(page, "view-live", { fullPage: true });
      const verdict = page.locator(".verdicts");
      assert.match(await verdict.textContent(), /4 of 6 trials are missing/);
      writeFileSync(join(at, "go"), "");
      await page.locator("#view-live").getByText("Complete: all 6 runs are stored.").waitFor();
      await page.locator(".verdicts", { hasNotText: "missing" }).waitFor();
      assert.equal(await page.evaluate(() => globalThis.sameDocument), true, "the page was not loaded anew");
      assert.ok(await page.locator(".item-view").isVisible(), "what was open stays open");
      const data = JSON.parse(await page.locator("#kilter-report").textContent());
      await ended;
      assert.deepEqual(data.board, JSON.parse(kilter(at, "board", "--json", "--store", "s.db")));
      await shot(page, "view-complete", { fullPage: true });
      assert.deepEqual(problems, []);
      await close();
    } finally {
      writeFileSync(join(at, "go"), "");
      await ended;
      await server?.stop();
    }
  });
});

const SCREENS = { wide: { width: 1280, height: 900 }, phone: { width: 400, height: 844 } };
for (const colorScheme of ["light", "dark"]) {
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    test(`no violation: ${colorScheme}, ${screen}`, { skip }, async () => {
      const compare = `/compare?a=${encodeURIComponent(`${id}:stock`)}&b=${encodeURIComponent(`${id}:fixed`)}&level=full`;
      const { page, problems, close } = await openPage(browser, view.line, {
        origin, colorScheme, viewport, bypassCSP: true, reducedMotion: "reduce",
      });
      for (const [name, path] of [["list", "/"], ["experiment", `/experiment/${id}`], ["compare", compare], ["choose", "/compare"]]) {
        await page.goto(origin + path);
        await page.locator("#page-tools button").waitFor();
        await accessible(page, name);
        await shot(page, `view-${name}-${colorScheme}-${screen}`, { fullPage: name !== "experiment" });
      }
      assert.deepEqual(problems, []);
      await close();
    });
  }
}

test("without the token there is nothing to see, and scripts are not needed for the rest", { skip }, async () => {
  const stranger = await openPage(browser, `${origin}/`, { origin });
  assert.match(await stranger.page.locator("h1").textContent(), /needs its link/);
  assert.equal((await stranger.page.content()).includes(id), false);
  await stranger.close();
  const plain = await openPage(browser, view.line, { origin, javaScriptEnabled: false });
  await plain.page.getByRole("link", { name: id, exact: true }).click();
  assert.equal(await plain.page.locator("table.leaderboard tbody tr").count(), 5);
  await plain.page.getByRole("link", { name: "Compare engines" }).click();
  await plain.page.getByRole("button", { name: "Compare" }).click();
  assert.ok(await plain.page.locator(".verdict").isVisible());
  await plain.close();
});
