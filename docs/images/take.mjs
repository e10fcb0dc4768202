// Takes the pictures of README.md and docs/report.md anew: the founding case, measured against the simulated engine and
// shown by a real browser, light and dark. Usage: KILTER_BIN=build/release/kilter node docs/images/take.mjs [FOLDER]
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const LARGEST = 250_000; // bytes of a picture
const GATES = "gates: {max_value_flips: 0}\n";

process.env.KILTER_BIN = resolve(process.env.KILTER_BIN ?? "build/release/kilter");
const { foundingReport, folder, launch, missing, openPage, ROOT } = await import("../../tests/browser/support.mjs");
const reason = missing();
if (reason) throw new Error(reason);
const target = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));

// The experiment of config/founding.yaml, with a gate.
const config = join(folder(), "founding.yaml");
const text = readFileSync(join(ROOT, "config/founding.yaml"), "utf8");
writeFileSync(config, text.replace("../suites/", `${ROOT}/suites/`) + GATES);
const report = await foundingReport(config);

async function take(page, name, clip) {
  const path = join(target, `${name}.png`);
  await page.screenshot({ path, clip, fullPage: true });
  const { size } = statSync(path);
  console.log(`${path}: ${clip.width} x ${clip.height}, ${Math.round(size / 1000)} KB`);
  if (size > LARGEST) throw new Error(`${path} is larger than ${LARGEST} bytes`);
}

// Where an element's upper edge lies in the page, once nothing above it grows any more.
async function settledTop(locator) {
  const top = () => locator.evaluate((box) => Math.floor(box.getBoundingClientRect().top + window.scrollY));
  for (let before = -1, now = await top(); ; before = now, now = await top()) {
    if (now === before) return now;
    await locator.page().waitForTimeout(200);
  }
}

const browser = await launch();
try {
  for (const colorScheme of ["light", "dark"]) {
    const suffix = colorScheme === "dark" ? "-dark" : "";
    const board = { width: 1160, height: 900 };
    const top = await openPage(browser, report.url, { colorScheme, viewport: board });
    await top.page.locator(".matrix button.item").first().waitFor();
    const end = await settledTop(top.page.locator("figure details").first());
    await take(top.page, `report${suffix}`, { x: 0, y: 0, width: board.width, height: end });
    await top.close();

    const item = { width: 1040, height: 600 };
    const open = await openPage(browser, `${report.url}#item=founding-main/T3-05&engine=stock`, { colorScheme, viewport: item });
    const view = open.page.locator(".item-view");
    await view.locator("table.fields").waitFor();
    await open.page.evaluate(() => document.activeElement?.blur()); // its ring would catch the eye
    await take(open.page, `report-item${suffix}`, { x: 0, y: await settledTop(view), ...item });
    await open.close();
  }
} finally {
  await browser.close();
}
