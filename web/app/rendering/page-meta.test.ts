import { expect, test } from 'vitest';
import { pageMeta } from './page-meta.ts';

const root = { loaderData: { origin: 'https://shop.example', settings: { storeName: 'Reprise' } } };
const imageMetaOf = (image?: string) =>
  pageMeta(root, { title: 'A page', description: 'What it says', path: '/page', ...(image && { image }) })
    .filter((tag) => 'property' in tag && String(tag.property).startsWith('og:image'))
    .map((tag) => ('content' in tag ? tag.content : ''));

test('a shared page has a JPEG of its image with its size', () => {
  const name = 'a'.repeat(64);
  const jpeg = [`https://shop.example/media/${name}.jpg`, '1200', '630'];
  expect(imageMetaOf(`/media/${name}.svg`)).toEqual(jpeg);
  expect(imageMetaOf(`/media/${name}.webp`)).toEqual(jpeg);
});

test('a page without an image has the shop’s default', () => {
  expect(imageMetaOf()).toEqual(['https://shop.example/img/share.jpg', '1200', '630']);
});

test('an external image is used unchanged', () => {
  expect(imageMetaOf('https://cdn.example/a.png')).toEqual(['https://cdn.example/a.png']);
});
