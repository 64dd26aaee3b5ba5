import { afterEach, expect, test } from 'vitest';
import { orderOf, someAddress } from '../../../test/order-shop.ts';
import { raceRounds } from '../../../test/race-rounds.ts';
import { openReturnShop } from '../../../test/return-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

// Races that need several database connections. Each pair runs at once; the integrity checks hold afterwards.

const shop = await openReturnShop(await openTestDatabase());
const { act, devices, sell, listPhones, openReturn, phone, phoneLine, setStatus, staff, stockOf } = shop;
let buyers = 0;

afterEach(shop.expectIntegrity);

async function race(...calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls.map((run) => run()));
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 'done' : (outcome.reason.code ?? String(outcome.reason)),
  );
}

/** Receives a defective phone while one other is on sale, and decides to replace it. */
async function decideToReplace() {
  const bought = await sell(1);
  await listPhones(1);
  const { number, lines } = await openReturn(bought, [phoneLine(bought.numbers[0], 'does-not-work')]);
  await act('approveReturn', number);
  await act('receiveReturn', number, { code: bought.serials[0] });
  const decision = { line: lines[0].id, decision: 'replace', disposition: 'quarantine' };
  await act('decideReturn', number, { decisions: [decision] });
  const settle = () => act('settleReturn', number, { amount: 0 });
  const find = async () => (await staff('getReturn', { params: { number } })).return;
  return { ...bought, number, settle, find };
}

const buy = () =>
  shop.place(
    orderOf({ [phone]: 1 }, { shippingAddress: { ...someAddress, email: `last${++buyers}@example.com` } }),
  );

test('two staff who settle a replacement at once place one order', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const { settle, find } = await decideToReplace();
    expect((await race(settle, settle)).sort()).toEqual(['RETURN_STATE', 'done']);
    const [line] = (await find()).lines;
    expect(line).toMatchObject({
      endedAs: 'replaced',
      replacement: { order: expect.stringMatching(/^MJ-/) },
    });
    expect(await stockOf(phone)).toBe(0);
  }
});

test('the last device goes to a shopper or to a replacement', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const { settle, find } = await decideToReplace();
    const [settled, bought] = await race(settle, buy);
    expect([settled, bought].sort()).toEqual(['OUT_OF_STOCK', 'done']);
    expect((await find()).state).toBe(settled === 'done' ? 'closed' : 'received');
    expect(await stockOf(phone)).toBe(0);
  }
});

test('a replacement that is cancelled and shipped at once waits for a decision or is on its way', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const { settle, find } = await decideToReplace();
    const { lines } = await settle();
    const { order } = await staff('getOrder', { params: { id: lines[0].replacement.order } });
    await race(
      () => setStatus(order.id, 'cancelled'),
      () => setStatus(order.id, 'shipped'),
    );
    const { status } = (await staff('getOrder', { params: { id: order.id } })).order;
    const [line] = (await find()).lines;
    expect([status, line.endedAs]).toEqual(
      status === 'cancelled' ? ['cancelled', null] : ['shipped', 'replaced'],
    );
    await buy().catch(() => null);
  }
});

test('a device is asked for in a return or changed by the packing table, never both', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const { numbers, serials } = await listPhones(2);
    const sold = await sell(0, { unscanned: 1 });
    const [{ number: unit = '' } = {}] = (await devices.packingOf(sold.id)).lines[0]?.devices ?? [];
    const other = serials[numbers.findIndex((number) => number !== unit)] ?? '';
    const outcomes = await race(
      () => openReturn(sold, [phoneLine(unit, 'does-not-work')]),
      () => devices.packDevice(sold.id, other),
    );
    expect([
      ['done', 'WRONG_UNIT'],
      ['VALIDATION_ERROR', 'done'],
    ]).toContainEqual(outcomes);
    const { returnable } = await staff('getReturnable', { params: { id: sold.id } });
    expect(returnable.returns).toHaveLength(outcomes[0] === 'done' ? 1 : 0);
    const [device] = (await devices.packingOf(sold.id)).lines[0]?.devices ?? [];
    expect(device?.number === unit).toBe(outcomes[0] === 'done');
  }
});
