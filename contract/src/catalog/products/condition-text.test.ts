import { specLine } from '@reprise/contract/catalog/products/spec-line';
import { expect, it } from 'vitest';
import { conditionText } from './condition-text.ts';

it('distinguishes devices by storage and color', () => {
  expect(specLine({ Display: '6.1 in OLED', Storage: '128 GB, microSD', Colour: 'Midnight' })).toBe(
    '128 GB · Midnight',
  );
  expect(specLine({ Storage: '64 GB', Case: '45 mm aluminium', Color: 'Pink' })).toBe(
    '45 mm aluminium · Pink',
  );
});

it('falls back to the first short specifications', () => {
  expect(specLine({ Notes: 'x'.repeat(60), Voltage: '230 V', Weight: '2 kg', Width: '30 cm' })).toBe(
    '230 V · 2 kg',
  );
  expect(specLine({})).toBe('');
});

it('names condition and origin once if they are the same', () => {
  expect(conditionText('refurbished', 'certified-refurbished')).toBe('Certified Refurbished');
  expect(conditionText('excellent', 'open-box')).toBe('Like New · Open box');
});
