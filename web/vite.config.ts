import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkOf } from './chunks.ts';

// Everything newer than these knows light-dark(), so the colours stay as they are written.
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

// The first load names every script there is, and a hash packs badly: the shortest that the bundler takes.
const named = 'assets/[name]-[hash:7].js';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: browsers, cssTarget: browsers, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [{ name: chunkOf }] },
            entryFileNames: named,
            chunkFileNames: named,
          },
        },
      },
    },
  },
  // Without it the first page load of a fresh checkout meets an outdated dependency cache and stays dead.
  optimizeDeps: { entries: ['app/**/*.tsx'] },
  // The pages use eighty icons; the package would bring all of its own to every start.
  ssr: { noExternal: ['@reprise/contract', 'lucide-react'] },
});
