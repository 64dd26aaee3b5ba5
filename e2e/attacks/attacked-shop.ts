import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import '../../server/test/provided.ts';
import { type RunningShop, runShop } from '../running-shop.ts';

const stepClock = fileURLToPath(new URL('../faults/step-clock.ts', import.meta.url));

/** Whole shop with rate limits, on its own PostgreSQL database. */
export type AttackedShop = RunningShop & {
  databaseUrl: string;
  dataDir: string;
  /** Reads the database after an attack; attacks themselves never use it. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Sets the shop's clock ahead of the real one by this many milliseconds, counted from its start. */
  setClock(aheadByMs: number): Promise<void>;
};

type Options = {
  settings?: Record<string, string>;
  demo?: boolean;
  logLevel?: string;
  /** Modules that Node loads before the shop. */
  preload?: string[];
};

/**
 * Opens a shop whose proxy is trusted: a call with `from` (plain-client.ts) comes from that network. Limits are on.
 * `stop` ends it and drops its database.
 */
export async function openAttackedShop(options: Options = {}): Promise<AttackedShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-attack-'));
  const clock = join(dataDir, 'clock');
  const database = await createDatabase();
  const imports = [stepClock, ...(options.preload ?? [])].map((path) => `--import=${path}`);
  const shop = await runShop({
    dataDir,
    databaseUrl: database.url,
    demo: options.demo ?? false,
    logLevel: options.logLevel ?? 'info',
    settings: {
      RATE_LIMIT: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
      CLOCK_STEP: clock,
      NODE_OPTIONS: imports.join(' '),
      ...options.settings,
    },
  });
  return {
    ...shop,
    databaseUrl: database.url,
    dataDir,
    query: database.query,
    setClock: (aheadByMs) => setClock(shop, clock, aheadByMs),
    stop: async () => {
      const code = await shop.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

async function setClock(shop: RunningShop, file: string, aheadByMs: number): Promise<void> {
  const linesBefore = shop.output.length;
  writeFileSync(file, String(aheadByMs));
  process.kill(shop.pid, 'SIGUSR2');
  while (!shop.output.slice(linesBefore).includes(`clock ahead by ${aheadByMs} ms`)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function createDatabase() {
  const source = inject('testDatabase');
  if (source.kind !== 'postgres') throw new Error('Attacks run on PostgreSQL.');
  const name = `reprise_attack_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: source.url });
  await server.connect();
  await server.query(`create database ${name} template ${source.template}`);
  const url = new URL(source.url);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return {
    url: url.href,
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    drop: async () => {
      await client.end();
      await server.query(`drop database if exists ${name} with (force)`);
      await server.end();
    },
  };
}
