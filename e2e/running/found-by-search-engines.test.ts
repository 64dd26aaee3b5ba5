import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// URLs, redirects and metadata as a search engine sees them.

const folder = mkdtempSync(join(tmpdir(), 'reprise-found-'));
let shop: RunningShop;
let token: string;
/** Origin from the shop's settings; tests call the shop under another one. */
let origin: string;

beforeAll(async () => {
  shop = await runShop({ dataDir: folder });
  token = await signIn(shop.url, admin);
  origin = `http://localhost:${new URL(shop.url).port}`;
});

afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function read(path: string) {
  const response = await fetch(`${shop.url}${path}`, { redirect: 'manual' });
  const html = await response.text();
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  return {
    status: response.status,
    location: response.headers.get('location'),
    canonical: canonical?.startsWith(origin) ? canonical.slice(origin.length) : canonical,
    hidden: /<meta name="robots" content="noindex"/.test(html),
    facts: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, json = '']) => JSON.parse(json),
    ),
    html,
  };
}

async function product(id: string) {
  return (await call(shop.url, 'GET', `/products/${id}`)).body.data.product;
}

test('redirects the id and former slugs of a product to its canonical URL', async () => {
  const id = await addProduct(shop.url, token, 3);
  const before = await product(id);
  const body = { ...before, name: `Renamed ${crypto.randomUUID()}` };
  expect((await call(shop.url, 'PUT', `/products/${id}`, { token, body })).status).toBe(200);
  const { slug } = await product(id);
  expect(slug).not.toBe(before.slug);

  for (const former of [id, before.slug]) {
    // The redirect preserves the query parameters that the page knows.
    const answer = await read(`/product/${former}?sort=highest`);
    expect([answer.status, answer.location]).toEqual([301, `/product/${slug}?sort=highest`]);
  }
  const page = await read(`/product/${slug}?from=mail`);
  expect([page.status, page.canonical, page.hidden]).toEqual([200, `/product/${slug}`, false]);
  expect(page.facts.map((fact) => fact['@type'])).toEqual(['Product', 'BreadcrumbList']);
  expect(page.facts[0].offers.url).toBe(`${origin}/product/${slug}`);
  expect(page.facts[0]).not.toHaveProperty('aggregateRating');

  expect((await call(shop.url, 'DELETE', `/products/${id}`, { token })).status).toBe(200);
  for (const missing of [id, before.slug, slug]) expect((await read(`/product/${missing}`)).status).toBe(410);
  expect((await read('/product/never-was')).status).toBe(404);
});

test('redirects the former name of a category to its new one, and back after a second rename', async () => {
  const [first, second] = [`Téléphones ${crypto.randomUUID()}`, `Phones ${crypto.randomUUID()}`];
  const body = { name: first, description: 'Devices', image: '' };
  const { category } = (await call(shop.url, 'POST', '/categories', { token, body })).body.data;
  const rename = (name: string) =>
    call(shop.url, 'PUT', `/categories/${category.id}`, { token, body: { ...body, name } });
  const pathOf = (name: string) => `/products?${new URLSearchParams({ category: name })}`;
  const targetOf = async (path: string) => {
    const { status, location } = await read(path);
    return [status, location];
  };

  expect((await rename(second)).status).toBe(200);
  expect(await targetOf(`${pathOf(first)}&sort=name`)).toEqual([301, `${pathOf(second)}&sort=name`]);
  expect(await targetOf(pathOf(second.toUpperCase()))).toEqual([301, pathOf(second)]);
  expect(await targetOf(pathOf(second))).toEqual([200, null]);

  expect((await rename(first)).status).toBe(200);
  expect(await targetOf(pathOf(second))).toEqual([301, pathOf(first)]);
  expect(await targetOf(pathOf(first))).toEqual([200, null]);
});

test('indexes no list whose filter names nothing, nor repeats its text', async () => {
  const text = 'Buy pills at spam.example';
  for (const path of ['/products', '/deals', '/search'])
    for (const name of ['category', 'brand', 'family', 'color']) {
      const { hidden, canonical, html } = await read(
        `${path}?${new URLSearchParams({ q: 'thing', [name]: text })}`,
      );
      const title = /<title>.*<\/title>/.exec(html)?.[0] ?? '';
      expect([hidden, `${canonical} ${title}`.includes('pills')], `${path} ${name}`).toEqual([true, false]);
    }
});

test('leads the addresses of Shopify to imported products, also one that was missed before', async () => {
  const handle = `old-${crypto.randomUUID()}`;
  expect((await read(`/product/${handle}`)).status).toBe(404);
  const id = await addProduct(shop.url, token, 3);
  const { sku, slug } = await product(id);
  const form = new FormData();
  form.append('file', new Blob([`sku,formerSlug\n${sku},${handle}\n`]), 'addresses.csv');
  const headers = { authorization: `Bearer ${token}` };
  const sent = await fetch(`${shop.url}/api/product-imports`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data: { import: { id: string } } };
  const path = `/product-imports/${data.import.id}`;
  const stateOf = async () => (await call(shop.url, 'GET', path, { token })).body.data.import.state;
  await expect.poll(stateOf, { timeout: 30_000 }).toBe('checked');
  await call(shop.url, 'POST', `${path}/apply`, { token, body: {} });
  await expect.poll(stateOf, { timeout: 30_000 }).toBe('done');

  for (const address of [`/products/${handle}`, `/collections/phones/products/${handle}`]) {
    const answer = await read(`${address}?utm_source=old`);
    expect([answer.status, answer.location]).toEqual([301, `/product/${handle}?utm_source=old`]);
  }
  const answer = await read(`/product/${handle}`);
  expect([answer.status, answer.location]).toEqual([301, `/product/${slug}`]);
  // An address cannot lead to another host.
  expect((await read('/products/%2F%2Fevil.example')).location).toBe('/product/%2F%2Fevil.example');
});

