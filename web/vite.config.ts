import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { chunkOf, icon } from './chunks.ts';

// These versions and newer support light-dark(), so colors need no transformation.
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

// The first load names every script of every route, so names are hashes only, as short as the bundler allows.
const hashed = 'assets/[hash:7].js';
const entry = 'entry.client';

/** Drops the React keys of icons: static children need none, and random text does not compress. */
const slimIcons: Plugin = {
  name: 'slim-icons',
  apply: 'build',
  transform: (code, id) =>
    icon.test(id)
      ? { code: code.replace('__iconData.node;', '').replaceAll(/, key: "\w+"/g, ''), map: null }
      : null,
};

export default defineConfig({
  plugins: [slimIcons, tailwindcss(), reactRouter()],
  build: { target: browsers, cssTarget: browsers, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [{ name: chunkOf }] },
            entryFileNames: ({ name }) => (name === entry ? 'assets/[name]-[hash:7].js' : hashed),
            chunkFileNames: hashed,
          },
        },
      },
    },
  },
  // Without it the first page load of a fresh clone uses an outdated dependency cache and fails.
  optimizeDeps: { entries: ['app/**/*.tsx'] },
  // Bundles the eighty icons in use; the package would load all of its icons at every start.
  ssr: { noExternal: ['@reprise/contract', 'lucide-react'] },
});
