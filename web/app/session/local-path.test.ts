import { expect, test } from 'vitest';
import { canOpen, localPath, signInUrl } from './local-path.ts';

test.each([
  ['/orders?status=shipped&page=2', '/orders?status=shipped&page=2'],
  ['/track#a', '/track#a'],
])('keeps the local path %s', (from, path) => {
  expect(localPath(from)).toBe(path);
});

test.each([
  null,
  '',
  'orders',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
])('replaces %s by the home page', (from) => {
  expect(localPath(from)).toBe('/');
});

test('reads the return path back from the sign-in URL', () => {
  const url = signInUrl('/orders?search=a&b=c');
  expect(localPath(new URL(url, 'http://x').searchParams.get('from'))).toBe('/orders?search=a&b=c');
});

test('lets only administrators open the back office', () => {
  for (const path of ['/admin', '/admin/orders', '/admin?tab=1']) {
    expect(canOpen(path, 'customer')).toBe(false);
    expect(canOpen(path, 'admin')).toBe(true);
  }
  expect(canOpen('/administration', 'customer')).toBe(true);
  expect(canOpen('/orders', 'customer')).toBe(true);
});
