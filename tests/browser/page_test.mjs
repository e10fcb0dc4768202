// The founding case in a real browser: opens from a file, filters, sorts, opens an item, shows the right characters.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { foundingReport, kilter, launch, openPage, shot, skipIfMissing } from "./support.mjs";

const skip = skipIfMissing();
let browser, founding, board;

before(async () => {
  if (skip) return;
  browser = await launch();
  founding = await foundingReport();
  board = JSON.parse(kilter(founding.here, "board", "--json", "--store", "s.db"));
});
after(() => browser?.close());

const valueAt = (row, path) => path.split(".").reduce((at, key) => at?.[key], row);
const itemNames = (page) => page.locator(".matrix button.item").allTextContents();

test("every number of the leaderboard is the board's, and so is the data behind the charts", { skip }, async () => {
  const { page, problems, close } = await openPage(browser, founding.url);
  const shown = await page.locator("table.leaderboard data").evaluateAll((all) =>
    all.map((one) => ({
      engine: one.closest("tr").dataset.engine, suite: one.closest("tr").dataset.suite,
      path: one.dataset.path, value: one.getAttribute("value"), text: one.textContent,
    })));
  assert.ok(shown.length >= 5 * 15, `only ${shown.length} numbers`);
  for (const { engine, suite, path, value, text } of shown) {
    const row = board.engines.find((one) => one.engine === engine && one.suite === suite);
    assert.equal(Number(value), valueAt(row, path), `${engine} ${path}`);
    // The text is the same number, rounded, or a percentage of it.
    const read = Number(text.replace(/[<>%]/g, "")) / (text.includes("%") ? 100 : 1);
    const least = text.includes("%") ? 0.0051 : path.includes("tok_per_s") ? 0.51 : 0.0051;
    assert.ok(Math.abs(read - Number(value)) <= least, `${path}: ${text} is not ${value}`);
  }
  const data = JSON.parse(await page.locator("#kilter-report").textContent());
  assert.deepEqual(data.board, board);
  assert.deepEqual(problems, []);
  await close();
});

const tableOf = (page, label) => page.locator(`[aria-label="${label}"] tbody tr`)
  .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
const numbersIn = (text) => [...text.matchAll(/[\d.,]+%?/g)].map(([one]) =>
  one.endsWith("%") ? Number(one.slice(0, -1)) / 100 : Number(one.replaceAll(",", "")));

function assertNear(shown, exact, least, what) {
  assert.equal(shown.length, exact.length, `${what}: ${shown}`);
  shown.forEach((value, i) => assert.ok(Math.abs(value - exact[i]) <= least, `${what}: ${shown} is not ${exact}`));
}

