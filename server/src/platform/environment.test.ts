import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { secretSettings } from './crypto/secret-files.ts';
import { readEnvironment } from './environment.ts';

const faultsOf = (variables: Record<string, string>) => {
  try {
    readEnvironment(variables);
    return [];
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
};

test('the defaults run the demo shop on the embedded database and loopback', () => {
  expect(readEnvironment({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    demo: true,
    rateLimit: 'on',
    workers: 1,
    trustedProxies: [],
    logLevel: 'info',
  });
});

test('the demo shop is loaded into PostgreSQL only with DEMO=1', () => {
  const DATABASE_URL = 'postgres://shop@db/shop';
  expect(readEnvironment({ DATABASE_URL }).demo).toBe(false);
  expect(readEnvironment({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
  expect(readEnvironment({ DEMO: '0' }).demo).toBe(false);
});

test('the test processor is on only with PAYMENTS=test', () => {
  expect(readEnvironment({}).testPayments).toBe(false);
  expect(readEnvironment({ PAYMENTS: 'test' }).testPayments).toBe(true);
  expect(faultsOf({ PAYMENTS: 'on' })).toEqual(['PAYMENTS must be test or unset']);
});

test.each([
  [{ ROLE: 'web' }, 'ROLE=web needs DATABASE_URL: the embedded database serves one process'],
  [
    { DATABASE_POOLER: 'transaction' },
    'DATABASE_POOLER needs DATABASE_URL: it describes the way to that server',
  ],
  [{ DATABASE_POOL: '20' }, 'DATABASE_POOL needs DATABASE_URL: the embedded database has one connection'],
  [
    { REPORTS_DATABASE_URL: 'postgres://shop@replica/shop' },
    'REPORTS_DATABASE_URL needs DATABASE_URL: the embedded database has no replica',
  ],
  [{ ROLE: 'both' }, 'ROLE must be web, worker or all'],
])('%j is rejected without PostgreSQL', (variables, fault) => {
  expect(faultsOf(variables as unknown as Record<string, string>)).toContain(fault);
});

test('empty settings count as unset', () => {
  expect(readEnvironment({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
  });
});

test('URLs and lists are normalized', () => {
  const environment = readEnvironment({
    PORT: '8080',
    PUBLIC_URL: 'https://shop.test/',
    TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16,',
  });
  expect(environment.publicUrl).toBe('https://shop.test');
  expect(environment.trustedProxies).toEqual(['10.0.0.1', '10.1.0.0/16']);
  expect(readEnvironment({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
});

test('all invalid settings are listed together', () => {
  expect(
    faultsOf({
      PORT: 'http',
      WORKERS: '4',
      HOST: '0.0.0.0',
      RATE_LIMIT: 'off',
      APP_SECRET: 'short',
      ADMIN_EMAIL: 'me@shop.test',
    }),
  ).toEqual([
    'PORT must be a whole number from 0 to 65535',
    'APP_SECRET must have at least 32 characters',
    'RATE_LIMIT=off is only allowed while HOST is a loopback address',
    'WORKERS above 1 needs DATABASE_URL: the embedded database serves one process',
    'ADMIN_PASSWORD missing: ADMIN_EMAIL, ADMIN_PASSWORD belong together',
  ]);
});

test.each([
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PUBLIC_URL', 'shop.test'],
  ['DATABASE_URL', 'mysql://db/shop'],
  ['STRIPE_API_URL', 'http://stripe.example:1234'],
  ['STRIPE_API_URL', 'https://127.0.0.1'],
  ['EASYPOST_API_URL', 'http://api.easypost.com'],
  ['EBAY_API_URL', 'http://api.ebay.com'],
  ['DEMO', 'maybe'],
  ['RATE_LIMIT', 'no'],
  ['LOG_LEVEL', 'loud'],
  ['SMTP_URL', 'mail.test:25'],
  ['SEARCH_URL', 'search.test:9200'],
  ['SEARCH_URL', 'https://search.test/_all'],
  ['SEARCH_URL', 'https://search.test/Shop'],
  ['SEARCH_URL', 'http://shop:password@search.test:9200'],
])('%s=%s is rejected by name', (name, value) => {
  const faults = faultsOf({ [name]: value });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(new RegExp(`^${name} must `));
});

test.each(['127.0.0.1', '127.8.0.1', '::1', 'localhost'])('rate limits can be off on %s', (HOST) => {
  expect(readEnvironment({ HOST, RATE_LIMIT: 'off' }).rateLimit).toBe('off');
});

test.each([
  'https://shop:password@search.test/shop',
  'http://opensearch:9200',
  'http://shop:password@127.0.0.1:9200/shop_2',
])('SEARCH_URL may be %s', (SEARCH_URL) => {
  expect(readEnvironment({ SEARCH_URL }).searchUrl).toBe(SEARCH_URL);
});

test('settings of object storage belong to a bucket and have both halves of a key', () => {
  expect(faultsOf({ S3_REGION: 'auto' })).toEqual(['S3_REGION set without S3_BUCKET, the bucket for images']);
  expect(faultsOf({ S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'key' })).toEqual([
    'S3_SECRET_ACCESS_KEY missing: S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY belong together',
  ]);
  expect(faultsOf({ S3_BUCKET: 'images' })).toEqual([
    expect.stringContaining('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'),
  ]);
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readEnvironment({ S3_BUCKET: 'images', ...keys }).bucket).toEqual({
    name: 'images',
    region: 'us-east-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
});

test('an error message never contains a secret', () => {
  expect(faultsOf({ APP_SECRET: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@db' }).join()).not.toContain(
    'hunter2',
  );
});

const folder = mkdtempSync(join(tmpdir(), 'reprise-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(text: string): string {
  const file = join(folder, crypto.randomUUID());
  writeFileSync(file, text);
  return file;
}

const secret = 'a secret of at least 32 characters';

test('a secret is read from a file without its trailing line break', () => {
  const environment = readEnvironment({
    APP_SECRET_FILE: fileWith(`${secret}\n`),
    APP_SECRET_PREVIOUS_FILE: fileWith(`${secret} before\r\n`),
    DATABASE_URL_FILE: fileWith('postgres://shop:pw@db/shop\n'),
    SMTP_URL_FILE: fileWith('smtp://mail.test:25'),
  });
  expect(environment).toMatchObject({
    appSecret: secret,
    appSecretPrevious: `${secret} before`,
    databaseUrl: 'postgres://shop:pw@db/shop',
    smtpUrl: 'smtp://mail.test:25',
  });
});

test.each(secretSettings)(
  '%s is rejected when it is set twice or its file is unreadable or empty',
  (name) => {
    const file = fileWith(secret);
    const both = faultsOf({ [name]: secret, [`${name}_FILE`]: file });
    expect(both).toContain(`${name} and ${name}_FILE are both set: keep one`);
    const missing = faultsOf({ [`${name}_FILE`]: join(folder, 'missing') });
    expect(missing[0]).toMatch(new RegExp(`^${name}_FILE cannot be read: ENOENT`));
    expect(faultsOf({ [`${name}_FILE`]: fileWith('\n') })[0]).toMatch(`${name}_FILE names an empty file`);
  },
);

test('invalid secret files are listed with the other errors', () => {
  const faults = faultsOf({
    PORT: 'http',
    APP_SECRET_FILE: fileWith('short'),
    ADMIN_PASSWORD_FILE: '/missing',
  });
  expect(faults).toEqual([
    'PORT must be a whole number from 0 to 65535',
    'APP_SECRET must have at least 32 characters',
    expect.stringMatching(/^ADMIN_PASSWORD_FILE cannot be read: ENOENT/),
    'ADMIN_EMAIL missing: ADMIN_EMAIL, ADMIN_PASSWORD belong together',
  ]);
});

test('REQUIRE_APP_SECRET rejects a missing secret and says how to generate one', () => {
  expect(faultsOf({ REQUIRE_APP_SECRET: '1' })[0]).toMatch(/^APP_SECRET.*openssl rand -base64 32/);
  expect(readEnvironment({ REQUIRE_APP_SECRET: '1', APP_SECRET: secret }).appSecret).toBe(secret);
  expect(readEnvironment({ REQUIRE_APP_SECRET: '0' }).appSecret).toBeUndefined();
});

test('APP_SECRET_PREVIOUS without APP_SECRET is rejected', () => {
  expect(faultsOf({ APP_SECRET_PREVIOUS: secret })).toEqual([
    'APP_SECRET_PREVIOUS is set without APP_SECRET, the key that replaces it',
  ]);
});
