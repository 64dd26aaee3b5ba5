import { settingsEndpoints } from '@reprise/contract/foundations/settings';
import { Problem, type ProblemCode } from '@reprise/contract/problem';
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

test.each<[ProblemCode, number]>([
  ['NOT_FOUND', 404],
  ['VALIDATION_ERROR', 404],
  ['UNAUTHENTICATED', 404],
  ['FORBIDDEN', 404],
  ['GONE', 410],
  ['RATE_LIMITED', 429],
])('a page that does not catch %s responds with %i', async (code, status) => {
  const client = clientFailingWith(new Problem(code, 'No.'));
  const refusal = await client.getPublicSettings({}).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ type: 'DataWithResponseInit', data: { code }, init: { status } });
});
