// The entry of `npm start`. JavaScript, because a Node too old to read TypeScript must still print why it cannot run
// the shop.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const wanted = 24;
const installed = existsSync(new URL('../node_modules/fastify', import.meta.url));
const version = process.versions.node;

if (!installed) refuse('The packages are not installed yet: run `npm ci`, then `npm start`.');
if (Number.parseInt(version, 10) < wanted) {
  refuse(
    `Reprise runs on Node ${wanted}, this is ${version}. \`npm start\` finds the one that \`npm ci\` installed.`,
  );
}
// Stores the compiled sources beside the packages, which makes the next start a sixth shorter.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
await import('./resolve-drizzle.js');
process.env.NODE_ENV ??= 'production';
const { buildWebAppIfStale } = await import('./src/boot/build-web-app.ts');
await buildWebAppIfStale();
await import('./src/boot/main.ts');

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
