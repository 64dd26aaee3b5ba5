import { readdirSync } from 'node:fs';
import { deviceKindOf } from '@reprise/contract/catalog/grading/device-kinds';
import { batteryFloorsOf } from '@reprise/contract/catalog/grading/grade-standard';
import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { describe, expect, test } from 'vitest';
import { defaultStandard } from '../src/catalog/grading/default-standards.ts';
import {
  type CategoryName,
  categoryNames,
  type DemoModel,
  type DemoProduct,
  demoCategories,
  demoModels,
  imagesOf,
} from './models.ts';
import { readDemoImage } from './read-demo.ts';

/** From the dearest to the cheapest. */
const conditions = ['excellent', 'refurbished', 'good', 'fair'] as const;

const products = demoModels.flatMap((model) => model.products);

function byModelKey(): DemoProduct[][] {
  return [...Map.groupBy(products, (product) => product.modelKey).values()];
}

function duplicates(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('the demo shop’s shelf', () => {
  test('each category has twelve models and thirty products of all conditions', () => {
    for (const name of categoryNames) {
      expect(demoModels.filter((model) => model.category === name).length).toBeGreaterThanOrEqual(12);
      const shelf = products.filter(({ category }) => category === name);
      expect(shelf.length).toBeGreaterThanOrEqual(30);
      expect(new Set(shelf.map(({ condition }) => condition)).size).toBe(4);
      expect(new Set(shelf.map(({ origin }) => origin)).size).toBe(3);
      expect(shelf.filter(({ featured }) => featured).length).toBeGreaterThanOrEqual(2);
    }
    expect(demoCategories.map((category) => category.name)).toEqual(categoryNames);
    expect(products.length).toBeGreaterThanOrEqual(180);
  });

  test('models were released from 2018 to 2026', () => {
    const years = demoModels.map(({ releaseYear }) => releaseYear);
    expect(Math.min(...years)).toBe(2018);
    expect(Math.max(...years)).toBe(2026);
    // Some configurations were released later than the model.
    for (const { key, releaseYear, products } of demoModels) {
      const released = products.map(({ specifications }) => Number(specifications.Released?.slice(-4)));
      expect(Math.min(...released), key).toBe(releaseYear);
    }
  });

  test('names and slugs are unique', () => {
    expect(duplicates(demoModels.map((model) => model.key))).toEqual([]);
    expect(duplicates(products.map((product) => product.slug))).toEqual([]);
    expect(duplicates(products.map((product) => product.sku))).toEqual([]);
    expect(duplicates(products.map((product) => product.description))).toEqual([]);
  });

  test('builds SKUs from brand, name and three digits', () => {
    for (const { sku, brand, name } of products) {
      const letters = (text: string) =>
        text
          .toUpperCase()
          .replace(/[^A-Z0-9]/g, '')
          .slice(0, 3);
      expect(sku).toMatch(/\d{3}$/);
      expect(sku.slice(0, -3)).toBe(letters(brand) + letters(name));
    }
  });

  test('prices fall from excellent to fair and stay below the launch price', () => {
    for (const ladder of byModelKey()) {
      const prices = conditions.flatMap((condition) =>
        ladder.filter((product) => product.condition === condition).map((product) => product.priceCents),
      );
      expect(prices).toEqual([...prices].sort((a, b) => b - a));
      expect(new Set(prices).size).toBe(prices.length);
      expect(
        new Set(ladder.map(({ name, originalPriceCents }) => `${name} ${originalPriceCents}`)).size,
      ).toBe(1);
    }
    for (const product of products) expect(product.originalPriceCents).toBeGreaterThan(product.priceCents);
  });

  test('the demo has price ladders, featured, low-stock and sold-out devices', () => {
    expect(byModelKey().filter((ladder) => ladder.length >= 3).length).toBeGreaterThanOrEqual(6);
    expect(
      products.filter((product) => product.featured && product.stockCount > 0).length,
    ).toBeGreaterThanOrEqual(8);
    expect(products.filter((product) => product.stockCount === 0).length).toBeGreaterThanOrEqual(5);
    expect(
      products.filter(({ stockCount }) => stockCount > 0 && stockCount < 5).length,
    ).toBeGreaterThanOrEqual(8);
  });

  test('devices of a category have the same specifications, those of two kinds two sets', () => {
    for (const category of categoryNames) {
      const shelf = products.filter((product) => product.category === category);
      const sets = new Set(shelf.map(({ specifications }) => Object.keys(specifications).join(', ')));
      const isOfTwoKinds = category === 'Audio & Headphones' || category === 'Gaming Consoles';
      expect(sets.size, category).toBeLessThanOrEqual(isOfTwoKinds ? 2 : 1);
    }
  });

  test('descriptions have two to four sentences', () => {
    for (const { description, features } of products) {
      const sentences = description.split(/[.?](?:\s|$)/).filter(Boolean);
      expect(sentences.length, description).toBeGreaterThanOrEqual(2);
      expect(sentences.length, description).toBeLessThanOrEqual(4);
      expect(description).not.toContain('!');
      expect(features.length).toBeGreaterThanOrEqual(3);
      expect(features.length).toBeLessThanOrEqual(6);
    }
  });
});

describe('images', () => {
  const hero = { alt: 'the opening image', svg: readDemoImage('hero.svg') };
  const all = [
    ...demoModels.flatMap((model) =>
      Object.keys(model.colors).flatMap((color) => [
        ...imagesOf(model, color),
        ...conditions.flatMap((condition) => closeUpOf(model, color, condition) ?? []),
      ]),
    ),
    ...demoCategories.map(({ image }) => ({ alt: image.alt, svg: readDemoImage(image.file) })),
    hero,
  ];

  test('images are small, standalone and free of scripts', () => {
    for (const { svg, alt } of all) {
      const size = Buffer.byteLength(svg);
      expect(size, alt).toBeLessThan(alt === hero.alt ? 20_000 : 12_000);
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
      expect(svg).not.toMatch(/<(script|text|image|style|foreignObject|use)\b|href|NaN|undefined|Infinity/);
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|data:/);
      expect(svg.match(/<feGaussianBlur/g)).toHaveLength(1);
    }
  });

  test('images are small on average', () => {
    const bytes = all.reduce((sum, { svg }) => sum + Buffer.byteLength(svg), 0);
    expect(bytes / all.length).toBeLessThan(8_000);
    expect(new Set(all.map(({ svg }) => svg)).size * (bytes / all.length)).toBeLessThan(20_000_000);
  });

  test('alt texts are unique', () => {
    expect(duplicates(all.map(({ alt }) => alt))).toEqual([]);
  });

  test('each condition of a model adds a close-up that no other has', () => {
    for (const model of demoModels) {
      for (const { color, condition, slug } of model.products) {
        const closeUp = closeUpOf(model, color.name, condition);
        expect(closeUp?.alt, slug).toContain(`${conditionLabels[condition]}, close up: `);
      }
      for (const color of Object.keys(model.colors)) {
        const svgs = conditions.flatMap((condition) => closeUpOf(model, color, condition)?.svg ?? []);
        expect(duplicates(svgs), `${model.name} ${color}`).toEqual([]);
      }
    }
  });

  test('every image is used', () => {
    const used = [
      'hero.svg',
      ...demoCategories.map(({ image }) => image.file),
      ...demoModels
        .flatMap(({ colors }) =>
          Object.values(colors).flatMap(({ images, closeUps }) => [
            ...images,
            ...Object.values(closeUps ?? {}),
          ]),
        )
        .map(({ file }) => file),
    ];
    const stored = readdirSync(new URL('../../demo/images/', import.meta.url), { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.svg') && !file.startsWith('devices/'));
    expect(stored.sort()).toEqual([...new Set(used)].sort());
  });

  test('images are well-formed and reference only their own definitions', () => {
    for (const { svg, alt } of all) {
      expect(unclosedTags(svg), alt).toEqual([]);
      const defined = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
      for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g))
        expect(defined.has(id), `${alt}: ${id}`).toBe(true);
    }
  });

  test('every model has at least two views with different alt texts', () => {
    for (const model of demoModels) {
      for (const color of Object.keys(model.colors)) {
        const images = imagesOf(model, color);
        expect(images.length).toBeGreaterThanOrEqual(2);
        expect(duplicates(images.map((image) => image.alt))).toEqual([]);
      }
    }
  });
});