test("what scripts draw is the board's: the numbers of both charts, and the letters of the runs", { skip }, async () => {
  const { page, problems, close } = await openPage(browser, founding.url);
  const scatter = await tableOf(page, "Numbers of the chart of founding-main");
  assert.deepEqual(scatter.map(([engine]) => engine).sort(), board.engines.map((row) => row.engine).sort());
  for (const [engine, points, pointsCi, unstable, unstableCi] of scatter) {
    const row = board.engines.find((one) => one.engine === engine);
    const wide = (ci) => (ci && ci[1] > ci[0] ? ci : []);
    assertNear(numbersIn(points), [row.points.mean], 0.0051, `points of ${engine}`);
    assertNear(numbersIn(pointsCi), wide(row.points.ci95), 0.0051, `interval of points of ${engine}`);
    assert.equal(unstable, `${row.unstable.items}/${row.unstable.of}`);
    assertNear(numbersIn(unstableCi), wide(row.unstable.ci95), 0.0051, `interval of ${engine}`);
  }
  const partings = await tableOf(page, "Numbers of the partings");
  const parted = board.engines.flatMap((row) => row.stability.items.map((one) =>
    [one.item, row.engine, one.divergence.channel, one.divergence.code_point, one.divergence.kind, one.value_flip ? "yes" : "no"]));
  assert.equal(parted.length, 13);
  assert.deepEqual(
    partings.map(([item, engine, channel, at, ...rest]) => [item, engine, channel, numbersIn(at)[0], ...rest]).sort(), parted.sort());
  await page.getByLabel("Show").selectOption("unstable");
  await page.getByLabel("Engine").selectOption("stock");
  const stock = board.engines.find((row) => row.engine === "stock");
  for (const { item, variants } of stock.stability.items) {
    const line = page.locator(".matrix tbody tr", { has: page.getByRole("button", { name: item, exact: true }) });
    const letters = (await line.locator(".cell").allTextContents()).map((cell) => cell[0]).join(" ");
    assert.ok(letters.startsWith(variants), `${item}: ${letters} is not ${variants}`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("without scripts the verdict and the leaderboard are there", { skip }, async () => {
  const { page, close } = await openPage(browser, founding.url, { javaScriptEnabled: false });
  assert.equal(await page.locator("table.leaderboard tbody tr").count(), 5);
  assert.match(await page.locator(".verdicts").textContent(), /stock: 95\.33 of 98 points; 13 of 50 items gave different output in 3 runs/);
  assert.ok(await page.locator(".scripts-off").isVisible());
  await close();
});

test("filters find items by id, by kind and by engine", { skip }, async () => {
  const { page, problems, close } = await openPage(browser, founding.url);
  await page.getByLabel("Show").selectOption("unstable");
  const stock = board.engines.find((row) => row.engine === "stock");
  assert.deepEqual((await itemNames(page)).slice(0, 5), stock.value_flips.ids); // those whose value flips come first
  await page.getByLabel("Order").selectOption("suite");
  assert.deepEqual(await itemNames(page), stock.unstable.ids);
  assert.equal(await page.locator(".found").textContent(), "13 of 50 items");
  await page.getByLabel("Engine").selectOption("fixed");
  assert.deepEqual(await itemNames(page), []);
  await page.getByLabel("Engine").selectOption("");
  await page.getByLabel("Show").selectOption("flips");
  assert.equal((await itemNames(page)).length, 5);
  await page.getByLabel("Show").selectOption("all");
  await page.getByLabel("Find").fill("t3-0");
  for (const name of await itemNames(page)) assert.match(name, /^T3-0/);
  assert.deepEqual(problems, []);
  await close();
});

test("the leaderboard sorts by a column, both ways, and says which", { skip }, async () => {
  const { page, close } = await openPage(browser, founding.url);
  const header = page.locator(".leaderboard th", { hasText: "unstable" });
  const firstRow = () => page.locator(".leaderboard tbody tr").first().getAttribute("data-engine");
  await header.getByRole("button").click();
  assert.equal(await header.getAttribute("aria-sort"), "ascending");
  assert.notEqual(await firstRow(), "stock");
  await header.getByRole("button").click();
  assert.equal(await header.getAttribute("aria-sort"), "descending");
  assert.equal(await firstRow(), "stock");
  await close();
});

test("a count of the leaderboard leads to its items", { skip }, async () => {
  const { page, close } = await openPage(browser, founding.url);
  await page.locator('tr[data-engine="stock"] td[data-items="vote"] a').click();
  assert.deepEqual(await itemNames(page), ["T3-05"]);
  await close();
});

test("the matrix scrolls to its last item", { skip }, async () => {
  const { page, close } = await openPage(browser, founding.url);
  await page.getByLabel("Order").selectOption("suite");
  await page.locator(".matrix").evaluate((box) => { box.scrollTop = box.scrollHeight; });
  await page.locator(".matrix button.item", { hasText: "T7-02" }).waitFor();
  await close();
});

test("an item opens by keyboard, shows its fields and closes", { skip }, async () => {
  const { page, problems, close } = await openPage(browser, founding.url);
  await page.locator(".matrix button.item").first().focus();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const view = page.locator(".item-view");
  await view.waitFor();
  const second = (await itemNames(page))[1];
  assert.match(await view.locator("h2").textContent(), new RegExp(`/${second}$`));
  assert.ok(page.url().includes("#item="));
  await page.keyboard.press("Escape");
  assert.equal(await view.count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("an address opens its item; the two sides are the two stored texts", { skip }, async () => {
  const { page, problems, close } = await openPage(browser, `${founding.url}#item=founding-main/T3-05&engine=stock`);
  const view = page.locator(".item-view");
  await view.waitFor();
  const [item] = [JSON.parse(kilter(founding.here, "show", "T3-05", "--engine", "stock", "--json", "--store", "s.db"))];
  const deadlines = item.engines[0].runs.map((run) => run.fields.find((field) => field.field === "deadline").raw);
  const cells = await view.locator("table.fields tr", { hasText: "deadline" }).locator("td").allTextContents();
  assert.deepEqual(cells.slice(1).map((cell) => cell.replace(/^\S+\s/, "")), deadlines);
  await view.getByLabel("Text").selectOption("content");
  const side = (name) => view.locator(`.side-${name}`).evaluate((box) => {
    const copy = box.cloneNode(true);
    for (const one of copy.querySelectorAll(".cut, .parting")) one.remove();
    return copy.textContent;
  });
  const data = await page.evaluate(() => [...document.querySelectorAll("script[id^=kilter-item]")]
    .map((one) => JSON.parse(one.textContent)).find((one) => one.show.engine === "stock" && one.texts.content.texts.some((t) => t.parts[0][1].includes("2026-11-10")) && one.texts.content.texts.length === 2));
  assert.deepEqual([await side("left"), await side("right")], data.texts.content.texts.map((text) => text.parts.map(([, part]) => part).join("")));
  await shot(page, "item");
  assert.deepEqual(problems, []);
  await close();
});

test("a loop says how often and how long", { skip }, async () => {
  const { page, close } = await openPage(browser, `${founding.url}#item=founding-main/T6-02&engine=stock`);
  const text = await page.locator(".item-view .loop").first().textContent();
  assert.match(text, /loop in the reasoning: ×\d+/);
  assert.match(text, /period \d+ code points/);
  await close();
});
