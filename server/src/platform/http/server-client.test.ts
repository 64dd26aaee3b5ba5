import { settingsEndpoints } from '@reprise/contract/settings';
import { expect, test } from 'vitest';
import type { Log } from '../log.ts';
import { noDependencies } from '../response-cache/cache-dependencies.ts';
import { createServerClient } from './server-client.ts';

const silent = { error: () => {} } as unknown as Log;

function clientThatMeets(error: unknown) {
  const handlers = { getPublicSettings: () => Promise.reject(error) };
  const calls = { table: settingsEndpoints, handlers, tags: {}, log: silent };
  return createServerClient(calls, noDependencies());
}

test.each(['ECONNREFUSED', '40001'])('a page that meets %s is answered with 503', async (code) => {
  const met = clientThatMeets(Object.assign(new Error('down'), { code }));
  const refusal = await met.getPublicSettings({}).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Response);
  expect(refusal).toMatchObject({ status: 503 });
});

test('a fault of ours is none that passes by itself, and tells a page nothing', async () => {
  const met = clientThatMeets(new Error('secret'));
  await expect(met.getPublicSettings({})).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(met.getPublicSettings({})).rejects.not.toThrow('secret');
});
