import { expect, test } from 'vitest';
import { buildTriggerTable, readTriggerTable } from './trigger-table.ts';

test('ARCHITECTURE.md lists the triggers of the sources', () => {
  expect(readTriggerTable(), 'run `npm run migrations`').toBe(buildTriggerTable());
});
