// Bundles the page into one HTML file. Usage: node build.mjs OUTPUT
// The file has three marks that kilter replaces when it writes a report: title, board and data.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2];
if (!output) throw new Error("usage: node build.mjs OUTPUT");
const LIMIT = 200_000; // bytes of an empty page

async function bundle(entry, loader = {}) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    absWorkingDir: here,
    loader,
  });
  return result.outputFiles[0].text.trim();
}

// The licences of what is bundled ask to go with every copy of it, and so with every report.
async function licences(...packages) {
  const texts = packages.map(async (name) => {
    const text = await readFile(join(here, "node_modules", name, "LICENSE"), "utf8");
    return `${name}\n\n${text.trim()}`;
  });
  return `/*!\nThis script contains:\n\n${(await Promise.all(texts)).join("\n\n")}\n*/\n`;
}

// What a Content-Security-Policy names an inline script or style by.
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const script = (await licences("preact", "diff")) + (await bundle("src/main.tsx"));
const style = await bundle("src/style/page.css");
for (const [name, text] of [["script", script], ["style", style]]) {
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`the ${name} would end its own element`);
}

const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title><!--kilter:title--></title>
<style>${style}</style>
</head>
<body>
<!--kilter:board-->
<!--kilter:data-->
<script>${script}</script>
</body>
</html>
`;
const size = Buffer.byteLength(page);
if (size > LIMIT) throw new Error(`the empty page has ${size} bytes; ${LIMIT} are the limit`);
await mkdir(dirname(output), { recursive: true });
await writeFile(output, page);
console.log(`${size} bytes`);
