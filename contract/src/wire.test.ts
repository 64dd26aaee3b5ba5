import { expect, it } from 'vitest';
import { z } from 'zod';
import { mailAddress, positivePrice } from './wire.ts';

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

it.each([
  ['nora@gmail', false],
  ['user..dots@example.com', false],
  ['.lead@example.com', false],
  ['trail.@example.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
  ['a@b.c', false],
  ['a@10.0.0.1', false],
  [`${'a'.repeat(64)}@example.com`, true],
  ['first.last+tag@mail.example.co.uk', true],
  ["o'neil@example.museum", true],
])('takes %s for an order only if mail can reach it', (address, isTaken) => {
  expect(mailAddress.safeParse(address).success).toBe(isTaken);
});

it('writes a domain in another script in punycode', () => {
  expect(mailAddress.parse(' User@München.example ')).toBe('user@xn--mnchen-3ya.example');
});