/** Adds a product that is a family of one; returns its id, its slug and its family's id and slug. */
async function addFamilyOfOne(name: string) {
  const id = await addProduct(shop.url, token, 3);
  const body = { ...(await product(id)), name, modelKey: `model-${name.toLowerCase().replaceAll(' ', '-')}` };
  expect((await call(shop.url, 'PUT', `/products/${id}`, { token, body })).status).toBe(200);
  const listed = await call(shop.url, 'GET', `/families?search=${encodeURIComponent(name)}`, { token });
  const [family] = listed.body.data.families;
  return { id, path: `/product/${(await product(id)).slug}`, family };
}

test('every address answers after families were merged, split and moved back', async () => {
  const base = `Merged ${crypto.randomUUID()}`;
  const first = await addFamilyOfOne(`${base} 64 GB`);
  const second = await addFamilyOfOne(`${base} 128 GB`);
  const paths = [first.path, second.path];
  const change = async (path: string, body: object) => {
    const { status, body: answer } = await call(shop.url, 'POST', path, { token, body });
    expect(status).toBe(200);
    return answer.data.change;
  };
  const variantsOf = async (path: string) => {
    const { status, canonical, facts } = await read(path);
    expect([status, canonical]).toEqual([200, path]);
    const variants = facts[0].hasVariant ?? [{ offers: { url: facts[0].offers.url } }];
    return variants
      .map((variant: { url?: string; offers?: { url: string } }) => variant.url ?? variant.offers?.url)
      .sort();
  };
  const urls = (all: string[]) => all.map((path) => `${origin}${path}`).sort();

  const families = [first.family.id, second.family.id];
  const merge = await change('/families/merge', { families, into: first.family.id });
  for (const path of paths) expect(await variantsOf(path)).toEqual(urls(paths));
  const lead = await read(`/product/${second.family.slug}`);
  expect([lead.status, paths]).toEqual([301, expect.arrayContaining([lead.location])]);

  await change(`/families/${first.family.id}/split`, {
    modelKeys: [second.family.slug],
    name: `${base} alone`,
  });
  for (const path of paths) expect(await variantsOf(path)).toEqual(urls([path]));
  expect((await read(`/product/${first.family.slug}`)).location).toBe(first.path);

  // The split moved a configuration of the merge, so its undo moves nothing back that is elsewhere now.
  await call(shop.url, 'POST', `/families/changes/${merge.id}/undo`, { token, body: {} });
  for (const path of paths) expect(await variantsOf(path)).toEqual(urls([path]));
});

test('describes the store and its search on the home page', async () => {
  const { canonical, facts } = await read('/');
  expect(canonical).toBe('/');
  const [organization, site] = facts[0]['@graph'];
  expect(organization).toMatchObject({ '@type': 'Organization', name: 'Reprise', url: `${origin}/` });
  expect(site.potentialAction.target.urlTemplate).toBe(`${origin}/search?q={search_term_string}`);
});

test('indexes categories but no filtered, searched or private pages', async () => {
  const { category } = await product(await addProduct(shop.url, token, 1));
  const address = `/products?${new URLSearchParams({ category })}`;
  const list = await read(`${address}&sort=name&view=list`);
  expect([list.canonical, list.hidden]).toEqual([address, false]);
  expect(list.facts[0].itemListElement.map((step: { name: string }) => step.name)).toEqual([
    'Home',
    'Products',
    category,
  ]);
  for (const path of [
    `${address}&inStock=true`,
    '/products?search=thing',
    '/search?q=anything-else',
    '/login',
    '/cart',
  ])
    expect((await read(path)).hidden, path).toBe(true);
  const result = await read('/search?q=thing&view=list');
  expect([result.canonical, result.hidden], 'words that products hold').toEqual(['/search?q=thing', false]);
  for (const path of [
    '/products',
    '/categories',
    '/deals',
    '/support',
    '/shipping',
    '/returns',
    '/privacy',
  ]) {
    const page = await read(path);
    expect([page.canonical, page.hidden], path).toEqual([path, false]);
  }
});

test('answers every sitemap URL without a redirect and as its own canonical', async () => {
  const listed = async (path: string) =>
    [...(await read(path)).html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&').slice(origin.length),
    );
  const places = (await Promise.all((await listed('/sitemap.xml')).map(listed))).flat();
  expect(places.length).toBeGreaterThan(10);
  for (const place of places) {
    const { status, canonical, hidden } = await read(place);
    expect([status, canonical, hidden], place).toEqual([200, place, false]);
  }
});

test('answers 404 without caching for missing pages', async () => {
  for (const path of ['/nothing', '/product/nothing', '/sitemap/products-zzz.xml'])
    expect((await read(path)).status, path).toBe(404);
  expect((await read('/nothing')).hidden).toBe(true);
  // A mistyped or cut URL is not a failure of the shop.
  for (const part of ['abc', '1234567890', 'f'.repeat(32), 'x'.repeat(300), '%00', '%F0%9F%93%B1'])
    for (const path of [`/device/${part}`, `/product/${part}`]) {
      const { status, hidden, html } = await read(path);
      expect([status, hidden, html.includes('went wrong')], path).toEqual([404, true, false]);
    }
});
