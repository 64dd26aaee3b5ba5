import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const everywhere = {
  exclude: ['**/node_modules/**', '**/build/**'],
  pool: 'forks' as const,
  // The embedded database makes much short-lived memory; with the default size, collecting it took a tenth of all time.
  execArgv: [
    '--max-semi-space-size=64',
    '--import',
    fileURLToPath(import.meta.resolve('./server/resolve-drizzle.js')),
  ],
};
/** Test files share a process and its imports; each restores global state that it changes. */
const together = { ...everywhere, isolate: false };
const isLong = ['quick', 'release'].includes(process.env.FAULTS ?? '');
// Only a hanging test exceeds these limits, also on a busy machine.
const onDatabase = {
  ...together,
  execArgv: [
    ...everywhere.execArgv,
    '--import',
    fileURLToPath(import.meta.resolve('./server/test/cheap-passwords.js')),
  ],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Node reads these files itself: transforming and importing them took a fifth of all time.
  experimental: { viteModuleRunner: false },
};
/** Hooks include the first start of a shop. */
const unhurried = { testTimeout: 300_000, hookTimeout: 600_000 };

export default defineConfig({
  test: {
    // One more than processors: tests that run or kill a whole shop wait for it most of the time.
    maxWorkers: 3,
    tags: [
      { name: 'slow', description: 'Left to `npm run test:all`: whole starts, kills and restores of shops.' },
    ],
    projects: [
      {
        // Pure rules: no database, no browser.
        test: {
          ...together,
          testTimeout: 300_000,
          name: 'rules',
          include: ['{contract,extensions,server,web,e2e/structure}/**/*.test.{ts,tsx}'],
          exclude: [...everywhere.exclude, '**/*.{db,pg,embedded}.test.ts'],
        },
      },
      // `*.db.test.ts` run on both databases, `*.embedded.test.ts` and `*.pg.test.ts` (races above all) on one.
      // `npm test` runs `postgres`, which takes half the time, and `npm run test:all` adds `embedded`.
      {
        test: {
          ...onDatabase,
          name: 'embedded',
          include: ['{extensions,server}/**/*.{db,embedded}.test.ts'],
          globalSetup: 'server/test/prepare-embedded.ts',
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'postgres',
          include: ['{extensions,server}/**/*.{db,pg}.test.ts'],
          globalSetup: 'server/test/prepare-postgres.ts',
        },
      },
      // Faults: races, kills, cut lines, in the size that FAULTS says. Needs a built web app and PostgreSQL.
      // Those of `long` have no slice.
      {
        test: {
          ...(isLong ? everywhere : together),
          name: 'faults',
          include: isLong ? ['e2e/faults/**/*.test.ts'] : ['e2e/faults/*.test.ts'],
          globalSetup: 'server/test/prepare-postgres.ts',
          fileParallelism: process.env.FAULTS !== 'release',
          ...unhurried,
        },
      },
      // Attacks on running shops from outside: `npm run test:attacks`. Needs a built web app and PostgreSQL.
      {
        test: {
          ...together,
          ...unhurried,
          name: 'attacks',
          include: ['e2e/attacks/*.test.ts'],
          globalSetup: 'server/test/prepare-postgres.ts',
        },
      },
      // Before a release: a database that fails over (docs/failover.md), and a plain server (docs/hosting.md). They need
      // Debian's packages, the first a built web app.
      ...['failover', 'hosting'].map((name) => ({
        test: {
          ...everywhere,
          name,
          include: [`e2e/${name}/*.test.ts`],
          testTimeout: 1_800_000,
          hookTimeout: 600_000,
        },
      })),
      // Whole shops as processes of their own, under races and kills. Needs a built web app.
      {
        test: { ...together, ...unhurried, name: 'running', include: ['e2e/{running,engines}/*.test.ts'] },
      },
    ],
  },
});
