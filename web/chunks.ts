import { fileURLToPath } from 'node:url';

// Modules that many pages load share a few chunks. The first load of /products is 124.3 kB in 14 scripts with them,
// 145.7 kB in 78 without. The bundler splits everything else.

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: string[] } | null };

const framework = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//;

/** Each chunk contains the imports of these modules that no earlier chunk contains. */
const chunks = [
  {
    name: 'shop',
    from: [
      'root.tsx',
      'layouts/storefront/storefront-layout.tsx',
      'rendering/page-meta.ts',
      'rendering/cacheable-page.ts',
      'ui/empty-state.tsx',
      'ui/forms/field.tsx',
    ],
  },
  {
    name: 'goods',
    from: [
      'product-grid.tsx',
      'listing/product-results.tsx',
      'listing/view-toggle.tsx',
      'product-facts.ts',
      'product/structured-data.tsx',
    ].map((name) => `catalog/products/${name}`),
  },
];

const members = new Map<string, Set<string>>();

/** Returns the chunk of a module, or null for modules that only single pages need. */
export function chunkOf(id: string, graph: ModuleGraph): string | null {
  if (framework.test(id)) return 'framework';
  return chunks.find((chunk) => membersOf(chunk, graph).has(id))?.name ?? null;
}

function membersOf({ name, from }: (typeof chunks)[number], graph: ModuleGraph): Set<string> {
  const known = members.get(name);
  if (known) return known;
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  for (const file of from) visit(fileURLToPath(new URL(`app/${file}`, import.meta.url)));
  members.set(name, found);
  return found;
}
