import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deviceBugs } from '../faults/planted/device-bugs.ts';
import { withBug } from '../faults/planted/known-bug.ts';
import { shopBugs } from '../faults/planted/shop-bugs.ts';

// `npm run test:planted` also runs the tests that must fail, which takes minutes.

test.each([...shopBugs, ...deviceBugs])('“$name” can be planted', (bug) => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  expect(withBug(bug, read).size).toBeGreaterThan(0);
});
