import { afterAll, beforeAll, expect } from 'vitest';
import { signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { sendRaw } from './send-raw.ts';

const metricsToken = 'a-token-for-metrics-of-32-characters';
let shop: AttackedShop;

beforeAll(async () => {
  shop = await openAttackedShop({ settings: { METRICS_TOKEN: metricsToken } });
});

afterAll(async () => {
  await shop?.stop();
});

const report = (body: unknown, from = '10.9.0.1', type = 'application/csp-report') =>
  sendRaw(shop.url, {
    method: 'POST',
    path: '/csp-reports',
    headers: { 'content-type': type, 'x-forwarded-for': from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

attack('22', 'every answer denies the browser features that the shop does not use', async (tell) => {
  const paths = [
    '/',
    '/deals',
    '/login',
    '/nowhere',
    '/api/products',
    '/api/nothing',
    '/icon.svg',
    '/sitemap.xml',
  ];
  // The second answer comes from the cache.
  for (const path of [...paths, ...paths]) {
    const { headers } = await sendRaw(shop.url, { path });
    const policy = String(headers['permissions-policy']);
    expect([path, policy]).toEqual([path, expect.stringContaining('camera=(), ')]);
    expect(policy).toContain('payment=(self "https://js.stripe.com")');
    expect(policy).toContain('publickey-credentials-get=(self)');
  }
  const { headers } = await sendRaw(shop.url, { path: '/admin/receive' });
  expect(headers['permissions-policy']).toContain('camera=(self), ');
  tell(`${paths.length} of ${paths.length} paths`);
});

attack('22', 'reports of a policy are bounded, counted by directive and not stored', async (tell) => {
  const page = await sendRaw(shop.url, { path: '/deals' });
  expect(String(page.headers['content-security-policy'])).toMatch(/report-uri \/csp-reports; report-to csp$/);
  expect(page.headers['reporting-endpoints']).toBe('csp="/csp-reports"');

  const canary = `canary-${crypto.randomUUID()}`;
  const old = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': canary } };
  const current = [
    { type: 'csp-violation', body: { effectiveDirective: 'script-src-elem', sample: canary } },
  ];
  expect((await report(old)).status).toBe(204);
  expect((await report(current, '10.9.0.1', 'application/reports+json')).status).toBe(204);
  expect((await report({ 'csp-report': { 'effective-directive': `made up ${canary}` } })).status).toBe(204);
  expect((await report('{broken')).status).toBe(400);
  expect((await report(JSON.stringify({ note: 'x'.repeat(9000) }))).status).toBe(413);

  const statuses: number[] = [];
  for (let index = 0; index < 80; index++) statuses.push((await report(old, '10.9.0.2')).status);
  const counted = statuses.filter((status) => status === 204).length;
  expect(counted).toBe(60);
  expect(statuses.at(-1)).toBe(429);

  const metrics = await sendRaw(shop.url, {
    path: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const series = metrics.text.match(/^csp_reports_total\{.*$/gm) ?? [];
  expect(series.sort()).toEqual([
    'csp_reports_total{directive="img-src"} 61',
    'csp_reports_total{directive="other"} 1',
    'csp_reports_total{directive="script-src-elem"} 1',
  ]);
  expect(shop.output.filter((line) => line.includes(canary))).toEqual([]);
  tell(`${counted} of 80 counted, none stored`);
});

attack('22', 'security.txt names a contact for less than a year and follows the settings', async (tell) => {
  const read = async () => (await sendRaw(shop.url, { path: '/.well-known/security.txt' })).text;
  const field = (text: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const text = await read();
  const days = (Date.parse(field(text, 'Expires') ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
  expect(field(text, 'Canonical')).toMatch(/^https?:\/\/[^/]+\/\.well-known\/security\.txt$/);
  const token = await signIn(shop.url, admin);
  const saved = await sendRaw(shop.url, {
    method: 'PUT',
    path: '/api/settings',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ storeEmail: 'security@shop.test' }),
  });
  expect(saved.status).toBe(200);
  expect(field(await read(), 'Contact')).toBe('mailto:security@shop.test');
  tell(`expires in ${Math.round(days)} days`);
});

attack('22', 'change-password leads to the form of the profile', async (tell) => {
  const { status, headers } = await sendRaw(shop.url, { path: '/.well-known/change-password' });
  expect([status, headers.location]).toEqual([302, '/profile?change=password']);
  tell('302');
});

attack('16', 'B12: the fifty-first session of a user ends the oldest', async (tell) => {
  const body = JSON.stringify({ name: 'Ada', email: 'sessions@shop.test', password: 'canary-passwort-7' });
  const send = (path: string, from: string) =>
    sendRaw(shop.url, {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body,
    });
  const first = JSON.parse((await send('/api/auth/register', '10.8.0.1')).text).data.token;
  const me = () => sendRaw(shop.url, { path: '/api/auth/me', headers: { authorization: `Bearer ${first}` } });
  for (let index = 0; index < 49; index++) await send('/api/auth/login', `10.8.1.${index}`);
  expect((await me()).status).toBe(200);
  await send('/api/auth/login', '10.8.2.1');
  expect((await me()).status).toBe(401);
  const [row] = await shop.query<{ count: string }>(
    `select count(*) from sessions join users on users.id = user_id where email = 'sessions@shop.test'`,
  );
  expect(Number(row?.count)).toBe(50);
  tell(`${row?.count} sessions after 51 sign-ins`);
});
