import { expect, test } from 'vitest';
import { allEndpoints } from './all-endpoints.ts';
import type { Endpoint } from './endpoint.ts';

// The token of a passport grants nothing, and the answer must not tell whether it is known.
const withoutCredential = new Set(['matchPassport']);

test('a call with a credential in its path and a body looks it up first', () => {
  const endpoints: [string, Endpoint][] = Object.entries(allEndpoints);
  const unchecked = endpoints.filter(
    ([name, { path, body, upload, credentialInPath }]) =>
      !withoutCredential.has(name) &&
      /:(token|ticket|secret)\b/.test(path) &&
      (body ?? upload) !== undefined &&
      !credentialInPath,
  );
  expect(unchecked.map(([name]) => name)).toEqual([]);
});
