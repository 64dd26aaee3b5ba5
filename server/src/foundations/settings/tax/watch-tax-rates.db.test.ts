import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { onInvalidation } from '../../../platform/response-cache/invalidate-tags.ts';
import { ensureSettings } from '../ensure-settings.ts';
import { updateSettings } from '../update-settings.ts';
import { createTaxRateWatch } from './watch-tax-rates.ts';

const { db } = await openTestDatabase();

test('pages are invalidated once when a rate begins at midnight of the store', async () => {
  const clock = { now: new Date('2026-12-31T22:30:00Z') };
  const deps = { db, now: () => clock.now };
  await ensureSettings(db);
  const rate = { country: 'Germany' as const, state: '' };
  const taxRates = [
    { ...rate, basisPoints: 1900 },
    { ...rate, basisPoints: 2000, from: '2027-01-01' },
  ];
  await updateSettings(deps, { timeZone: 'Europe/Berlin', taxRates }, null);
  let invalidations = 0;
  onInvalidation(db, ({ tags }) => {
    if (tags.has('settings')) invalidations++;
  });
  const watch = createTaxRateWatch(deps);
  await watch();
  clock.now = new Date('2026-12-31T22:59:59Z');
  await watch();
  expect(invalidations).toBe(0);
  clock.now = new Date('2026-12-31T23:00:00Z');
  await watch();
  await watch();
  expect(invalidations).toBe(1);
});
