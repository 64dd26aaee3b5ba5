import { expect, test } from 'vitest';
import { amountFault, readCents } from './edited-order.ts';

test.each([
  ['12.34', 1234, undefined],
  ['$1,299.00', 129_900, undefined],
  ['12.345', null, 'At most two decimals, such as 149.50'],
  ['-1', null, 'Must not be negative'],
  ['1000000.01', null, 'Must be at most 1,000,000'],
  ['149,50', null, 'Use a point for decimals: 149.50.'],
  ['', null, 'Enter an amount'],
])('reads the price %j as %j', (typed, amount, fault) => {
  expect([readCents(typed), amountFault(typed)]).toEqual([amount, fault]);
});
