import { expect, test } from 'vitest';
import { slugify } from './slugify.ts';

test.each([
  ['Smart   Watches', 'smart-watches'],
  ['  Audio & Headphones! ', 'audio-headphones'],
  ['  iPhone 13 — 128 GB ', 'iphone-13-128-gb'],
  ['Größe Phone Ä', 'grosse-phone-a'],
  ['Téléphones & Écouteurs', 'telephones-ecouteurs'],
  ['Te\u0301le\u0301phones', 'telephones'],
  ['Çamaşır', 'camasir'],
  ['İstanbul', 'istanbul'],
  ['Телефоны', 'telefony'],
  ['Τηλέφωνα', 'tilefona'],
  ['カメラ', 'kamera'],
  ['电话', 'dianhua'],
  ['휴대폰', 'hyudaepon'],
  ['هواتف', 'hwtf'],
  ['📱', 'mobile-phone'],
  ['!?', ''],
])('writes %s as %s', (name, slug) => {
  expect(slugify(name)).toBe(slug);
});
