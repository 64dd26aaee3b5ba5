import { settingsEndpoints } from '@reprise/contract/settings';
import { expect, test } from 'vitest';
import type { Log } from '../log.ts';
import { noDependencies } from '../response-cache/cache-dependencies.ts';
import { createServerClient } from './server-client.ts';

const silent = { error: () => {} } as unknown as Log;

function clientFailingWith(error: unknown) {
  const handlers = { getPublicSettings: () => Promise.reject(error) };
  const calls = { table: settingsEndpoints, handlers, tags: {}, log: silent };
  return createServerClient(calls, noDependencies());
}

test.each(['ECONNREFUSED', '40001'])('a page responds with 503 when a call fails with %s', async (code) => {
  const client = clientFailingWith(Object.assign(new Error('down'), { code }));
  const response = await client.getPublicSettings({}).catch((error: unknown) => error);
  expect(response).toBeInstanceOf(Response);
  expect(response).toMatchObject({ status: 503 });
});

test('an unexpected error reaches a page as INTERNAL without its message', async () => {
  const client = clientFailingWith(new Error('secret'));
  await expect(client.getPublicSettings({})).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(client.getPublicSettings({})).rejects.not.toThrow('secret');
});
