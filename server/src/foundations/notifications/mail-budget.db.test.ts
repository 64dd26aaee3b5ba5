import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { forgetMailBudget, isMailBudgetSpent, spendMailBudget } from './mail-budget.ts';

const { db } = await openTestDatabase();
const hourMs = 3_600_000;
let now = new Date('2026-11-02T10:00:00Z');
const deps = { db, environment: readEnvironment({}), now: () => now };
const spend = (to: string, eventKey: string) => spendMailBudget(deps, 'visitor', { to, eventKey });

test('counts exactly three of forty parallel mails to one address', async () => {
  const sent = await Promise.all(Array.from({ length: 40 }, (_, index) => spend('many@x.com', `m${index}`)));
  expect(sent.filter(Boolean)).toHaveLength(3);
});

test('allows three an hour and ten a day, and counts a repeated event once', async () => {
  const sent: boolean[] = [];
  for (let hour = 0; hour < 6; hour++) {
    for (let index = 0; index < 4; index++) sent.push(await spend('a@x.com', `${hour}.${index}`));
    now = new Date(now.getTime() + hourMs + 1);
  }
  expect(sent.filter(Boolean)).toHaveLength(10);
  expect(await spend('b@x.com', 'same')).toBe(true);
  const again = await Promise.all(Array.from({ length: 5 }, () => spend('b@x.com', 'same')));
  expect(again.every(Boolean)).toBe(true);
  expect([await spend('b@x.com', '2'), await spend('b@x.com', '3'), await spend('b@x.com', '4')]).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  ['cara@x.com', ['cara+1@x.com', 'Cara+a+b@x.com'], ['ca.ra@x.com', '+1@x.com', '+2@x.com']],
  ['d.dan@gmail.com', ['dd.an+shop@gmail.com', 'ddan@gmail.com'], ['ddan@googlemail.com', 'ddam@gmail.com']],
])('counts other spellings of %s as one mailbox', async (address, same, others) => {
  for (const to of [address, ...same]) expect(await spend(to, to)).toBe(true);
  for (const to of [address, ...same]) {
    expect(await spend(to, `${to} again`)).toBe(false);
    expect(await isMailBudgetSpent(deps, 'visitor', to)).toBe(true);
  }
  for (const to of others) expect(await spend(to, to)).toBe(true);
  await forgetMailBudget(db, same[0] as string);
  expect(await isMailBudgetSpent(deps, 'visitor', address)).toBe(false);
});
