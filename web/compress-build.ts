import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// Compresses every script, style sheet and drawing once after the build, so that no request has to. The
// server sends the `.br` or `.gz` file beside the original.

const folder = fileURLToPath(new URL('build/client', import.meta.url));
const compressible = /\.(?:js|css|svg|json|txt|xml)$/;
// Below this size the headers outweigh the savings.
const minBytes = 200;
// Above it, as the decoder of HEIC photos is, the best quality takes seconds and saves little.
const maxBestBytes = 1_000_000;
const goodQuality = 9;

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  compressible.test(path),
);
await Promise.all(files.map((path) => compress(join(folder, path))));
// The last step: a start builds again unless this is newer than the sources.
writeFileSync(new URL('build/complete', import.meta.url), '');

async function compress(path: string): Promise<void> {
  const bytes = readFileSync(path);
  if (bytes.length < minBytes) return;
  const quality = bytes.length > maxBestBytes ? goodQuality : constants.BROTLI_MAX_QUALITY;
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, options));
  writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
