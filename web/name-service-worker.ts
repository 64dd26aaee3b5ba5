import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Writes the build id into the service worker after the build. File names contain content hashes, so equal
// sources yield an equal worker and browsers reuse their cache.

const client = new URL('build/client/', import.meta.url);
const assets = readdirSync(fileURLToPath(new URL('assets', client))).sort();
const build = createHash('sha256').update(assets.join('\n')).digest('hex').slice(0, 16);

const worker = fileURLToPath(new URL('service-worker.js', client));
const placeholder = "const build = 'development';";
const source = readFileSync(worker, 'utf8');
if (!source.includes(placeholder)) throw new Error('The service worker has no placeholder for the build id.');
writeFileSync(worker, source.replace(placeholder, `const build = '${build}';`));
