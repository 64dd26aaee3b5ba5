import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../../platform/log.ts';
import { openResponseCache } from '../../platform/response-cache/open-response-cache.ts';
import { renderMail } from '../notifications/mails/render-mail.ts';

const database = await openTestDatabase();
const cache = await openResponseCache(database, createLog('silent'));
const { app, deps, call, signIn, register } = await openTestApp(database, {}, cache.responseCache);
const admin = await signIn();

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 80, b: 90, alpha: 0.5 } } });

async function upload(bytes: Buffer, variant = 'light', token = admin) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'logo.png');
  const request = new Request('http://shop.test', { method: 'POST', body: form });
  const response = await app.inject({
    method: 'POST',
    url: `/api/settings/logo/${variant}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}
const remove = (variant = 'light') => call('DELETE', `/settings/logo/${variant}`, { token: admin });
const shown = async () => (await call('GET', '/settings/public')).body.data.settings.logo;

beforeEach(async () => {
  await remove();
});

test.each([
  ['PNG', () => blank(900, 300).png()],
  ['WebP', () => blank(900, 300).webp()],
  ['JPEG', () => blank(900, 300).jpeg()],
])('a %s logo is stored as a small PNG and shown at once', async (_name, image) => {
  expect(await shown()).toBeNull();
  expect((await upload(await image().toBuffer())).status).toBe(200);
  const { light, dark } = await shown();
  expect([light.width, light.height, dark]).toEqual([384, 128, null]);
  expect(existsSync(join(deps.environment.dataDir, light.url))).toBe(true);
  const served = await app.inject(light.url);
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png']);
});

test('a logo for dark backgrounds needs the other, and goes with it', async () => {
  const bytes = await blank(200, 64).png().toBuffer();
  expect((await upload(bytes, 'dark')).body.code).toBe('NOT_FOUND');
  await upload(bytes);
  expect((await upload(await blank(300, 64).png().toBuffer(), 'dark')).body.data.logo.dark.width).toBe(300);
  await remove('dark');
  expect(await shown()).toMatchObject({ light: { width: 200 }, dark: null });
  await remove();
  expect(await shown()).toBeNull();
});

test('rejects other formats, damaged and tiny images and keeps the current logo', async () => {
  await upload(await blank(200, 64).png().toBuffer());
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect((await upload(svg)).body).toMatchObject({
    code: 'UNSUPPORTED_IMAGE',
    message: expect.stringContaining('SVG files can contain scripts'),
  });
  expect((await upload(await blank(60, 40).gif().toBuffer())).body.code).toBe('UNSUPPORTED_IMAGE');
  const png = await blank(200, 64).png().toBuffer();
  expect((await upload(png.subarray(0, 60))).body.code).toBe('UNREADABLE_IMAGE');
  expect((await upload(await blank(200, 20).png().toBuffer())).body.message).toContain('only 20 pixels high');
  expect((await upload(png, 'sepia')).status).toBe(404);
  const customer = await register();
  expect((await upload(png, 'light', customer.token)).status).toBe(403);
  expect(await shown()).toMatchObject({ light: { width: 200 } });
});

test('mails show the logo instead of the name, and the name without one', async () => {
  const mail = async () => {
    const { settings } = (await call('GET', '/settings/public')).body.data;
    return renderMail(
      { kind: 'test', eventKey: 'e', to: 'a@b.test' } as never,
      settings,
      'https://shop.test',
    );
  };
  expect((await mail()).html).not.toContain('<img');
  await upload(await blank(900, 300).png().toBuffer());
  const { html } = await mail();
  expect(html).toContain(`src="https://shop.test${(await shown()).light.url}"`);
  expect(html).toContain('alt="Reprise"');
  expect(html).toMatch(/width="96"[^>]*height="32"|height="32"[^>]*width="96"/);
});
