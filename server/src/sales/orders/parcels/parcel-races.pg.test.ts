import { afterEach, expect, test } from 'vitest';
import { raceRounds } from '../../../../test/race-rounds.ts';
import { openReturnShop, type SoldOrder } from '../../../../test/return-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';

// Races that need several database connections. Each pair runs at once; the integrity checks hold afterwards.

const database = await openTestDatabase();
const shop = await openReturnShop(database);
const { cable, call, phone, sell, setStatus, staff, statesOf } = shop;

afterEach(shop.expectIntegrity);

async function race(...calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls.map((run) => run()));
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 'done' : (outcome.reason.code ?? String(outcome.reason)),
  );
}

const packed = () => sell(2, { status: null, cables: 3 });
const ship = ({ id }: SoldOrder, lines: object[]) => staff('shipParcel', { params: { id }, body: { lines } });
const phoneOf = ({ numbers }: SoldOrder) => ({ product: phone, quantity: 1, units: [numbers[0]] });
const parcelsOf = async ({ id }: SoldOrder) =>
  (await staff('getOrder', { params: { id } })).order.parcels ?? [];

test('two packers send the same phone in one parcel', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const sold = await packed();
    const outcomes = await race(
      () => ship(sold, [phoneOf(sold)]),
      () => ship(sold, [phoneOf(sold), { product: cable, quantity: 1 }]),
    );
    expect(outcomes.sort()).toEqual(['WRONG_UNIT', 'done']);
    expect(await parcelsOf(sold)).toHaveLength(1);
  }
});

test('two packers send no more cables than were ordered', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const sold = await packed();
    const some = () => ship(sold, [{ product: cable, quantity: 2 }]);
    expect((await race(some, some)).sort()).toEqual(['VALIDATION_ERROR', 'done']);
  }
});

test('a parcel and the cancellation of its order leave each phone in one place', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const sold = await packed();
    const [sent, cancelled] = await race(
      () => ship(sold, [phoneOf(sold)]),
      () => setStatus(sold.id, 'cancelled'),
    );
    expect(cancelled).toBe('done');
    expect(['done', 'EDIT_CONFLICT']).toContain(sent);
    expect(await statesOf(sold)).toEqual(sent === 'done' ? ['returning', 'listed'] : ['listed', 'listed']);
  }
});

test('a parcel beside the shipment of its order is in it or before it', async () => {
  for (let round = 0; round < raceRounds; round++) {
    const sold = await packed();
    const [sent, shipped] = await race(
      () => ship(sold, [phoneOf(sold)]),
      () => setStatus(sold.id, 'shipped'),
    );
    expect(shipped).toBe('done');
    expect(await statesOf(sold)).toEqual(['shipped', 'shipped']);
    expect(await parcelsOf(sold)).toHaveLength(sent === 'done' ? 2 : 0);
  }
});

test('a parcel that is taken back twice is packed once', async () => {
  const sold = await packed();
  await ship(sold, [phoneOf(sold)]);
  const [parcel] = await parcelsOf(sold);
  const params = { id: sold.id, parcel: parcel.id };
  const back = () => call('takeBackParcel', { params }, { caller: shop.admin });
  expect((await race(back, back)).sort()).toEqual(['NOT_FOUND', 'done']);
  expect(await statesOf(sold)).toEqual(['allocated', 'allocated']);
});
