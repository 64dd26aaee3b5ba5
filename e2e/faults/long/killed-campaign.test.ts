import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { users } from '../../../server/src/people/identity/identity.tables.ts';
import { openDatabase } from '../../../server/src/platform/database/open-database.ts';
import { createLog } from '../../../server/src/platform/log.ts';
import { openMailServer } from '../../../server/test/mail-server.ts';
import { durable, type PrivateServer, startPrivateServer } from '../../../server/test/postgres-server.ts';
import { call, signIn } from '../../plain-client.ts';
import { admin, type PreparedShop, prepareShop, type RunningShop } from '../../running-shop.ts';
import { campaignPoints, killSettings, type Point } from '../kill-at-point.ts';
import { shopCommand } from '../shop-command.ts';
import { progressOf, sized, timeFor } from '../size.ts';

// Kills the shop (kill -9) at every point of the transaction that sends a batch of a campaign, and between any two
// mails. Every subscriber gets the campaign once; a mail that the server accepted before the shop recorded it arrives
// a second time under the same Message-ID.

const { campaigns, kills, subscribers } = sized({
  slice: { campaigns: 0, kills: 0, subscribers: 0 },
  quick: { campaigns: 1, kills: 2, subscribers: 450 },
  release: { campaigns: 15, kills: 10, subscribers: 900 },
});

