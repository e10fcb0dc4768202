// A thousand items: opens, filters, scrolls and shows an item; only the lines in view are in the page. With
// KILTER_MEASURE=1 it has five engines and five runs. Says how long it took; a slow machine is no failure.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { importedReport, launch, openPage, skipIfMissing } from "./support.mjs";

const skip = skipIfMissing();
const ITEMS = 1000;
const WHOLE = process.env.KILTER_MEASURE === "1";
const ENGINES = WHOLE ? 5 : 2;
const RUNS = WHOLE ? 5 : 2;
let browser;

before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

// Every seventh item of an engine differs in its last run.
function answers(items) {
  const out = [];
  for (let e = 0; e < ENGINES; ++e)
    items.forEach((item, i) => {
      for (let k = 0; k < RUNS; ++k) {
        const code = (i + e) % 7 === 0 && k === RUNS - 1 ? "C-other" : `C-${item}`;
        out.push({ engine: `engine-${e}`, item, k, content: JSON.stringify({ code }), reasoning: `Thinking of ${code}. `.repeat(20) });
      }
    });
  return out;
}

// CPU time of the page's thread since it was asked to count, whatever else the machine did meanwhile.
async function counting(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const ms = (name) => Math.round((metrics.find((one) => one.name === name)?.value ?? 0) * 1000);
    const layout = ms("LayoutDuration") + ms("RecalcStyleDuration");
    return `CPU ${ms("TaskDuration")} ms, of which scripts ${ms("ScriptDuration")} ms, layout ${layout} ms`;
  };
}

test(`${ITEMS} items, ${ENGINES} engines, ${RUNS} runs`, { skip }, async (t) => {
  const items = Array.from({ length: ITEMS }, (_, i) => `i${String(i).padStart(4, "0")}`);
  const made = importedReport(items, answers(items));
  const { page, problems, close } = await openPage(browser, "about:blank");
  const busy = await counting(page);
  const started = performance.now();
  await page.goto(made.url);
  await page.locator(".matrix button.item").first().waitFor();
  t.diagnostic(`opened in ${Math.round(performance.now() - started)} ms`);
  const inPage = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    return { interactive: navigation.domInteractive, loaded: navigation.loadEventEnd };
  });
  t.diagnostic(`in the page: interactive after ${Math.round(inPage.interactive)} ms, loaded after ${Math.round(inPage.loaded)} ms`);
  t.diagnostic(await busy());
  assert.ok((await page.locator(".matrix tbody tr").count()) < 80);
  assert.equal(await page.locator(".found").textContent(), "1000 items");

  const timed = async (name, work) => {
    const from = performance.now();
    await work();
    t.diagnostic(`${name}: ${Math.round(performance.now() - from)} ms`);
  };
  await timed("filter", async () => {
    await page.getByLabel("Show").selectOption("unstable");
    await page.locator(".found", { hasText: " of 1000 items" }).waitFor();
  });
  await timed("scroll to the end", async () => {
    await page.getByLabel("Show").selectOption("all");
    await page.getByLabel("Order").selectOption("suite");
    await page.locator(".matrix").evaluate((box) => { box.scrollTop = box.scrollHeight; });
    await page.locator(".matrix button.item", { hasText: "i0999" }).waitFor();
  });
  await timed("open an item", async () => {
    await page.locator(".matrix button.item", { hasText: "i0999" }).click();
    await page.locator(".item-view h2", { hasText: "i0999" }).waitFor();
  });
  assert.deepEqual(problems, []);
  await close();
});
