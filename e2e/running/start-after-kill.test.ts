import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PrivateServer, startPrivateServer } from '../../server/test/postgres-server.ts';
import { type RunningShop, runShop } from '../running-shop.ts';

// A supervisor starts a shop as soon as it has killed the last one, whose data folder and port may be free a moment later.

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-start-after-kill-'));
const shops: RunningShop[] = [];
let postgres: PrivateServer;

beforeAll(async () => {
  postgres = await startPrivateServer();
});

afterAll(async () => {
  for (const shop of shops) await shop.kill();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test.each([
  ['the embedded database', 'The data folder', () => undefined],
  ['PostgreSQL', 'Port', () => postgres.url],
])('a start on %s waits for the process that it follows', async (_name, inUse, databaseUrl) => {
  const place = { dataDir, databaseUrl: databaseUrl() };
  const first = await runShop(place);
  shops.push(first);
  const waits: string[] = [];
  const second = await runShop({
    ...place,
    logLevel: 'warn',
    port: Number(new URL(first.url).port),
    onStartLine: (line) => {
      if (!line.includes('Waiting up to 10 s')) return;
      waits.push(JSON.parse(line).msg);
      process.kill(first.pid, 'SIGKILL');
    },
  });
  shops.push(second);
  expect(waits).toEqual([expect.stringContaining(inUse)]);
  expect((await fetch(`${second.url}/health/ready`)).status).toBe(200);
  await second.stop();
});
