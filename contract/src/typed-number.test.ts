import { expect, test } from 'vitest';
import { readAmount, readRate, readWhole } from './typed-number.ts';
import { price } from './wire.ts';

test('reads amounts as they are written in the United States', () => {
  expect(['$1,299.00', '1299', '$89', ' .5 ', '12.', '-3', '1,234,567.89'].map(readAmount)).toEqual([
    1299, 1299, 89, 0.5, 12, -3, 1_234_567.89,
  ]);
  expect(readAmount(' ')).toBeUndefined();
});

test('a comma for cents is refused with the way to write it', () => {
  for (const typed of ['149,50', '1.299,00', '9,99', '1,29,900', '12,3456']) {
    const result = price('Enter a price').safeDecode(readAmount(typed) as number);
    expect(result.error?.issues[0]?.message).toBe('Use a point for decimals: 149.50.');
  }
});

test('text that is no amount is refused with an example', () => {
  for (const typed of ['free', '1e3', '$', '0x10', '1 299', 'NaN', 'Infinity', '٣']) {
    const result = price('Enter a price').safeDecode(readAmount(typed) as number);
    expect(result.error?.issues[0]?.message).toBe('Enter an amount such as 149.50.');
  }
});

test('a whole number has no point, a rate no comma', () => {
  expect(['30', '1,095', '-2', '1.095', '12,5'].map(readWhole)).toEqual([30, 1095, -2, '1.095', '12,5']);
  expect(['8.875', '-10', '8,875'].map(readRate)).toEqual([8.875, -10, '8,875']);
});
