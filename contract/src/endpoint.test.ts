import { expect, test } from 'vitest';
import { allEndpoints } from './all-endpoints.ts';
import type { Endpoint } from './endpoint.ts';

test('a call with a token in its path and a body looks the token up first', () => {
  const endpoints: [string, Endpoint][] = Object.entries(allEndpoints);
  const unchecked = endpoints.filter(
    ([, { path, body, upload, credentialInPath }]) =>
      /:(token|ticket|secret)\b/.test(path) && (body ?? upload) !== undefined && !credentialInPath,
  );
  expect(unchecked.map(([name]) => name)).toEqual([]);
});
