import { fileURLToPath } from 'node:url';

// Modules that many pages load share a few chunks. The first load of /products is 124.3 kB in 14 scripts with them,
// 145.7 kB in 78 without. The bundler splits everything else.

type ModuleGraph = {
  getModuleInfo: (id: string) => { importedIds: string[]; code: string | null } | null;
};

const framework = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//;
/** Matches the file of one icon. */
export const icon = /\/lucide-react\/dist\/esm\/icons\/([^/]+)\.m?js$/;
const allIcons = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;
const iconImport = /import\s*\{([^{}]*)\}\s*from\s*["']lucide-react["']/g;

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
    ].map((name) => `features/catalog/${name}`),
  },
];

type Members = { modules: Set<string>; icons: Set<string> };
const members = new Map<string, Members>();

/** Returns the chunk of a module, or null for modules that only single pages need. */
export function chunkOf(id: string, graph: ModuleGraph): string | null {
  if (framework.test(id)) return 'framework';
  const iconName = icon.exec(id)?.[1];
  return (
    chunks.find((chunk) => {
      const { modules, icons } = membersOf(chunk, graph);
      return iconName === undefined ? modules.has(id) : icons.has(iconName);
    })?.name ?? null
  );
}

function membersOf({ name, from }: (typeof chunks)[number], graph: ModuleGraph): Members {
  const known = members.get(name);
  if (known) return known;
  const found: Members = { modules: new Set(), icons: new Set() };
  const visit = (id: string) => {
    // Skips the module that re-exports every icon; importers are read from the import statement instead.
    if (found.modules.has(id)) return;
    found.modules.add(id);
    const module = graph.getModuleInfo(id);
    for (const [, names = ''] of module?.code?.matchAll(iconImport) ?? [])
      for (const each of names.split(',')) found.icons.add(fileNameOf(each));
    if (!allIcons.test(id)) module?.importedIds.forEach(visit);
  };
  for (const file of from) visit(fileURLToPath(new URL(`app/${file}`, import.meta.url)));
  members.set(name, found);
  return found;
}

/** Maps "Gamepad2 as Icon" to gamepad-2. */
function fileNameOf(imported: string): string {
  const [name = ''] = imported.trim().split(' ');
  return name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase();
}
