// WCAG 2.2 AA by axe-core, in light and dark, on a wide screen and a phone, with an item open.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axeSource, foundingReport, launch, openPage, shot, skipIfMissing } from "./support.mjs";

const skip = skipIfMissing();
let browser, founding;

before(async () => {
  if (skip) return;
  browser = await launch();
  founding = await foundingReport();
});
after(() => browser?.close());

const SCREENS = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

for (const colorScheme of ["light", "dark"]) {
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    test(`no violation: ${colorScheme}, ${screen}`, { skip }, async () => {
      const { page, problems, close } = await openPage(browser, `${founding.url}#item=founding-main/T3-05&engine=stock`, {
        colorScheme, viewport, bypassCSP: true, reducedMotion: "reduce",
      });
      await page.locator(".item-view").waitFor();
      await page.evaluate(() => { for (const one of document.querySelectorAll("details")) one.open = true; });
      await page.addScriptTag({ content: axeSource() });
      const found = await page.evaluate(() => globalThis.axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      }));
      const said = found.violations.map((one) => `${one.id}: ${one.help}\n  ${one.nodes.slice(0, 5).map((node) => node.html.slice(0, 160) + " " + (node.any[0]?.message ?? "")).join("\n  ")}`);
      assert.deepEqual(said, []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
      assert.deepEqual(problems, []);
      await close();
      const again = await openPage(browser, founding.url, { colorScheme, viewport });
      await shot(again.page, `page-${colorScheme}-${screen}`, { fullPage: true });
      await again.close();
    });
  }
}
