import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const list = fileURLToPath(new URL('app/ui/icons/lucide.tsx', import.meta.url));

const iconImport = /import \{([^{}]*)\} from '([^']+\/lucide\.tsx)';/g;

/** Builds each icon of the list as a module of its own, so that a page loads only the icons it imports. */
export const splitIcons: Plugin = {
  name: 'split-icons',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { code: iconImport },
    handler: (code) => ({
      code: code.replaceAll(iconImport, importEach),
      map: null,
    }),
  },
  load: {
    filter: { id: /\/lucide\.tsx\?\w+$/ },
    handler: (id) => {
      const [, name] = id.split('?');
      const lines = readFileSync(list, 'utf8').split('\n');
      const line = lines.find((each) => each.startsWith(`export const ${name} = `));
      if (line === undefined) throw new Error(`${list} has no icon ${name}.`);
      return `import { icon } from './icon.tsx';\n${line}`;
    },
  },
};

/** Returns an import for each name, all on one line. */
function importEach(_: string, names: string, path: string): string {
  const imports = names.matchAll(/(\w+)(?: as \w+)?/g);
  return [...imports].map(([each, name]) => `import { ${each} } from '${path}?${name}';`).join(' ');
}
