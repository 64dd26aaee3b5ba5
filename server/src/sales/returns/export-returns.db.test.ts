import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { openReturnShop } from '../../../test/return-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const shop = await openReturnShop(await openTestDatabase());
const { act, openReturn, phoneLine, sell, staff } = shop;

async function exported(query: object = {}): Promise<Record<string, string>[]> {
  let text = '';
  for await (const piece of (await staff('exportReturns', { query })).pieces) text += piece;
  return parse(text, { bom: true, columns: true });
}

test('the file has a row for each item, and the shipping of a case once', async () => {
  const sold = await sell(2, { cables: 3 });
  const [first, second] = sold.numbers;
  const lines = [
    phoneLine(first, 'battery'),
    phoneLine(second, 'battery'),
    { product: shop.cable, quantity: 3, reason: 'missing-parts' },
  ];
  const { number, lines: opened } = await openReturn(sold, lines);
  await act('approveReturn', number);
  for (const code of sold.serials) await act('receiveReturn', number, { code });
  const cables = opened[2].id;
  await act('receiveReturn', number, { line: cables, quantity: 3 });
  const deductions = [{ reason: 'damage', note: 'A scratch', amount: 15 }];
  const decided = await act('decideReturn', number, {
    decisions: opened.map(({ id }: { id: string }, index: number) => ({
      ...{ line: id, decision: 'refund', disposition: id === cables ? 'restock' : 'bench' },
      ...(index === 0 && { deductions }),
    })),
  });
  const settled = await act('settleReturn', number, { amount: decided.toSettle });
  const rows = await exported({ search: number });
  expect(rows).toMatchObject([
    { Return: number, Order: sold.orderNumber, Device: first, Reason: 'The battery is weak' },
    { Device: second, 'Parcel content': 'What was sent', Decision: 'Refund', 'Ended as': 'Refunded' },
    { Device: '', Quantity: '3', 'Quantity arrived': '3', State: 'Closed' },
  ]);
  expect(rows.map((row) => row.Deductions)).toEqual(['15', '0', '0']);
  expect(rows.map((row) => row['Shipping refunded'])).toEqual(['0', '', '']);
  const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0);
  expect(sum('Refunded')).toBeCloseTo(settled.amount, 6);
});

test('the file has the shipping that went back with the last item', async () => {
  const sold = await sell(0, { cables: 2 });
  const line = { product: shop.cable, quantity: 2, reason: 'missing-parts' };
  const { number, lines } = await openReturn(sold, [line]);
  await act('approveReturn', number);
  await act('receiveReturn', number, { line: lines[0].id, quantity: 2 });
  const decision = { line: lines[0].id, decision: 'refund', disposition: 'restock' };
  const { toSettle } = await act('decideReturn', number, { decisions: [decision] });
  const { amount, shipping } = await act('settleReturn', number, { amount: toSettle });
  const [row] = await exported({ search: number });
  expect(shipping).toBeGreaterThan(0);
  expect(Number(row?.['Shipping refunded'])).toBe(shipping);
  expect(Number(row?.Refunded) + shipping).toBeCloseTo(amount, 6);
});

test('the file has the cases of the filters of the list, newest first', async () => {
  const [asked, approved] = [await sell(1), await sell(1)];
  const waiting = await openReturn(asked, [phoneLine(asked.numbers[0], 'battery')]);
  const sent = await openReturn(approved, [phoneLine(approved.numbers[0])]);
  const numbersOf = async (query: object) => (await exported(query)).map((row) => row.Return);
  expect(await numbersOf({ tab: 'to-approve' })).toEqual([waiting.number]);
  expect(await numbersOf({ state: 'approved' })).toEqual([sent.number]);
  expect(await numbersOf({ search: asked.orderNumber })).toEqual([waiting.number]);
  expect((await numbersOf({})).slice(0, 2)).toEqual([sent.number, waiting.number]);
  expect(await numbersOf({ search: 'RMA-NOSUCH12' })).toEqual([]);
});