/** Returns the image that a condition adds, if any. */
function closeUpOf(model: DemoModel, color: string, condition: DemoProduct['condition']) {
  return imagesOf(model, color, condition)[imagesOf(model, color).length];
}

/** Returns the names of unbalanced tags and of duplicate attributes. */
function unclosedTags(svg: string): string[] {
  const open: string[] = [];
  const faults: string[] = [];
  for (const [, closing, name = '', attributes = ''] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*\s*\/?)>/g,
  )) {
    faults.push(...duplicates([...attributes.matchAll(/([\w:-]+)="/g)].map((match) => match[1] ?? '')));
    if (closing) {
      if (open.pop() !== name) faults.push(name);
    } else if (!attributes.endsWith('/')) open.push(name);
  }
  const tags = svg.match(/</g)?.length ?? 0;
  const understood = svg.match(/<\/?[a-zA-Z]+(?:\s+[\w:-]+="[^"<]*")*\s*\/?>/g)?.length ?? 0;
  return tags === understood ? [...open, ...faults] : [...open, ...faults, 'a tag that cannot be read'];
}

const measured: readonly CategoryName[] = ['Smartphones', 'Laptops', 'Smart Watches', 'Tablets'];

test('every device with a readable battery promises what its grade does', () => {
  const wrong = products.filter(({ category, condition, batteryHealth }) => {
    const floors = batteryFloorsOf(defaultStandard(deviceKindOf(category)).grades);
    return measured.includes(category) && !((batteryHealth ?? 0) >= (floors[condition] ?? 101));
  });
  expect(wrong.map(({ slug }) => slug)).toEqual([]);
});

test('a worn offer of several devices has no words about one of them', () => {
  const several = products.filter(
    ({ condition, stockCount }) => (condition === 'good' || condition === 'fair') && stockCount > 1,
  );
  expect(several.length).toBeGreaterThan(100);
  const wrong = several.filter(({ description, deviceNote }) => description.includes(deviceNote));
  expect(wrong.map(({ slug }) => slug)).toEqual([]);
});
