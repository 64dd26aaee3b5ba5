import { readFileSync } from 'node:fs';
import type { Problem } from '@reprise/contract/problem';
import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openImportShop } from '../../../../test/import-shop.ts';
import { categories, products, slugRedirects } from '../../../catalog/products/products.tables.ts';
import { productImports } from '../imports.tables.ts';
import { defaultPresets } from './default-presets.ts';

const shop = await openImportShop({ now: () => new Date('2026-11-26T12:00:00Z') });
const { db, call, catalog, jobs, read, rowsOf, products: stored, answer: savePreset } = shop;

const sample = (name: string) =>
  readFileSync(new URL(`../../../../test/exports/${name}`, import.meta.url), 'utf8');
const shopify = sample('shopify-products.csv');
const woocommerce = sample('woocommerce-products.csv');

const send = (text: string) => shop.send(text, { name: 'products_export.csv' });
const importAll = async (text: string) => (await shop.importAll(text)).import;

const faultsOf = async (text: string) => {
  const { id } = await send(text);
  await jobs.workUntilIdle();
  return (await rowsOf(id)).map(({ number, outcome, faults }) => [number, outcome, faults[0]?.message ?? '']);
};

beforeEach(async () => {
  await shop.restart('Smartphones', 'Laptops');
  await savePreset('shopify');
  await savePreset('woocommerce');
});

describe('an export of Shopify', () => {
  test('becomes one product per variant, in one family, with its condition, texts and images', async () => {
    expect(await importAll(shopify)).toMatchObject({
      shop: 'shopify',
      state: 'done',
      counts: { create: 5, refused: 0 },
    });
    const rows = await stored();
    expect(
      rows.map(({ sku, name, condition, priceCents, originalPriceCents, stockCount, isDraft }) => [
        sku,
        name,
        condition,
        priceCents,
        originalPriceCents,
        stockCount,
        isDraft,
      ]),
    ).toEqual([
      ['IP13-128-MID-A', 'iPhone 13 128 GB Midnight', 'excellent', 34900, 39900, 1, false],
      ['IP13-128-MID-B', 'iPhone 13 128 GB Midnight', 'good', 29900, 39900, 4, false],
      ['PX8', 'Pixel 8', 'refurbished', 19900, null, 2, true],
      ['TP-T480', 'ThinkPad T480', 'refurbished', 24999, null, 3, false],
      ['iphone-13-256-GB-Blue-Good', 'iPhone 13 256 GB Blue', 'good', 37900, null, 0, false],
    ]);
    const [, midnight, , laptop, blue] = rows;
    expect(midnight).toMatchObject({
      brand: 'Apple',
      description: 'Checked & cleaned.\n\n * Unlocked\n * With cable',
      specifications: { Storage: '128 GB', Color: 'Midnight' },
      images: ['midnight', 'box', 'back'].map(
        (name) => `https://cdn.shopify.com/s/files/1/0001/files/${name}.jpg`,
      ),
      imageAlts: ['Midnight, front', 'In the box', ''],
      seoTitle: 'iPhone 13 refurbished',
      seoDescription: 'Checked iPhones with warranty',
    });
    expect(rows[0]?.modelKey).toBe(midnight?.modelKey);
    expect(rows[0]?.familyId).toBe(blue?.familyId);
    expect(blue?.modelKey).not.toBe(midnight?.modelKey);
    expect(laptop?.modelKey).toBeNull();
  });

  test('changes nothing when it is sent again', async () => {
    await importAll(shopify);
    const before = await stored();
    const { id } = await send(shopify);
    await jobs.workUntilIdle();
    expect((await rowsOf(id)).flatMap(({ changes }) => changes)).toEqual([]);
    expect((await read(id)).counts).toEqual({ create: 0, change: 0, same: 5, refused: 0 });
    expect(await stored()).toEqual(before);
  });

  test('lets its addresses lead to the products, but for those that a product has', async () => {
    await importAll('name,sku,brand,category,price\nThinkPad T480,A,Lenovo,Laptops,5');
    const [own] = await stored();
    await importAll(shopify);
    const first = (await stored()).find(({ sku }) => sku === 'IP13-128-MID-B');
    const byHandle = async (id: string) => (await catalog('getProduct', { params: { id } })).product.id;
    expect(await byHandle('iphone-13')).toBe(first?.id);
    expect(await byHandle('thinkpad-t480')).toBe(own?.id);
    expect(await db.select().from(slugRedirects)).toHaveLength(1);
  });

  test('is read in the column names of both versions', async () => {
    await importAll(shopify);
    const before = (await stored()).map(({ id, updatedAt, version, ...row }) => row);
    await db.delete(products);
    const newNames: Record<string, string> = {
      Handle: 'URL handle',
      'Body (HTML)': 'Description',
      'Product Category': 'Product category',
      Published: 'Published on online store',
      'Variant SKU': 'SKU',
      'Variant Inventory Qty': 'Inventory quantity',
      'Variant Price': 'Price',
      'Variant Compare At Price': 'Compare-at price',
      'Image Src': 'Product image URL',
      'Variant Image': 'Variant image URL',
    };
    const [head = '', ...lines] = shopify.split('\r\n');
    const renamed = head.split(',').map((name) => newNames[name] ?? name);
    await importAll([renamed.join(','), ...lines].join('\r\n'));
    const ignoring = ({ createdAt, familyId, slug, ...row }: (typeof before)[number]) => row;
    expect((await stored()).map(({ id, updatedAt, version, ...row }) => ignoring(row))).toEqual(
      before.map(ignoring),
    );
  });
});

