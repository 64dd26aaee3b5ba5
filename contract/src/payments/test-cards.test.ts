import { expect, test } from 'vitest';
import { testCardFor } from './test-cards.ts';

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
