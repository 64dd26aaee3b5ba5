import { beforeAll, expect, test } from 'vitest';
import { openEditing } from '../../../../test/order-editing.ts';
import { openOrderShop } from '../../../../test/order-shop.ts';
import { raceRounds } from '../../../../test/race-rounds.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';

// Races that need several database connections.

const database = await openTestDatabase();
const shop = await openOrderShop(database);

let editing: Awaited<ReturnType<typeof openEditing>>;
let phone: string;
let laptop: string;

beforeAll(async () => {
  editing = await openEditing(shop, 1000);
  ({ phone, laptop } = editing);
});

/** Runs the calls at once; returns the code of each rejection, or "done". */
async function race(...calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls.map((run) => run()));
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code));
}

test('of four edits of one version one is stored', async () => {
  const { paid, editOf, send, read } = editing;
  for (let round = 0; round < raceRounds; round++) {
    const order = await paid();
    const bodies = [];
    for (const units of [1, 3, 4, 5]) bodies.push(await editOf(order, { [phone]: units }));
    const outcomes = await race(...bodies.map((body) => () => send(order, body)));
    expect(outcomes.toSorted()).toEqual(['EDIT_CONFLICT', 'EDIT_CONFLICT', 'EDIT_CONFLICT', 'done']);
    expect(await read(order)).toMatchObject({ version: 1 });
  }
  await shop.expectIntegrity();
});

test('an edit while the customer pays leaves what is due or refunds the surplus', async () => {
  const { placed, start, finish, editOf, send, read, received } = editing;
  for (let round = 0; round < raceRounds; round++) {
    const order = await placed();
    const intent = await start(order);
    const body = await editOf(order, { [phone]: round % 2 === 0 ? 4 : 1 });
    await race(
      () => finish(order, intent),
      () => send(order, body),
    );
    const { total, amountDue = 0, paymentStatus } = await read(order);
    const owed = paymentStatus === 'paid' ? total - amountDue : 0;
    expect(await received(order)).toBeCloseTo(owed);
  }
  await shop.expectIntegrity();
});

test('an order edited while it ships is either shipped as it was or held', async () => {
  const { paid, editOf, send, read, setStatus } = editing;
  for (let round = 0; round < raceRounds; round++) {
    const order = await paid();
    const body = await editOf(order, { [phone]: 4 });
    const [edited, shipped] = await race(
      () => send(order, body),
      () => setStatus(order, 'shipped'),
    );
    expect([edited, shipped].filter((outcome) => outcome === 'done')).toHaveLength(1);
    const { status, amountDue = 0 } = await read(order);
    expect(status === 'shipped' ? amountDue : status).toBe(status === 'shipped' ? 0 : 'processing');
  }
  await shop.expectIntegrity();
});

test('edits that swap the same two products do not deadlock', async () => {
  const { placed, edit, editOf, send } = editing;
  for (let round = 0; round < raceRounds; round++) {
    const [one, two] = [await placed(), await placed()];
    await edit(two, { [laptop]: 1 });
    const [toLaptop, toPhone] = [await editOf(one, { [laptop]: 1 }), await editOf(two, { [phone]: 1 })];
    const outcomes = await race(
      () => send(one, toLaptop),
      () => send(two, toPhone),
    );
    expect(outcomes).toEqual(['done', 'done']);
  }
  await shop.expectIntegrity();
});

test('units refunded from two tabs at once are refunded once', async () => {
  const { admin, paid, read } = editing;
  const body = { items: [{ product: phone, quantity: 2 }], amount: 10, restock: true };
  for (let round = 0; round < raceRounds; round++) {
    const order = await paid();
    const refund = () => shop.call('refundOrder', { params: { id: order.id }, body }, { caller: admin });
    expect((await race(refund, refund)).toSorted()).toEqual(['VALIDATION_ERROR', 'done']);
    expect((await read(order)).items).toMatchObject([{ refundedQuantity: 2 }]);
  }
  await shop.expectIntegrity();
});
