import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { durable, type PrivateServer, startPrivateServer } from '../../server/test/postgres-server.ts';
import { type Answer, addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { devicePoints, killSettings } from './kill-at-point.ts';
import { shopCommand } from './shop-command.ts';
import { sized, timeFor } from './size.ts';

// Kills the shop (kill -9) while devices are received, put on sale, packed and shipped, round after round on the
// same data. Every confirmed step is stored, no device is in two places, and each shipped order has one mail.

const rounds = sized({ slice: 2, quick: 4, release: 200 });
const databases = sized({
  slice: ['embedded'],
  quick: ['embedded'],
  release: ['embedded', 'PostgreSQL'],
});

const folder = mkdtempSync(join(tmpdir(), 'reprise-killed-devices-'));
let postgres: PrivateServer | undefined;
let running: RunningShop | undefined;

afterAll(async () => {
  await running?.kill();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A device on its way through the shop: the steps that the shop confirmed. */
type Journey = {
  key: string;
  serial: string;
  unit?: { id: string; number: string };
  confirmed: 'nothing' | 'bench' | 'ready' | 'listed' | 'allocated' | 'shipped';
};

const placesAfter = {
  nothing: [],
  bench: ['bench', 'ready'],
  ready: ['ready', 'listed'],
  listed: ['listed', 'allocated'],
  allocated: ['allocated', 'shipped'],
  shipped: ['shipped'],
};

class Stopped extends Error {}

/** Sends calls until the shop is gone; one without an answer throws `Stopped`. */
function clientOf(base: string, token: string) {
  return async (method: string, path: string, body?: unknown, key?: string): Promise<Answer['body']> => {
    const answer = await call(base, method, path, { token, body, ...(key && { key }) }).catch(() => null);
    if (!answer || answer.status >= 500) throw new Stopped();
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body.data;
  };
}

type Client = ReturnType<typeof clientOf>;

const receive = async (send: Client, product: string, { key, serial }: Journey) => {
  const body = { model: { product }, identifiers: [{ kind: 'serial', value: serial }] };
  return (await send('POST', '/units', body, key)).unit;
};

/** Takes a device from the door to the buyer; a killed shop stops it. */
async function travel(send: Client, product: string, journey: Journey): Promise<void> {
  const unit = await receive(send, product, journey);
  Object.assign(journey, { unit, confirmed: 'bench' });
  await send('POST', '/units/wipes', {
    ids: [unit.id],
    category: 'purge',
    method: 'Factory reset',
    verification: 'tool',
    result: 'passed',
  });
  await send('POST', '/units/moves', { ids: [unit.id], to: 'ready', reason: 'Looked at' });
  journey.confirmed = 'ready';
  await send('POST', '/units/listings', { ids: [unit.id], product });
  journey.confirmed = 'listed';
  const { order } = await send('POST', '/orders', orderOf(product), `${journey.key}-order`);
  await send('POST', `/orders/${order.id}/payments`, { method: 'cash' });
  await send('POST', `/packing/${order.id}/devices`, { code: unit.number });
  journey.confirmed = 'allocated';
  await send('PUT', `/orders/${order.id}/status`, { status: 'shipped' });
  journey.confirmed = 'shipped';
}

/** Sends two devices at a time through the shop until it is gone. */
async function runUntilGone(shop: RunningShop, product: string): Promise<Journey[]> {
  const send = clientOf(shop.url, await signIn(shop.url, admin));
  const journeys: Journey[] = [];
  const traveler = async () => {
    for (;;) {
      const key = crypto.randomUUID();
      const journey: Journey = { key, serial: key.replaceAll('-', '').toUpperCase(), confirmed: 'nothing' };
      journeys.push(journey);
      await travel(send, product, journey);
    }
  };
  const ends = await Promise.allSettled([traveler(), traveler()]);
  for (const end of ends) {
    if (end.status === 'rejected' && !(end.reason instanceof Stopped)) throw end.reason;
  }
  await shop.ended;
  return journeys;
}

const maxMailWaitMs = 150_000;

/** Expects what was confirmed, each device once, and in the end one mail for each shipped order. */
async function expectAllStored(shop: RunningShop, product: string, journeys: Journey[]): Promise<void> {
  const token = await signIn(shop.url, admin);
  const send = clientOf(shop.url, token);
  for (const journey of journeys) {
    // The same key receives the device once, whether the first response arrived or not.
    const unit = await receive(send, product, journey);
    if (journey.unit) expect(unit.id).toBe(journey.unit.id);
    const { units } = await send('GET', `/units?search=${journey.serial}`);
    expect(units).toHaveLength(1);
    const states: string[] = journey.confirmed === 'nothing' ? ['bench'] : placesAfter[journey.confirmed];
    expect(states, `after ${journey.confirmed}`).toContain(units[0].state);
  }
  const shipped = (await send('GET', '/orders/admin/all?status=shipped&limit=1')).pagination.total;
  const mails = async () =>
    (await send('GET', '/notifications/mails?kind=order-shipped&limit=1')).pagination.total;
  const startedAt = performance.now();
  while ((await mails()) < shipped && performance.now() - startedAt < maxMailWaitMs) {
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  expect(await mails()).toBe(shipped);
}

test.each(databases)(
  `stores every confirmed step of a device once after ${rounds} kills, %s`,
  async (name) => {
    const location: { dataDir: string; databaseUrl?: string } = { dataDir: join(folder, name) };
    if (name === 'PostgreSQL') {
      postgres = await startPrivateServer(durable);
      location.databaseUrl = postgres.url;
    }
    running = await runShop(location);
    const token = await signIn(running.url, admin);
    const product = await addProduct(running.url, token, 0);
    const tracking = { token, body: { tracking: 'serial' } };
    expect((await call(running.url, 'PUT', `/products/${product}/tracking`, tracking)).status).toBe(200);
    await running.stop();
    const journeys: Journey[] = [];
    const step = Math.max(1, Math.floor(devicePoints.length / rounds));
    for (let n = 0; n < rounds; n++) {
      const point = devicePoints[(n * step) % devicePoints.length];
      if (!point) throw new Error('There is no point.');
      const settings = killSettings(point, 2 + Math.floor(Math.random() * 6));
      running = await runShop({ ...location, settings });
      journeys.push(...(await runUntilGone(running, product)));
    }
    running = await runShop(location);
    await expectAllStored(running, product, journeys);
    expect(await shopCommand(location, 'check')).toMatchObject({ code: 0 });
    await running.stop();
    const shipped = journeys.filter(({ confirmed }) => confirmed === 'shipped').length;
    console.log(
      `U-10 on ${name}: ${rounds} kills, ${journeys.length} devices (${shipped} shipped), 0 lost, 0 in two places, one mail each`,
    );
  },
  timeFor(rounds),
);
