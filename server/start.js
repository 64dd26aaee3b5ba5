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
resolveOnce('drizzle-orm');
await import('./src/start.ts');

/**
 * Node reads all that a package says of its exports at each import of it: this one says 180 kB and is imported two
 * hundred times, a fifth of a start.
 * @param {string} name
 */
function resolveOnce(name) {
  const known = new Map();
  module.registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== name && !specifier.startsWith(`${name}/`)) return next(specifier, context);
      if (!known.has(specifier)) known.set(specifier, { ...next(specifier, context), shortCircuit: true });
      return known.get(specifier);
    },
  });
}

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
