import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { callerNetworkOf } from './caller-network.ts';

async function networkOfRequest(remoteAddress: string, forwardedFor?: string, trusted: string[] = []) {
  const app = Fastify({ trustProxy: trusted.length > 0 ? trusted : false });
  app.get('/', async (request) => ({ network: callerNetworkOf(request) }));
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const response = await app.inject({ url: '/', remoteAddress, headers });
  return response.json().network;
}

test.each([
  ['127.0.0.1'],
  ['10.0.0.2'],
  ['172.17.0.1'],
  ['192.168.1.9'],
  ['100.64.0.1'],
  ['::1'],
  ['::ffff:10.0.0.2'],
  ['fd00::2'],
  ['fe80::1'],
])('a forwarded request from %s, which is not trusted, has the network of a proxy', async (proxy) => {
  const plain = await networkOfRequest(proxy);
  expect(await networkOfRequest(proxy, '203.0.113.9')).toBe(`proxy:${plain}`);
  expect(plain).not.toContain('proxy');
});

test('X-Forwarded-For from a public address is ignored', async () => {
  expect(await networkOfRequest('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
  expect(await networkOfRequest('2001:db8::1', '203.0.113.9')).toBe('2001:db8:0:0');
});

test('X-Forwarded-For from a trusted proxy is used, private addresses included', async () => {
  expect(await networkOfRequest('10.0.0.2', '203.0.113.9', ['10.0.0.2'])).toBe('203.0.113.9');
  expect(await networkOfRequest('127.0.0.1', '10.1.2.3', ['127.0.0.1'])).toBe('10.1.2.3');
  expect(await networkOfRequest('10.0.0.2', undefined, ['10.0.0.2'])).toBe('10.0.0.2');
});

test('an entry that the visitor adds to X-Forwarded-For is ignored', async () => {
  expect(await networkOfRequest('10.0.0.2', '1.2.3.4, 203.0.113.9', ['10.0.0.2'])).toBe('203.0.113.9');
});

test('an untrusted proxy behind a trusted one has the network of a proxy', async () => {
  expect(await networkOfRequest('127.0.0.1', '203.0.113.9, 10.0.0.2', ['127.0.0.1'])).toBe('proxy:10.0.0.2');
});
