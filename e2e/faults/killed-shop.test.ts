import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { durable, type PrivateServer, startPrivateServer } from '../../server/test/postgres-server.ts';
import { addProduct, call, signIn } from '../plain-client.ts';
import { admin, type PreparedShop, prepareShop, type RunningShop } from '../running-shop.ts';
import { killSettings, orderPoints, type Point } from './kill-at-point.ts';
import { shopCommand } from './shop-command.ts';
import { expectOneOrderEach, type Sent, sendAgain, shop } from './shoppers.ts';
import { sized, timeFor } from './size.ts';

// Kills the shop (kill -9) at named points and at random times while orders arrive, round after round on the same
// data. Every confirmed order exists once and has one mail.

const rounds = sized({ slice: 2, quick: 6, release: 300 });
const databases = sized({
  slice: ['embedded'],
  quick: ['embedded', 'PostgreSQL'],
  release: ['embedded', 'PostgreSQL'],
});
/** Kills between two counts, each made in a start without a kill. */
const countedEvery = sized({ slice: 2, quick: 6, release: 50 });
const stock = 900_000;

const folder = mkdtempSync(join(tmpdir(), 'reprise-killed-'));
let postgres: PrivateServer | undefined;
let running: RunningShop | undefined;
let next: PreparedShop | undefined;

afterAll(async () => {
  next?.drop();
  await running?.kill();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Ending = { kind: 'point'; point: Point; times: number } | { kind: 'random'; afterOrders: number };

function endingOf(round: number): Ending {
  // The slice starts with the point between commit and response, where orders get lost or doubled.
  const turn = (round + 3) % (orderPoints.length + 1);
  const point = orderPoints[turn];
  // Mails follow their orders by seconds: a kill at a later mail would only add orders.
  const count = 1 + Math.floor(Math.random() * (point === 'mail written' ? 4 : 25));
  return point ? { kind: 'point', point, times: count } : { kind: 'random', afterOrders: count };
}

/**
 * Loads the next shop while the current one works, because loading is most of a start. Without an ending the next
 * shop is not killed.
 */
function prepare(location: ShopLocation, ending?: Ending): void {
  const settings = ending?.kind === 'point' ? killSettings(ending.point, ending.times) : {};
  next = prepareShop({ ...location, settings });
}

async function openNext(): Promise<RunningShop> {
  if (!next) throw new Error('No shop is prepared.');
  running = await next.open();
  return running;
}

type ShopLocation = { dataDir: string; databaseUrl?: string };

async function round(opened: RunningShop, product: string, ending: Ending): Promise<Sent[]> {
  let gone = false;
  opened.ended.then(() => {
    gone = true;
  });
  let answered = 0;
  const onResponse = () => {
    answered += 1;
    if (ending.kind === 'random' && answered === ending.afterOrders) opened.kill();
  };
  // Mails follow their orders by seconds; fast shoppers would place thousands of orders until then.
  const restMs = ending.kind === 'point' && ending.point === 'mail written' ? 250 : 0;
  const sent = await shop({
    base: opened.url,
    product,
    shoppers: 4,
    shouldContinue: () => !gone,
    restMs,
    onResponse,
  });
  await opened.ended;
  return sent;
}

async function mailsWritten(base: string, token: string): Promise<number> {
  const mails = await call(base, 'GET', '/notifications/mails?kind=order-placed&limit=1', { token });
  return mails.body.data.pagination.total;
}

/**
 * Waits until each order has its mail, as long as their number grows. An interrupted job runs again within two
 * minutes.
 */
async function mailsToCome(base: string, token: string, expected: number): Promise<void> {
  let written = -1;
  for (let quietSince = performance.now(); performance.now() - quietSince < 150_000; ) {
    const now = await mailsWritten(base, token);
    if (now === expected) return;
    if (now > written) quietSince = performance.now();
    written = now;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

test.each(databases)(
  `stores every confirmed order once after ${rounds} kills, %s`,
  async (name) => {
    const location: ShopLocation = { dataDir: join(folder, name) };
    if (name === 'PostgreSQL') {
      postgres = await startPrivateServer(durable);
      location.databaseUrl = postgres.url;
    }
    let product = '';
    const everything: Sent[] = [];
    let unanswered = 0;
    const expectAllStored = async (sent: Sent[]) => {
      const calm = await openNext();
      unanswered += sent.filter((order) => !order.orderNumber).length;
      await sendAgain(calm.url, sent);
      everything.push(...sent);
      const token = await signIn(calm.url, admin);
      await expectOneOrderEach(calm.url, token, product, stock, everything);
      await mailsToCome(calm.url, token, everything.length);
      expect(await mailsWritten(calm.url, token)).toBe(everything.length);
      expect(await shopCommand(location, 'check')).toMatchObject({ code: 0 });
      expect(await calm.stop()).toBe(0);
    };
    let sent: Sent[] = [];
    let ending = endingOf(0);
    prepare(location, ending);
    for (let n = 0; n < rounds; n++) {
      // A pending mail of the previous round can trigger the kill before the shop has opened.
      const opened = await openNext().catch((error) => {
        if (ending.kind === 'point' && ending.point === 'mail written' && n > 0) return undefined;
        throw error;
      });
      if (opened && n === 0) product = await addProduct(opened.url, await signIn(opened.url, admin), stock);
      const isCalmNext = (n + 1) % countedEvery === 0 || n + 1 === rounds;
      const ends = ending;
      ending = endingOf(n + 1);
      prepare(location, isCalmNext ? undefined : ending);
      if (opened) sent.push(...(await round(opened, product, ends)));
      if (!isCalmNext) continue;
      await expectAllStored(sent);
      sent = [];
      if (n + 1 < rounds) prepare(location, ending);
      console.log(
        `G-4, G-21 on ${name}: ${n + 1} of ${rounds} kills, ${everything.length} orders (${unanswered} unanswered), 0 lost, 0 doubled, one mail each`,
      );
    }
  },
  timeFor(rounds),
);