describe('an export of WooCommerce', () => {
  test('becomes one product per variation and simple product', async () => {
    const { id, counts } = await importAll(woocommerce);
    expect(counts).toMatchObject({ create: 3, refused: 3 });
    const rows = await stored();
    expect(
      rows.map(({ sku, name, condition, priceCents, originalPriceCents, stockCount }) => [
        sku,
        name,
        condition,
        priceCents,
        originalPriceCents,
        stockCount,
      ]),
    ).toEqual([
      // Its sale is over.
      ['GX-S22-F', 'Galaxy S22 128 GB', 'fair', 25900, null, 2],
      ['XPS13', 'XPS 13 16 GB', 'refurbished', 49950, null, 1],
      // Its regular price is no price when new.
      ['woo-45', 'Galaxy S22 128 GB', 'good', 27900, null, 5],
    ]);
    const [fair, laptop, good] = rows;
    expect(good).toMatchObject({
      brand: 'Samsung',
      featured: true,
      description: 'Tested.\n\nUnlocked.',
      images: ['s22-good', 's22', 's22-back'].map(
        (name) => `https://old-shop.example/wp-content/uploads/${name}.jpg`,
      ),
    });
    expect(good?.modelKey).toBe(fair?.modelKey);
    expect(laptop).toMatchObject({
      description: 'A laptop, 13 inches.',
      specifications: { Memory: '16 GB' },
      images: ['https://old-shop.example/wp-content/uploads/xps.jpg'],
    });
    expect(
      (await rowsOf(id))
        .filter(({ outcome }) => outcome === 'refused')
        .map(({ number, faults }) => [number, faults[0]?.message]),
    ).toEqual([
      [6, 'A grouped product cannot be imported: it only lists other products'],
      [7, 'A download cannot be imported'],
      [8, 'The product of this variation, “id:999”, is not in the file. Export both'],
    ]);
    expect((await catalog('getProduct', { params: { id: 'galaxy-s22' } })).product.id).toBe(good?.id);
  });
});

describe('the preset', () => {
  test('asks what unknown conditions and categories are, and knows them from then on', async () => {
    const text = shopify.replace('Like new', 'Grade AB').replace(/,Laptops,/, ',Notebooks,');
    const problem: Problem = await send(text).then(
      () => expect.unreachable(),
      (error) => error,
    );
    expect(problem).toMatchObject({
      code: 'VALIDATION_ERROR',
      message:
        'This export of Shopify has 1 unknown condition and 1 unknown category. Say what they are here.',
      details: {
        unknownValues: {
          shop: 'shopify',
          conditions: [{ value: 'Grade AB', rows: 1 }],
          categories: [{ value: 'Notebooks', rows: 1 }],
        },
      },
    });
    expect(await db.select().from(productImports)).toEqual([]);
    const [laptops] = await db.select().from(categories).orderBy(asc(categories.name)).limit(1);
    await savePreset('shopify', {
      conditions: [...defaultPresets.shopify.conditions, { value: 'Grade AB', condition: null }],
      categories: [{ value: 'notebooks', categoryId: laptops?.id ?? '' }],
    });
    expect((await importAll(text)).counts).toMatchObject({ create: 4, refused: 1 });
    expect((await stored()).find(({ sku }) => sku === 'TP-T480')?.categoryId).toBe(laptops?.id);
    expect((await faultsOf(text))[1]).toEqual([
      3,
      'refused',
      'Left out, because its condition is left out of imports',
    ]);
  });

  test('asks for the condition of products that name none', async () => {
    const text = shopify.replaceAll('refurbished,', ',');
    await expect(send(text)).rejects.toMatchObject({
      details: { unknownValues: { conditions: [{ value: '', rows: 2 }], categories: [] } },
    });
  });

  test('says what its columns are, until it is reset', async () => {
    const { columns } = defaultPresets.shopify;
    const battery = { name: 'Battery (product.metafields.custom.battery)', column: 'batteryHealth' };
    await savePreset('shopify', { columns: [...columns, battery], defaultBrand: 'Nobody' });
    const [head = '', ...lines] = shopify.split('\r\n');
    const at = head.split(',').indexOf(battery.name);
    expect(at).toBeGreaterThan(0);
    await importAll([head, ...lines].join('\r\n').replace(',Lenovo,', ',,'));
    expect((await stored()).find(({ sku }) => sku === 'TP-T480')?.brand).toBe('Nobody');
    const { preset } = await call('resetExportPreset', { as: 'admin', params: { shop: 'shopify' } });
    expect(preset).toEqual(defaultPresets.shopify);
    expect((await call('listExportPresets', { as: 'admin' })).presets[0]).toEqual(defaultPresets.shopify);
  });
});
