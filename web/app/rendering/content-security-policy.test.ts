import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, hashInlineScripts } from './content-security-policy.ts';
import { takesPayments } from './pay-pages.ts';
import { readsCodes } from './scan-pages.ts';

const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

test('the policy names every inline script of the framework by its hash', () => {
  const { policy } = hashInlineScripts(
    '<script nonce="m1">let a = 1 < 2;</script><script nonce="m1" type="module" async="">import "/a.js";</script>',
    'm1',
  );
  expect(policy).toContain(`script-src 'self' ${hashOf('let a = 1 < 2;')} ${hashOf('import "/a.js";')};`);
});

test('an injected script gets no hash, even with a guessed nonce', () => {
  const { policy } = hashInlineScripts(
    '<p><script>steal()</script><script nonce="guess">steal(2)</script></p><script nonce="m1">ours()</script>',
    'm1',
  );
  expect(policy).toContain(hashOf('ours()'));
  expect(policy).not.toContain(hashOf('steal()'));
  expect(policy).not.toContain(hashOf('steal(2)'));
});

test('the sent page contains no nonce placeholder', () => {
  const { html } = hashInlineScripts('<link rel="preload" nonce="m1"/><script nonce="m1">a()</script>', 'm1');
  expect(html).toBe('<link rel="preload"/><script>a()</script>');
});

test('linked scripts and data blocks need no hash', () => {
  const { policy } = hashInlineScripts(
    '<script nonce="m1" src="/a.js"></script><script type="application/ld+json">{}</script>',
    'm1',
  );
  expect(policy).toBe(contentSecurityPolicy([]));
});

test('the policy allows only what pages use', () => {
  const policy = contentSecurityPolicy(["'sha256-x'"]);
  expect(policy).toMatch(/^default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).not.toContain("style-src 'unsafe-inline'");
});

test('the policy allows Stripe on payment pages only', () => {
  const open = contentSecurityPolicy([]);
  expect(open).not.toContain('stripe');
  expect(open).not.toContain('frame-src');
  const paying = contentSecurityPolicy([], { payments: true });
  expect(paying).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
  expect(paying).toContain("connect-src 'self' https://api.stripe.com;");
  expect(paying).toMatch(/frame-src https:\/\/js\.stripe\.com .* https:\/\/hooks\.stripe\.com/);
  const taking = [
    '/checkout',
    '/checkout/',
    '/orders/MJ-ABC',
    '/',
    '/orders',
    '/cart',
    '/checkout/x',
    '/orders/a/b',
  ];
  expect(taking.filter(takesPayments)).toEqual(['/checkout', '/checkout/', '/orders/MJ-ABC']);
});

test('the policy allows WebAssembly in the back office only', () => {
  expect(contentSecurityPolicy([])).not.toContain('wasm');
  expect(contentSecurityPolicy([], { codes: true })).toContain("script-src 'self' 'wasm-unsafe-eval';");
  const paths = ['/admin', '/admin/receive', '/', '/administrator', '/orders/admin', '/device/admin'];
  expect(paths.filter(readsCodes)).toEqual(['/admin', '/admin/receive']);
});
