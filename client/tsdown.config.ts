import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/create-reprise.ts' },
  platform: 'neutral',
  target: 'es2022',
  // The contract and its validator are part of the package: the validator has the shop's own messages.
  deps: { alwaysBundle: [/^@reprise\//, /^zod/], onlyBundle: ['zod'] },
  dts: true,
  minify: true,
  fixedExtension: false,
  // It warns of each translation of the validator, of which none is in the package.
  logLevel: 'error',
});
