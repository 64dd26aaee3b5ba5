import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// After the build: every script, style and drawing once compressed as well as it goes, so that no request
// pays for it. The server sends the `.br` or `.gz` beside a file when the browser takes it.

const folder = fileURLToPath(new URL('build/client', import.meta.url));
const compressible = /\.(?:js|css|svg|json|txt|xml)$/;
// Below it the headers weigh more than what is won.
const smallest = 200;

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  compressible.test(path),
);
await Promise.all(files.map((path) => compress(join(folder, path))));

async function compress(path: string): Promise<void> {
  const bytes = readFileSync(path);
  if (bytes.length < smallest) return;
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, best));
  writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
