import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitBodiesInFlight } from './body-budget.ts';

const megabyte = 1024 * 1024;
let app: ReturnType<typeof open>;
let port = 0;

function open() {
  const server = Fastify({ bodyLimit: 10 * megabyte });
  limitBodiesInFlight(server);
  server.post('/stranger', async () => 'read');
  server.post(
    '/staff',
    {
      onRequest: async (call) => {
        call.isCredentialChecked = true;
      },
    },
    async () => 'read',
  );
  return server;
}

beforeEach(async () => {
  app = open();
  await app.listen();
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  app.server.closeAllConnections();
  await app.close();
});

const start = (path: string, headers: Record<string, string>): ClientRequest => {
  const sent = request({ port, path, method: 'POST', headers: { 'content-type': 'text/plain', ...headers } });
  sent.on('error', () => {});
  return sent;
};

/** Sends the first byte of a body; returns a function that breaks the connection, once the shop has the request. */
async function hold(path: string, headers: Record<string, string>): Promise<() => Promise<void>> {
  const arrival = once(app.server, 'request');
  const sent = start(path, headers);
  sent.write('x');
  const [, response] = await arrival;
  const closed = once(response, 'close');
  return async () => {
    sent.destroy();
    await closed;
  };
}
const holdBytes = (path: string, bytes: number) => hold(path, { 'content-length': String(bytes) });

async function send(path: string, bytes: number): Promise<IncomingMessage> {
  const sent = start(path, { 'content-length': String(bytes) });
  sent.end(Buffer.alloc(bytes, 'x'));
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer;
}

test('refuses a body above the bytes of the process with 503', async () => {
  for (let index = 0; index < 6; index++) await holdBytes('/staff', 10 * megabyte);
  expect((await send('/staff', 4 * megabyte)).statusCode).toBe(200);
  expect((await send('/staff', 5 * megabyte)).statusCode).toBe(503);
});

test('counts a chunked body by the limit of its route', async () => {
  for (let index = 0; index < 6; index++) await hold('/staff', { 'transfer-encoding': 'chunked' });
  expect((await send('/staff', 5 * megabyte)).statusCode).toBe(503);
});

test('bodies of strangers leave room for staff and for small bodies', async () => {
  await holdBytes('/stranger', 9 * megabyte);
  await holdBytes('/stranger', 7 * megabyte);
  expect((await send('/stranger', megabyte)).statusCode).toBe(503);
  expect((await send('/stranger', 16 * 1024)).statusCode).toBe(200);
  expect((await send('/staff', 9 * megabyte)).statusCode).toBe(200);
});

test('gives the bytes back when a response is sent and when a connection breaks', async () => {
  for (let index = 0; index < 5; index++)
    expect((await send('/stranger', 9 * megabyte)).statusCode).toBe(200);
  const breaks = [await holdBytes('/stranger', 9 * megabyte), await holdBytes('/stranger', 6 * megabyte)];
  expect((await send('/stranger', 9 * megabyte)).statusCode).toBe(503);
  for (const breakConnection of breaks) await breakConnection();
  expect((await send('/stranger', 9 * megabyte)).statusCode).toBe(200);
});
