import { resolve } from 'node:path';
import { expect, test } from 'vitest';
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

test('without any setting the demo shop runs on the embedded database, on loopback', () => {
  expect(readEnvironment({})).toMatchObject({
    nodeEnv: 'production',
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

test('the demo shop is only loaded into a PostgreSQL that was given when asked for', () => {
  const DATABASE_URL = 'postgres://shop@db/shop';
  expect(readEnvironment({ DATABASE_URL }).demo).toBe(false);
  expect(readEnvironment({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
  expect(readEnvironment({ DEMO: '0' }).demo).toBe(false);
});

test('the test processor is on only where PAYMENTS=test says so', () => {
  expect(readEnvironment({}).testPayments).toBe(false);
  expect(readEnvironment({ PAYMENTS: 'test' }).testPayments).toBe(true);
  expect(faultsOf({ PAYMENTS: 'on' })).toEqual(['PAYMENTS must be test or unset']);
});

test('empty settings count as unset', () => {
  expect(readEnvironment({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
  });
});

test('addresses and lists are made regular', () => {
  const environment = readEnvironment({
    PORT: '8080',
    PUBLIC_URL: 'https://shop.test/',
    TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16,',
  });
  expect(environment.publicUrl).toBe('https://shop.test');
  expect(environment.trustedProxies).toEqual(['10.0.0.1', '10.1.0.0/16']);
  expect(readEnvironment({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
});

test('all faults are listed together, in plain words', () => {
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
  ['DEMO', 'maybe'],
  ['RATE_LIMIT', 'no'],
  ['LOG_LEVEL', 'loud'],
  ['SMTP_URL', 'mail.test:25'],
  ['NODE_ENV', 'prod'],
])('%s=%s is refused by name', (name, value) => {
  const faults = faultsOf({ [name]: value });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(new RegExp(`^${name} must `));
});

test.each(['127.0.0.1', '127.8.0.1', '::1', 'localhost'])('limits may be off on %s', (HOST) => {
  expect(readEnvironment({ HOST, RATE_LIMIT: 'off' }).rateLimit).toBe('off');
});

test('a fault never repeats a secret', () => {
  expect(faultsOf({ APP_SECRET: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@db' }).join()).not.toContain(
    'hunter2',
  );
});
