import { defineConfig } from 'vitest/config';

const everywhere = { exclude: ['**/node_modules/**', '**/build/**'], pool: 'forks' as const };
/** Test files share a process and what it has imported; what they change outside of a test, they put back. */
const together = { ...everywhere, isolate: false };
const isLong = ['quick', 'release'].includes(process.env.FAULTS ?? '');
const onDatabase = {
  ...together,
  include: ['server/**/*.db.test.ts'],
  // Generous: what is slow on a busy machine is not wrong.
  testTimeout: 90_000,
  hookTimeout: 90_000,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        // Pure rules: no database, no browser.
        test: {
          ...together,
          name: 'rules',
          include: ['{contract,server,web,e2e/structure}/**/*.test.{ts,tsx}'],
          exclude: [...everywhere.exclude, '**/*.{db,pg,embedded}.test.ts'],
        },
      },
      // `*.db.test.ts` run on both databases, `*.embedded.test.ts` and `*.pg.test.ts` (races above all) on one.
      {
        test: {
          ...onDatabase,
          name: 'embedded',
          include: ['server/**/*.{db,embedded}.test.ts'],
          globalSetup: 'server/test/prepare-embedded.ts',
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'postgres',
          include: ['server/**/*.{db,pg}.test.ts'],
          globalSetup: 'server/test/prepare-postgres.ts',
        },
      },
      // Faults: races, kills, cut lines, in the size that FAULTS says. Needs a built web app and PostgreSQL.
      // Those of `long` have no size that is small enough for `npm test`.
      {
        test: {
          ...everywhere,
          name: 'faults',
          include: isLong ? ['e2e/faults/**/*.test.ts'] : ['e2e/faults/*.test.ts'],
          globalSetup: 'server/test/prepare-postgres.ts',
          fileParallelism: !isLong,
          testTimeout: 300_000,
          // The first start of a shop, on a machine that does much else.
          hookTimeout: 600_000,
        },
      },
      // Whole shops as processes of their own, which are raced and killed. Needs a built web app.
      {
        test: { ...everywhere, name: 'running', include: ['e2e/running/*.test.ts'] },
      },
    ],
  },
});
