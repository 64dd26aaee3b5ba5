import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, signIn } from '../../plain-client.ts';
import { admin, type RunningShop, runShop } from '../../running-shop.ts';
import { shopCommand } from '../shop-command.ts';
import { expectOneOrderEach, type Sent, sendAgain, shop } from '../shoppers.ts';
import { sized, withinMs } from '../size.ts';

// Blocks a process for two seconds (SIGSTOP). Calls sent during the block are answered late or asked to retry, and
// then the shop works as before.

const blocks = sized({ slice: 0, quick: 3, release: 50 });
const blockedMs = 2000;
const stock = 900_000;
const dataDir = mkdtempSync(join(tmpdir(), 'reprise-blocked-'));
let running: RunningShop;

beforeAll(async () => {
  running = await runShop({ dataDir, logLevel: 'fatal' });
});

afterAll(async () => {
  await running?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

test(`loses no order when the process is blocked for ${blockedMs / 1000} s, ${blocks} times`, async () => {
  const token = await signIn(running.url, admin);
  const product = await addProduct(running.url, token, stock);
  const sent: Sent[] = [];
  const recoveries: number[] = [];
  const wrong: string[] = [];
  let rejected = 0;
  let slowest = 0;
  for (let n = 0; n < blocks; n++) {
    let over = false;
    let answered = 0;
    let recoveredAt = 0;
    let resumedAt = Number.POSITIVE_INFINITY;
    const shopping = shop({
      base: running.url,
      product,
      shoppers: 4,
      shouldContinue: () => !over,
      onResponse: (answer, tookMs) => {
        const now = performance.now();
        if (answer?.status === 503 && answer.headers.has('retry-after')) rejected += 1;
        else if (answer?.status !== 201) wrong.push(`${answer?.status} ${answer?.text.slice(0, 200)}`);
        slowest = Math.max(slowest, tookMs);
        answered += 1;
        // Sent after the process continued.
        if (answer?.status === 201 && now - tookMs > resumedAt) recoveredAt ||= now;
      },
    });
    await expect.poll(() => answered, { timeout: 30_000 }).toBeGreaterThan(10);
    process.kill(running.pid, 'SIGSTOP');
    await pause(blockedMs);
    process.kill(running.pid, 'SIGCONT');
    resumedAt = performance.now();
    await expect.poll(() => recoveredAt, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
    recoveries.push(recoveredAt - resumedAt);
    over = true;
    sent.push(...(await shopping));
    expect(wrong).toEqual([]);
  }
  await sendAgain(running.url, sent);
  await expectOneOrderEach(running.url, token, product, stock, sent);
  expect(await shopCommand({ dataDir }, 'check')).toMatchObject({ code: 0 });
  const worst = Math.max(...recoveries);
  console.log(
    `F-19: blocked ${blocks} times, ${sent.length} orders, ${rejected} asked to retry, slowest response ${Math.round(slowest)} ms, an order within ${Math.round(worst)} ms afterwards`,
  );
  expect(worst).toBeLessThan(withinMs(5000));
});
