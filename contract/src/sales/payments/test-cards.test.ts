import { expect, test } from 'vitest';
import { isExpired, isExpiry, testCardFor } from './test-cards.ts';

test('maps documented test numbers with any grouping', () => {
  expect(testCardFor('4242 4242 4242 4242')).toBe('pm_card_visa');
  expect(testCardFor('3782-822463-10005')).toBe('pm_card_visa');
  expect(testCardFor('4000000000000002')).toBe('pm_card_chargeDeclined');
  expect(testCardFor('4000000000009995')).toBe('pm_card_chargeDeclinedInsufficientFunds');
  expect(testCardFor('4000000000000069')).toBe('pm_card_chargeDeclinedExpiredCard');
  expect(testCardFor('4000000000000127')).toBe('pm_card_chargeDeclinedIncorrectCvc');
  expect(testCardFor('4000000000000119')).toBe('pm_card_chargeDeclinedProcessingError');
});

test('returns null for other numbers', () => {
  expect(testCardFor('4111111111111111')).toBeNull();
  expect(testCardFor('')).toBeNull();
  expect(testCardFor('constructor')).toBeNull();
  expect(testCardFor('__proto__')).toBeNull();
});

test('finds a card expired when its month has ended, and checks no other text', () => {
  const now = new Date(2026, 10, 30, 23, 59);
  for (const expiry of ['10/26', '1026', '10 / 2026', '12/25']) expect(isExpired(expiry, now)).toBe(true);
  for (const expiry of ['11/26', '01/27', '12/2034', '13/20', '0/20', 'never', '']) {
    expect(isExpired(expiry, now)).toBe(false);
  }
});

test('takes a month of a year for an expiry, and no other text', () => {
  for (const expiry of ['12/34', '1234', '01 / 2020']) expect(isExpiry(expiry)).toBe(true);
  for (const expiry of ['13/20', '00/30', '1/30', '12/3', '12/1999', 'never', ''])
    expect(isExpiry(expiry)).toBe(false);
});
