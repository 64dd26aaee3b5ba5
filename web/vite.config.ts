import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { chunkOf, icon } from './chunks.ts';

// These versions and newer support light-dark(), so colors need no transformation.
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

// The first load names every script of every route, so names are hashes only, as short as the bundler allows.
const hashed = 'assets/[hash:7].js';
const entry = 'entry.client';

/** Renders the data of an icon as lucide-react does by default, without its options. */
const iconRenderer = `
import { createElement } from 'react';
const attributes = {
  width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2,
  strokeLinecap: 'round', strokeLinejoin: 'round',
};
export default ({ node }) => (props) =>
  createElement('svg', { ...attributes, ...props }, ...node.map(([tag, shape]) => createElement(tag, shape)));
`;

/** Shrinks every first load by 1.4 kB: a small renderer, and no React keys, whose random text does not compress. */
const slimIcons: Plugin = {
  name: 'slim-icons',
  apply: 'build',
  transform: (code, id) => {
    if (id.endsWith('/lucide-react/dist/esm/createLucideIcon.mjs')) return { code: iconRenderer, map: null };
    if (!icon.test(id)) return null;
    return { code: code.replace('__iconData.node;', '').replaceAll(/, key: "\w+"/g, ''), map: null };
  },
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
  // Everything but what the server itself imports is in the build, so that production installs and loads none of it.
  ssr: { noExternal: true, external: ['react', 'react-dom', 'react-router', 'zod'] },
});
