// What models write stays text: no element, no script, no request comes out of it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { importedReport, launch, openPage, skipIfMissing } from "./support.mjs";

const skip = skipIfMissing();
const NASTY = [
  "<script>alert(1)</script>",
  "</script><script>alert(2)</script>",
  '<img src=x onerror="alert(3)">',
  '"><svg onload=alert(4)>',
  "<!-- <script>",
  "]]>&lt;&amp;&#x3c;script&#x3e;",
  "javascript:alert(5)",
  "\u202egnp.exe\u2066\u2069\u200f\u061c",
  "\u0000\u0007\u001b[31mred\u001b[0m\u2028\u2029",
  "${alert(6)}{{constructor.constructor('alert(7)')()}}",
];
const answer = (code) => JSON.stringify({ code });
let browser;

before(async () => {
  if (!skip) browser = await launch();
});
after(() => browser?.close());

test("markup, handlers, ends of scripts and bidi controls stay text", { skip }, async () => {
  const items = NASTY.map((_, i) => `i${i}`);
  const answers = NASTY.flatMap((text, i) => [0, 1, 2].map((k) => ({
    engine: "e", item: items[i], k, reasoning: k === 1 ? text : "same", content: answer(k === 1 ? text : `C-${items[i]}`),
  })));
  const made = importedReport(items, answers);
  const { page, problems, close } = await openPage(browser, made.url);
  const elements = await page.evaluate(() => document.querySelectorAll("script").length);
  for (let i = 0; i < NASTY.length; ++i) {
    await page.evaluate((item) => { location.hash = `item=made/${item}`; }, items[i]);
    const view = page.locator(".item-view");
    await view.locator("h2", { hasText: `/${items[i]}` }).waitFor();
    for (const folded of await view.locator("details > summary").all()) await folded.click();
    const right = await view.locator(".side-right").textContent();
    const [start] = NASTY[i].split(/[\u0000-\u001f\u061c\u2028-\u202e\u2066-\u2069\u200f]/);
    assert.ok(right.includes(start), `${items[i]}: ${right}`);
    assert.equal(await view.locator("img, iframe, object, embed, script").count(), 0);
    assert.equal(/[\u061c\u202a-\u202e\u2066-\u2069\u200f\u2028\u2029\u0000\u0007\u001b]/.test(await view.textContent()), false, items[i]);
  }
  assert.match(await page.locator(".item-view").textContent(), /constructor\.constructor/);
  assert.equal(await page.evaluate(() => document.querySelectorAll("script").length), elements);
  assert.deepEqual(problems, []);
  await close();
});

test("a line of a million characters is cut, not hung on, and says so", { skip }, async () => {
  const line = (end) => "x".repeat(600_000) + end + "y".repeat(400_000);
  const answers = ["A", "B"].map((end, k) => ({ engine: "e", item: "i0", k, reasoning: line(end), content: answer("C-i0") }));
  const made = importedReport(["i0"], answers);
  const { page, problems, close } = await openPage(browser, `${made.url}#item=made/i0`);
  const view = page.locator(".item-view");
  assert.match(await view.locator(".place").textContent(), /code point 600,000/);
  const sides = await view.locator(".sides .text").allTextContents();
  assert.match(sides[0], /equal code points …x+▼Ay+… /);
  assert.match(sides[1], /equal code points …x+▼By+… /);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  assert.deepEqual(problems, []);
  await close();
});

test("what does not fit is left out, steady items first, and the page says how to read it", { skip }, async () => {
  const items = ["steady", "wavers"];
  const answers = items.flatMap((item) => [0, 1].map((k) => ({
    engine: "e", item, k, content: answer(item === "wavers" ? `C-${k}` : "C-steady"), reasoning: "r".repeat(500_000) + (item === "wavers" ? k : ""),
  })));
  const made = importedReport(items, answers, { reportArgs: ["--texts", "0"] });
  const { page, problems, close } = await openPage(browser, `${made.url}#item=made/wavers`);
  assert.match(await page.locator(".item-view .note").textContent(), /kilter show made\/wavers --in /);
  assert.match(await page.locator("#items").textContent(), /texts of 2 items were left out/);
  assert.deepEqual(problems, []);
  await close();
});
