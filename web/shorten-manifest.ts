import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Each page loads the manifest of all routes. The browser needs the imports of a route only to prefetch it, and only
// cards of products do: without the other imports, the manifest is 2.2 instead of 4.5 kB. The server, which preloads
// them with the first page, has its own copy.

type Manifest = { routes: Record<string, { imports: string[] }> };

const folder = fileURLToPath(new URL('build/client/assets', import.meta.url));
const prefetched = 'catalog/products/product/product-page';
const prefix = 'window.__reactRouterManifest=';

const [name, ...others] = readdirSync(folder).filter((file) => /^manifest-.*\.js$/.test(file));
if (!name || others.length > 0) throw new Error('The build has no single manifest of routes.');
const source = readFileSync(`${folder}/${name}`, 'utf8');
if (!source.startsWith(prefix)) throw new Error('The manifest of routes has another form.');
const manifest: Manifest = JSON.parse(source.slice(prefix.length).replace(/;\s*$/, ''));
if (!manifest.routes[prefetched]) throw new Error('The manifest of routes has no page of products.');
for (const [id, route] of Object.entries(manifest.routes)) if (id !== prefetched) route.imports = [];
writeFileSync(`${folder}/${name}`, `${prefix}${JSON.stringify(manifest)};`);
