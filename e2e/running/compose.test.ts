import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import { readEnvironment } from '../../server/src/platform/environment.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { startPrivateServer } from '../../server/test/postgres-server.ts';
import { installOnDebian } from '../install-on-debian.ts';

// compose.yaml as Compose reads it. Nothing here needs a Docker engine.

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reprise-compose-'));
// PostgreSQL reads a file in it as its own user.
chmodSync(folder, 0o755);

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Settings of a shop that belong to the container and come from the image. */
const ofContainer = { HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' };

const password = '#1 p@ss/w:rd?&%41 "$HOME" $$ ~`|;';

function compose(...words: string[]): string {
  const program = findCompose();
  return execFileSync(program[0] ?? '', [...program.slice(1), ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
}

let found: string[] | undefined;
function findCompose(): string[] {
  const candidates = [['docker', 'compose'], ['docker-compose']];
  const works = ([name = '', ...words]: string[]) => spawnSync(name, [...words, 'version']).status === 0;
  found ??= candidates.find(works) ?? (installOnDebian('docker-compose') ? ['docker-compose'] : undefined);
  if (!found) throw new Error('The test of compose.yaml needs Compose: install docker-compose.');
  return found;
}

/** Returns the environment of each service as Compose reads it with these lines in .env. */
function environments(lines: string[]): Record<string, Record<string, string>> {
  copyFileSync(join(root, 'compose.yaml'), join(folder, 'compose.yaml'));
  writeFileSync(join(folder, '.env'), lines.join('\n'));
  type Config = { services: Record<string, { environment?: Record<string, unknown> }> };
  const { services } = parse(compose('-f', 'compose.yaml', 'config')) as Config;
  // The output escapes each dollar sign, so that it can be read again.
  const plain = (value: unknown) => String(value).replaceAll('$$', '$');
  return Object.fromEntries(
    Object.entries(services).map(([name, { environment = {} }]) => [
      name,
      Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, plain(value)])),
    ]),
  );
}

const needed = [
  `POSTGRES_PASSWORD='${password}'`,
  'ADMIN_EMAIL=owner@shop.test',
  "ADMIN_PASSWORD='Correct-horse-battery-7$'",
];

test('Compose passes every documented setting to the shop', () => {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const documented = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect(documented.length).toBeGreaterThan(40);
  const settings = Object.fromEntries(documented.map((name) => [name, `of ${name}`]));
  const { shop } = environments([
    ...needed,
    ...Object.entries(settings).map(([name, value]) => `${name}='${value}'`),
  ]);
  expect(shop).toMatchObject({ ...settings, ...ofContainer });
});

test('the database opens with the settings of Compose and any password', async () => {
  const { shop = {}, database, dumps } = environments(needed);
  expect([database?.POSTGRES_PASSWORD, dumps?.PGPASSWORD]).toEqual([password, password]);
  const secret = join(folder, 'app_secret');
  writeFileSync(secret, 'a-secret-of-at-least-32-characters');
  const settings = readEnvironment({ ...shop, APP_SECRET_FILE: secret });
  expect(settings).toMatchObject({
    adminPassword: 'Correct-horse-battery-7$',
    trustedProxies: ['172.30.0.10'],
  });

  const access = join(folder, 'pg_hba.conf');
  writeFileSync(access, 'host all all all trust\n', { mode: 0o644 });
  const postgres = await startPrivateServer({ hba_file: access });
  onTestFinished(() => postgres.stop());
  const asOwner = new pg.Client({ connectionString: postgres.url });
  await asOwner.connect();
  await asOwner.query(`alter role reprise password ${asOwner.escapeLiteral(password)}`);
  await asOwner.query(`create database reprise encoding 'UTF8' template template0`);
  writeFileSync(access, 'host all all all scram-sha-256\n');
  await asOwner.query('select pg_reload_conf()');
  await asOwner.end();
  const databaseUrl = settings.databaseUrl?.replace('database:5432', `127.0.0.1:${postgres.port}`);
  const ping = async (given: string) => {
    vi.stubEnv('PGPASSWORD', given);
    const opened = await openDatabase({ databaseUrl, dataDir: folder, log: createLog('silent') });
    await opened.ping().finally(() => opened.close());
  };
  await expect(ping('another')).rejects.toThrow('password authentication failed');
  await ping(shop.PGPASSWORD ?? '');
});
