import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkOf } from './chunks.ts';
import { splitIcons } from './split-icons.ts';

// These versions and newer support light-dark(), so colors need no transformation.
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

// The first load names every script of every route, so names are hashes only, as short as the bundler allows.
const hashed = 'assets/[hash:7].js';
const entry = 'entry.client';

export default defineConfig({
  plugins: [splitIcons, tailwindcss(), reactRouter()],
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
  // Everything but what the server itself imports is in the build, so that production installs and loads none of it.
  ssr: { noExternal: true, external: ['react', 'react-dom', 'react-router', 'zod'] },
});
