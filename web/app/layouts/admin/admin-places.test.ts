import { expect, test } from 'vitest';
import { adminScreens, matchesWords, newThingOn } from './admin-places.ts';

test('a place is found by the beginnings of its words, in any order', () => {
  const place = { label: 'Add product', words: 'new' };
  for (const typed of ['', 'add', 'prod add', 'NEW', ' new  prod '])
    expect(matchesWords(place, typed)).toBe(true);
  for (const typed of ['duct', 'add user', 'news']) expect(matchesWords(place, typed)).toBe(false);
});

test('every screen has a key of its own', () => {
  const keys = adminScreens.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('n begins what the screen is about', () => {
  expect(newThingOn('/admin/orders/ord_1')).toBe('/admin/orders/new');
  expect(newThingOn('/admin/users')).toBe('/admin/users?add=user');
  expect(newThingOn('/admin/settings')).toBeUndefined();
});
