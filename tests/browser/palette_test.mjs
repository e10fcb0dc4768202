// The contrast of every pair of colours that the page uses, measured by the formula of WCAG 2.2. Needs no browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const css = readFileSync(join(here, "../../reports/web/src/style/palette.css"), "utf8");

const pairs = [...css.matchAll(/--(\w+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
const light = Object.fromEntries(pairs.map(([, name, colour]) => [name, colour]));
const dark = Object.fromEntries(pairs.map(([, name, , colour]) => [name, colour]));

const channel = (byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (colour) => {
  const [r, g, b] = [1, 3, 5].map((at) => channel(parseInt(colour.slice(at, at + 2), 16)));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

// Text needs 4.5, what carries a meaning without being text needs 3.
const TEXT = [
  ...["paper", "panel"].flatMap((ground) => ["ink", "faint", "link", "good", "bad", "warn"].map((ink) => [ink, ground])),
  ...["v0", "v1", "v2", "v3", "v4", "vm", "del", "ins", "odd", "even"].map((ground) => ["ink", ground]),
];
const GRAPHICS = [
  ...["m0", "m1", "m2", "m3", "m4", "edge", "focus"].map((mark) => [mark, "paper"]),
  ["m1", "panel"], ["edge", "panel"],
];

test("white on black is 21", () => assert.equal(contrast("#ffffff", "#000000"), 21));
test("every colour has both", () => assert.equal(pairs.length, 30));

for (const [name, colours] of Object.entries({ light, dark })) {
  test(`${name}: text 4.5:1, graphics 3:1`, () => {
    const weak = [...TEXT.map((pair) => [...pair, 4.5]), ...GRAPHICS.map((pair) => [...pair, 3])]
      .map(([ink, ground, least]) => ({ ink, ground, least, is: contrast(colours[ink], colours[ground]) }))
      .filter(({ least, is }) => !(is >= least))
      .map(({ ink, ground, is }) => `${ink} on ${ground}: ${is.toFixed(2)}`);
    assert.deepEqual(weak, []);
  });
}

test("the sizes of a difference differ in lightness, not only in hue", () => {
  for (const colours of [light, dark]) {
    const steps = ["paper", "h1", "h2", "h3", "h4"].map((name) => luminance(colours[name]));
    const signs = steps.slice(1).map((value, i) => Math.sign(value - steps[i]));
    assert.equal(new Set(signs).size, 1, String(steps));
  }
});
