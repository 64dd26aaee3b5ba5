// `npm start` begins here, in plain JavaScript, so that a Node too old to read TypeScript still gets a sentence.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const wanted = 24;
const installed = existsSync(new URL('../node_modules/fastify', import.meta.url));
const version = process.versions.node;

if (!installed) refuse('The packages are not installed yet: run `npm ci`, then `npm start`.');
if (Number.parseInt(version, 10) < wanted) {
  refuse(
    `Reprise runs on Node ${wanted}, this is ${version}: run \`npm ci\`, which brings it, then \`npm start\`.`,
  );
}
// What Node makes of the sources is kept beside the packages: the next start takes a sixth less work.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
await import('./resolve-drizzle.js');
await import('./src/boot/start.ts');

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
