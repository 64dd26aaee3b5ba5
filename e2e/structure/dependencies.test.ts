import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Packages that were removed for their size, with what does their work.
const tooLarge = {
  '@aws-sdk/client-s3': 'server/src/platform/storage/s3-client.ts',
  'drizzle-kit': 'server/schema/drizzle-kit, installed when it is needed',
  'lucide-react': 'web/app/ui/icons/lucide.tsx',
  recharts: 'web/app/operations/analytics/admin/sales-chart.tsx',
  // npm leaves an optional package out if the lockfile does.
  'recheck-jar': 'the native program of recheck',
};

test('packages removed for their size stay out of the lockfile', () => {
  const lockfile = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as { packages: object };
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  expect(names).toContain('recheck');
  expect(Object.entries(tooLarge).filter(([name]) => names.has(name))).toEqual([]);
});
