import { expect, test } from 'vitest';
import { localPath, mayGoTo, signInUrl } from './local-path.ts';

test.each([
  ['/orders?status=shipped&page=2', '/orders?status=shipped&page=2'],
  ['/track#a', '/track#a'],
])('%s is followed', (from, path) => {
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
])('%s leads to the home page', (from) => {
  expect(localPath(from)).toBe('/');
});

test('a return path survives the sign-in URL', () => {
  const address = signInUrl('/orders?search=a&b=c');
  expect(localPath(new URL(address, 'http://x').searchParams.get('from'))).toBe('/orders?search=a&b=c');
});

test('only administrators may go to the admin', () => {
  for (const path of ['/admin', '/admin/orders', '/admin?tab=1']) {
    expect(mayGoTo(path, 'customer')).toBe(false);
    expect(mayGoTo(path, 'admin')).toBe(true);
  }
  expect(mayGoTo('/administration', 'customer')).toBe(true);
  expect(mayGoTo('/orders', 'customer')).toBe(true);
});
