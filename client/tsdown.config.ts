import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/client.ts', all: 'src/all.ts' },
  platform: 'neutral',
  target: 'es2022',
  // The contract is part of the package, module by module, so that bundles leave out what they do not call.
  unbundle: true,
  deps: { alwaysBundle: [/^@reprise\//] },
  // Leaves out modules that are imported for their effect only: the contract's change of Zod's configuration.
  treeshake: { moduleSideEffects: false },
  plugins: [{ name: 'zod-as-namespace', transform: importNamespace }],
  dts: true,
  sourcemap: true,
  fixedExtension: false,
});

/** Bundlers leave out what is unused of a namespace, and nothing of the object `z`. Source maps stay right: no line moves. */
function importNamespace(code: string) {
  return { code: code.replace("import { z } from 'zod';", "import * as z from 'zod';"), map: null };
}
