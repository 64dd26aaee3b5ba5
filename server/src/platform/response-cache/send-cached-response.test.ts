import { expect, test } from 'vitest';
import { encodingFor } from './send-cached-response.ts';

const response = { body: Buffer.alloc(2000) } as Parameters<typeof encodingFor>[0];

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=1.0', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.5', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['brotli, gzipped', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
  [`gzip${' '.repeat(300)}`, 'identity'],
])('Accept-Encoding %s gets the encoding %s', (header, encoding) => {
  expect(encodingFor(response, { 'accept-encoding': header })).toBe(encoding);
});
