import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addProduct, orderOf, signIn } from '../plain-client.ts';
import { admin, type PreparedShop, prepareShop, type RunningShop } from '../running-shop.ts';
import { progressOf, sized, timeFor, withinMs } from './size.ts';

const rounds = sized({ slice: 1, quick: 3, release: 100 });
const atOnce = 50;

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-stopped-'));
let running: RunningShop | undefined;
let next: PreparedShop | undefined;

afterAll(async () => {
  next?.drop();
  await running?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

type Result = { arrived: boolean; status: number; why?: string };

/** Sends a call on its own connection; runs `sent` once the shop has received all of it. */
function send(url: string, body: unknown, sent: () => void): Promise<Result> {
  const done = Promise.withResolvers<Result>();
  const call = request(url, {
    method: body ? 'POST' : 'GET',
    agent: false,
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
  });
  call.on('response', (answer) => {
    answer.resume();
    answer.on('end', () => done.resolve({ arrived: answer.complete, status: answer.statusCode ?? 0 }));
    answer.on('error', (error) =>
      done.resolve({ arrived: false, status: 0, why: `answer: ${error.message}` }),
    );
  });
  call.on('error', (error) => done.resolve({ arrived: false, status: 0, why: error.message }));
  call.on('socket', (socket) =>
    socket.on('connect', () => call.end(body ? JSON.stringify(body) : undefined, sent)),
  );
  return done.promise;
}

test(
  `answers all of ${atOnce} calls in progress at SIGTERM, ${rounds} times`,
  async () => {
    let answered = 0;
    let slowest = 0;
    const progress = progressOf('G-15', rounds, 'stops');
    next = prepareShop({ dataDir });
    for (let n = 0; n < rounds; n++) {
      const shop = await next.open();
      running = shop;
      if (n + 1 < rounds) next = prepareShop({ dataDir });
      const product = await addProduct(shop.url, await signIn(shop.url, admin), 1000);
      await fetch(shop.url);
      let onTheWay = 0;
      const all = Promise.withResolvers<void>();
      const arrived = () => {
        onTheWay += 1;
        if (onTheWay === atOnce) all.resolve();
      };
      const calls = Array.from({ length: atOnce }, (_, index) =>
        index % 2 === 0
          ? send(`${shop.url}/api/orders`, orderOf(product), arrived)
          : send(`${shop.url}/products`, undefined, arrived),
      );
      await all.promise;
      const stoppedAt = performance.now();
      const code = shop.stop();
      const results = await Promise.all(calls);
      expect(await code).toBe(0);
      slowest = Math.max(slowest, performance.now() - stoppedAt);
      expect(results.filter((result) => !result.arrived || ![200, 201, 503].includes(result.status))).toEqual(
        [],
      );
      answered += results.length;
      progress();
    }
    expect(slowest).toBeLessThan(withinMs(30_000));
    console.log(
      `G-15: ${rounds} stops, ${answered} calls in progress, 0 dropped, ended within ${Math.round(slowest)} ms`,
    );
  },
  timeFor(rounds),
);
