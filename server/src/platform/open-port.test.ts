import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openPort } from './open-port.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(port: number, host = '127.0.0.1'): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  servers.push(server);
  return server;
}

async function occupyPort() {
  const server = await listen(0);
  return { server, port: (server.address() as AddressInfo).port };
}

test('a port in use is waited for until it is free', async () => {
  const { server, port } = await occupyPort();
  const warnings: string[] = [];
  const warn = (message: string) => {
    warnings.push(message);
    server.close();
  };
  await openPort({ setting: 'PORT', port, host: '127.0.0.1' }, () => listen(port), { warn });
  expect(warnings).toEqual([`Port ${port} (PORT) is in use. Waiting up to 10 s for it to be free.`]);
  expect(servers).toHaveLength(2);
});

test('a port that stays in use is named with its setting', async () => {
  const { port } = await occupyPort();
  const opening = openPort(
    { setting: 'METRICS_PORT', port, host: '127.0.0.1' },
    () => listen(port),
    { warn: () => {} },
    0,
  );
  await expect(opening).rejects.toThrow(
    `Port ${port} is in use by another program. Stop it, or choose another METRICS_PORT.`,
  );
});

test('an address of another machine is named with HOST', async () => {
  const opening = openPort({ setting: 'PORT', port: 0, host: '192.0.2.1' }, () => listen(0, '192.0.2.1'), {
    warn: () => {},
  });
  await expect(opening).rejects.toThrow('HOST=192.0.2.1 is not an address of this machine.');
});
