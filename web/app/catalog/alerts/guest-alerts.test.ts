import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { findGuestAlert, rememberGuestAlert } from './guest-alerts.ts';

function emptyStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}
const phone = { id: 'prd_phone', price: cents(20_000), inStock: true };
const soldOut = { ...phone, inStock: false };

test('a guest’s price alert is set until the price is below the one it was set at', () => {
  const storage = emptyStorage();
  rememberGuestAlert(phone, 'price-drop', storage);
  expect(findGuestAlert({ ...phone, price: cents(21_000) }, 'price-drop', storage)?.price).toBe(20_000);
  expect(findGuestAlert({ ...phone, id: 'prd_other' }, 'price-drop', storage)).toBeUndefined();
  expect(findGuestAlert(soldOut, 'back-in-stock', storage)).toBeUndefined();
  expect(findGuestAlert({ ...phone, price: cents(19_999) }, 'price-drop', storage)).toBeUndefined();
  expect(findGuestAlert(phone, 'price-drop', storage)).toBeUndefined();
});

test('a guest’s stock alert is set until the product is back in stock', () => {
  const storage = emptyStorage();
  rememberGuestAlert(soldOut, 'back-in-stock', storage);
  expect(findGuestAlert(soldOut, 'back-in-stock', storage)).toBeDefined();
  expect(findGuestAlert(phone, 'back-in-stock', storage)).toBeUndefined();
  expect(findGuestAlert(soldOut, 'back-in-stock', storage)).toBeUndefined();
});

test('at most 50 alerts of guests are stored, and unreadable ones are ignored', () => {
  const storage = emptyStorage();
  for (let index = 0; index < 60; index += 1)
    rememberGuestAlert({ ...phone, id: `prd_${index}` }, 'price-drop', storage);
  expect(findGuestAlert({ ...phone, id: 'prd_9' }, 'price-drop', storage)).toBeUndefined();
  expect(findGuestAlert({ ...phone, id: 'prd_10' }, 'price-drop', storage)).toBeDefined();
  storage.setItem('guest-alerts', '[null, {"productId": 1}, "x"');
  expect(findGuestAlert(phone, 'price-drop', storage)).toBeUndefined();
});
