// Packs what was built, once and for all, so that the server need not: `npm run build` ends with it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const FOLDER = "dist";
const WORTH_IT = 500;

for (const name of readdirSync(FOLDER, { recursive: true, encoding: "utf8" })) {
  if (!/\.(js|css|html|svg)$/.test(name)) continue;
  const data = readFileSync(join(FOLDER, name));
  if (data.length < WORTH_IT) continue;
  writeFileSync(join(FOLDER, `${name}.br`), brotliCompressSync(data));
  writeFileSync(join(FOLDER, `${name}.gz`), gzipSync(data, { level: 9 }));
}
