// Bundle the scripts and styles of the pages: hashed names, a manifest, compressed copies, licences.
// Called by hatch_build.py with the folder to fill; everything in that folder is replaced.

import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { basename, extname, join, resolve } from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname;
const target = resolve(process.argv[2] ?? join(here, "../static/dist"));
const ENTRIES = ["src/early.ts", "src/lesson.ts", "src/embed.ts", "src/handover.ts", "style/style.css"];
const COPIED = ["icon.svg"];
const COMPRESSED = new Set([".js", ".css", ".svg"]);
const LICENCE_FILES = /^(licen[cs]e|copying|notice)(\.|$)/i;

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const result = await build({
  absWorkingDir: here,
  entryPoints: ENTRIES,
  outdir: target,
  entryNames: "[name]-[hash]",
  chunkNames: "chunk-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  metafile: true,
  legalComments: "none", // their licences are in THIRD_PARTY_LICENSES
  logLevel: "warning",
});

const manifest = { ...bundled(result.metafile.outputs), ...Object.fromEntries(COPIED.map(copied)) };
writeFileSync(join(target, "manifest.json"), JSON.stringify(manifest, null, 1) + "\n");
writeFileSync(join(target, "THIRD_PARTY_LICENSES"), licences(result.metafile.inputs));
for (const name of readdirSync(target)) {
  if (COMPRESSED.has(extname(name))) compress(join(target, name));
}

function bundled(outputs) {
  const named = Object.entries(outputs).filter(([, output]) => output.entryPoint);
  return Object.fromEntries(named.map(([path, { entryPoint }]) => [logical(entryPoint), basename(path)]));
}

function logical(entryPoint) {
  return basename(entryPoint).replace(/\.ts$/, ".js");
}

function copied(name) {
  const hash = createHash("sha256").update(readFileSync(join(here, name))).digest("hex").slice(0, 8);
  const hashed = name.replace(/\.(\w+)$/, `-${hash.toUpperCase()}.$1`);
  copyFileSync(join(here, name), join(target, hashed));
  return [name, hashed];
}

function compress(path) {
  const raw = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
  writeFileSync(`${path}.br`, brotliCompressSync(raw, { params }));
  writeFileSync(`${path}.gz`, gzipSync(raw, { level: 9 }));
}

/** Every package that ended up in a bundle, with its version and the text of its licence. */
function licences(inputs) {
  const folders = Object.keys(inputs).flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []);
  return [...new Set(folders)].sort().map(licence).join("\n" + "-".repeat(80) + "\n\n");
}

function licence(folder) {
  const root = join(here, folder);
  const { name, version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const file = readdirSync(root).find((each) => LICENCE_FILES.test(each));
  if (!file || !existsSync(join(root, file))) throw new Error(`${name} has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(root, file), "utf8").trim()}\n`;
}
