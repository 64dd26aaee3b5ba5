import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allEndpoints } from '@reprise/contract/all-endpoints';
import type { Endpoint } from '@reprise/contract/endpoint';

// Writes `src/calls/`: a function for each endpoint of the contract, in a module for each of its tables, so that a
// bundle contains the tables of the calls it imports and no others.

const contract = fileURLToPath(new URL('../../contract/src/', import.meta.url));
const target = fileURLToPath(new URL('../src/calls/', import.meta.url));

type Table = { module: string; name: string; endpoints: Record<string, Endpoint> };

const tables: Table[] = [];
for (const file of globSync('**/*.ts', { cwd: contract }).sort()) {
  if (file.endsWith('.test.ts') || file === 'all-endpoints.ts') continue;
  const exported = (await import(contract + file)) as Record<string, Record<string, Endpoint>>;
  for (const [name, endpoints] of Object.entries(exported)) {
    if (name.endsWith('Endpoints')) tables.push({ module: file.replace(/\.ts$/, ''), name, endpoints });
  }
}

/** Returns the smallest table with the endpoint: some are parts of others. */
function tableOf(name: string, endpoint: Endpoint): Table {
  const [smallest] = tables
    .filter(({ endpoints }) => endpoints[name] === endpoint)
    .sort((a, b) => Object.keys(a.endpoints).length - Object.keys(b.endpoints).length);
  if (!smallest) throw new Error(`No table has ${name}.`);
  return smallest;
}

function kindOf(endpoint: Endpoint): 'Call' | 'Download' | 'Upload' {
  return endpoint.upload ? 'Upload' : endpoint.file ? 'Download' : 'Call';
}

const calls = new Map<Table, [name: string, endpoint: Endpoint][]>();
for (const [name, endpoint] of Object.entries<Endpoint>(allEndpoints)) {
  // Sent by payment processors, with signatures.
  if (endpoint.rawBody) continue;
  const table = tableOf(name, endpoint);
  calls.set(table, [...(calls.get(table) ?? []), [name, endpoint]]);
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target);
const index: string[] = [];
for (const [{ module, name: table }, entries] of calls) {
  const kinds = [...new Set(entries.map(([, endpoint]) => kindOf(endpoint)))].sort();
  const names = kinds.flatMap((kind) => [`type ${kind}`, `define${kind}`]);
  const lines = entries.map(
    ([name, endpoint]) =>
      `/** ${endpoint.summary}: \`${endpoint.method} ${endpoint.path}\` */\n` +
      `export const ${name}: ${kindOf(endpoint)}<typeof ${table}.${name}> = /* @__PURE__ */ define${kindOf(endpoint)}(${table}.${name});\n`,
  );
  const file = `${basename(module)}.ts`;
  const head = `import { ${table} } from '@reprise/contract/${module}';\nimport { ${names.join(', ')} } from '../define-call.ts';\n`;
  writeFileSync(target + file, `${head}\n${lines.join('\n')}`, { flag: 'wx' });
  index.push(`export * from './${file}';\n`);
}
writeFileSync(`${target}index.ts`, index.join(''));
