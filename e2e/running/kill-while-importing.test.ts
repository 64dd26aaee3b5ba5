import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { startPrivateServer } from '../../server/test/postgres-server.ts';
import { call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

/**
 * Number of rows; `IMPORT_ROWS=50000 node run.js vitest run --project running kill-while-importing` prints the time
 * of a long file.
 */
const rows = Number(process.env.IMPORT_ROWS ?? 150);

const open: RunningShop[] = [];
const folders: string[] = [];
const postgres = await startPrivateServer();
afterAll(async () => {
  for (const shop of open) await shop.kill();
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const conditions = ['excellent', 'good', 'fair', 'refurbished'];

function productFile(): string {
  const lines = [
    'sku,name,brand,category,price,condition,stockCount,description,features,specifications,modelKey',
  ];
  for (let index = 0; index < rows; index++) {
    const text = `"Checked, cleaned and tested, number ${index}."`;
    const lists = `"Tested battery\nNew cable","Storage: ${64 << (index % 4)} GB\nColour: Black"`;
    lines.push(
      `IMP${index},Phone ${index},Maker ${index % 90},Phones,${50 + (index % 900)},${conditions[index % 4]},3,${text},${lists},m${index >> 2}`,
    );
  }
  return lines.join('\n');
}

async function sendFile(base: string, token: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([productFile()]), 'stock.csv');
  const answer = await fetch(`${base}/api/product-imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { data: { import: { id: string } } }).data.import.id;
}

type Progress = { state: string; appliedRows: number; checkedRows: number; counts: { create: number } };

/** Polls until the condition is true; the time limit of the test ends it. */
async function until(
  base: string,
  token: string,
  id: string,
  isReached: (now: Progress) => boolean,
): Promise<Progress> {
  for (;;) {
    // A busy shop may close a connection or answer 503; repeating a read is safe.
    const answer = await call(base, 'GET', `/product-imports/${id}`, { token }).catch(() => null);
    const now = answer?.body.data?.import as Progress | undefined;
    if (now && isReached(now)) return now;
    await pause(20);
  }
}

describe.each([
  ['the embedded database', undefined],
  ['PostgreSQL', postgres.url],
])('%s', (name, databaseUrl) => {
  test(
    `completes an import of ${rows} rows that is killed halfway`,
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'reprise-import-'));
      folders.push(dataDir);
      const options = { dataDir, databaseUrl };
      let shop = await runShop(options);
      open.push(shop);
      let token = await signIn(shop.url, admin);
      const category = { name: 'Phones', description: 'Phones' };
      await call(shop.url, 'POST', '/categories', { token, body: category });

      const began = performance.now();
      const id = await sendFile(shop.url, token);
      await until(shop.url, token, id, ({ state }) => state === 'checked');
      const checkedMs = performance.now() - began;
      await call(shop.url, 'POST', `/product-imports/${id}/apply`, { token, body: {} });
      const half = await until(shop.url, token, id, ({ appliedRows }) => appliedRows > 0);
      expect(half.appliedRows).toBeLessThan(rows);
      await shop.kill();

      shop = await runShop(options);
      open.push(shop);
      token = await signIn(shop.url, admin);
      // The queue detects an abandoned job within a minute; an administrator can stop the import earlier.
      await call(shop.url, 'POST', `/product-imports/${id}/stop`, { token, body: {} });
      await call(shop.url, 'POST', `/product-imports/${id}/apply`, { token, body: {} });
      const done = await until(shop.url, token, id, ({ state }) => state === 'done');
      const doneMs = performance.now() - began;
      expect(done).toMatchObject({ appliedRows: rows, counts: { create: rows } });
      const list = await call(shop.url, 'GET', '/products?limit=1', { token });
      expect(list.body.data.pagination.total).toBe(rows);
      console.log(
        `${name}: ${rows} rows checked in ${seconds(checkedMs)}, imported with a kill in the middle after ${seconds(doneMs)}`,
      );
      await shop.stop();
    },
    120_000 + rows * 40,
  );
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
