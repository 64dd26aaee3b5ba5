import { expect, it } from 'vitest';
import { z } from 'zod';
import { positivePrice } from './wire.ts';

it('refuses an amount that rounds to no cent', () => {
  const amount = positivePrice('Enter an amount', 'Enter an amount above zero');
  const messageOf = (dollars: number) => z.safeDecode(amount, dollars).error?.issues[0]?.message;
  expect([1e-9, 0, -1, 0.01].map(messageOf)).toEqual([
    'Enter an amount above zero',
    'Enter an amount above zero',
    'Enter an amount above zero',
    undefined,
  ]);
});