const day = 24 * 3_600_000;
/** One minute after the start of the next week's campaign. */
const firstThursday = Date.parse('1970-01-08T15:01Z') + 7 * day * Math.ceil(Date.now() / (7 * day));
const preload = fileURLToPath(new URL('../step-clock.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'reprise-killed-campaign-'));
const clock = join(folder, 'clock');
const mailServer = await openMailServer();
let postgres: PrivateServer | undefined;
let running: RunningShop | undefined;
let next: PreparedShop | undefined;

afterAll(async () => {
  next?.drop();
  await running?.kill();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type ShopLocation = { dataDir: string; databaseUrl?: string };

/** Loads the next shop while the current one works; the next shop can kill itself at a point. */
function prepare(location: ShopLocation, point?: Point): void {
  const { NODE_OPTIONS = '', ...killed } = point ? killSettings(point, 1) : {};
  const settings = {
    ...killed,
    SMTP_URL: mailServer.url,
    CLOCK_STEP: clock,
    NODE_OPTIONS: `${NODE_OPTIONS} --import=${preload}`,
  };
  next = prepareShop({ ...location, logLevel: 'fatal', settings });
}

/** Every third kill is at a point; the others are between two mails. */
const pointOf = (kill: number) =>
  kill % 3 === 0 ? campaignPoints[(3 - kill / 3) % campaignPoints.length] : undefined;

async function openNext(): Promise<RunningShop> {
  if (!next) throw new Error('No shop was prepared.');
  running = await next.open();
  return running;
}

const setClock = (time: number) => writeFileSync(clock, String(time - Date.now()));

/** Opens a shop with a weekly deal and its subscribers. */
async function fillShop(location: ShopLocation): Promise<void> {
  setClock(firstThursday - 3 * day);
  prepare(location);
  const { url, stop } = await openNext();
  const token = await signIn(url, admin);
  await call(url, 'PUT', '/settings', {
    token,
    body: { marketingEmails: true, storeAddress: '1 Main St, Springfield' },
  });
  await call(url, 'POST', '/categories', { token, body: { name: 'Phones', description: 'Phones' } });
  const body = { name: 'Pixel', price: 80, originalPrice: 100, brand: 'Google', category: 'Phones' };
  await call(url, 'POST', '/products', { token, body: { ...body, stockCount: 5 } });
  expect(await stop()).toBe(0);
  const database = await openDatabase({ ...location, log: createLog('silent') });
  const rows = Array.from({ length: subscribers }, (_, index) => ({
    id: `usr_reader_${String(index).padStart(4, '0')}`,
    name: 'Grace',
    email: addressOf(index),
    emailVerified: true,
    dealEmailsSince: new Date(),
  }));
  await database.db.insert(users).values(rows);
  await database.close();
}

const addressOf = (subscriber: number) => `reader${subscriber}@shop.test`;
const allAddresses = new Set(Array.from({ length: subscribers }, (_, index) => addressOf(index)));

/** Returns the Message-IDs that each subscriber got since then. */
function idsBySubscriber(since: number): Map<string, string[]> {
  const field = (mail: string, name: string) => new RegExp(`^${name}: *(\\S+)`, 'm').exec(mail)?.[1] ?? '';
  const mails = mailServer.received.slice(since);
  const bySubscriber = Map.groupBy(mails, (mail) => field(mail, 'To'));
  return new Map(
    [...bySubscriber].map(([to, mails]) => [to, mails.map((mail) => field(mail, 'Message-ID'))]),
  );
}

/** Resolves when more mails have arrived, the shop has killed itself, or mails have stopped arriving. */
async function untilMails(shop: RunningShop, since: number, more: number): Promise<void> {
  let hasEnded = false;
  shop.ended.then(() => {
    hasEnded = true;
  });
  const arrived = () => mailServer.received.length - since;
  const enough = Math.min(subscribers, arrived() + more);
  let before = arrived();
  for (let quietSince = performance.now(); performance.now() - quietSince < 15_000; await pause(2)) {
    if (hasEnded || arrived() >= enough) return;
    if (arrived() > before) quietSince = performance.now();
    before = arrived();
  }
}

test.each(['embedded', 'PostgreSQL'])(
  `${campaigns} campaigns to ${subscribers} subscribers, ${kills} kills in each, %s`,
  async (name) => {
    const location: ShopLocation = { dataDir: join(folder, name) };
    if (name === 'PostgreSQL') {
      postgres = await startPrivateServer(durable);
      location.databaseUrl = postgres.url;
    }
    await fillShop(location);
    let repeated = 0;
    const progress = progressOf('Weekly deals', campaigns, 'campaigns');
    for (let campaign = 0; campaign < campaigns; campaign++) {
      setClock(firstThursday + 7 * day * campaign);
      const since = mailServer.received.length;
      prepare(location, pointOf(0));
      for (let kill = 0; kill < kills; kill++) {
        // A running campaign can trigger the kill before the shop has opened.
        const shop = await openNext().catch((error) => {
          if (pointOf(kill)) return undefined;
          throw error;
        });
        prepare(location, kill + 1 < kills ? pointOf(kill + 1) : undefined);
        if (!shop) continue;
        const some = 1 + Math.floor((Math.random() * subscribers) / kills);
        await untilMails(shop, since, pointOf(kill) ? subscribers : some);
        await shop.kill();
      }
      const calm = await openNext();
      const token = await signIn(calm.url, admin);
      // An interrupted mail is tried again within two minutes.
      await expect
        .poll(() => idsBySubscriber(since).size, { timeout: 300_000, interval: 500 })
        .toBe(allAddresses.size);
      const read = async () =>
        (await call(calm.url, 'GET', '/newsletter', { token })).body.data.newsletter.last;
      await expect.poll(read, { timeout: 60_000 }).toMatchObject({ mails: subscribers, isUnderWay: false });
      await expectQuiet(calm.url, token, subscribers * (campaign + 1));
      const got = idsBySubscriber(since);
      expect(new Set(got.keys())).toEqual(allAddresses);
      const twoMails = [...got].filter(([, ids]) => new Set(ids).size > 1);
      expect(twoMails).toEqual([]);
      const again = mailServer.received.length - since - subscribers;
      expect(again).toBeLessThanOrEqual(kills);
      repeated += again;
      expect(await shopCommand(location, 'check')).toMatchObject({ code: 0 });
      expect(await calm.stop()).toBe(0);
      progress();
    }
    console.log(
      `Weekly deals on ${name}: ${campaigns} campaigns to ${subscribers} subscribers, ${campaigns * kills} kills, each has its mail, ${repeated} mails repeated under their Message-ID`,
    );
  },
  timeFor(campaigns * kills),
);

/** Expects every mail to be recorded as sent, with no mail job left. */
async function expectQuiet(base: string, token: string, mails: number): Promise<void> {
  const sent = async () =>
    (await call(base, 'GET', '/notifications/mails?kind=newsletter&state=sent&limit=1', { token })).body.data
      .pagination.total;
  await expect.poll(sent, { timeout: 300_000, interval: 500 }).toBe(mails);
}
