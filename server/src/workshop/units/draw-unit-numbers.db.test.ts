import { isUnitNumber, newUnitNumber } from '@reprise/contract/workshop/units/unit-number';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { drawUnitNumbers } from './draw-unit-numbers.ts';
import { units } from './units.tables.ts';

const database = await openTestDatabase();
const { call, signIn } = await openTestApp(database);

test('a number that a unit has is drawn again', async () => {
  const token = await signIn();
  const model = { new: { name: 'Pixel 8', brand: 'Google' } };
  const answer = await call('POST', '/units', { token, body: { model, identifiers: [] } });
  expect(answer.status).toBe(201);
  // Seven characters a number: the first number is "U-1111111" with its check, the second "U-2222222".
  const drawnFrom = (characters: number[]) => () => characters.shift() ?? 0;
  const taken = newUnitNumber(drawnFrom(Array(7).fill(0)));
  await database.db.update(units).set({ number: taken });
  const [number = ''] = await drawUnitNumbers(
    database.db,
    1,
    drawnFrom([...Array(7).fill(0), ...Array(7).fill(1)]),
  );
  expect([number !== taken, isUnitNumber(number)]).toEqual([true, true]);
  expect(new Set(await drawUnitNumbers(database.db, 500)).size).toBe(500);
});
