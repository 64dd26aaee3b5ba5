import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesCell, pairsCell, readLines, readPairs } from './list-cells.ts';

const text = fc
  .array(
    fc.constantFrom(
      'a',
      'B',
      ' ',
      ':',
      ': ',
      ',',
      '|',
      '\n',
      '\\',
      '\\n',
      '\\:',
      '-',
      '=',
      "'",
      '"',
      '<b>',
      'é',
      '0',
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join('').trim());

test('reads the pairs that it wrote, whatever signs they have', () => {
  const pairs = fc.dictionary(text.filter(Boolean), text, { maxKeys: 4 });
  fc.assert(
    fc.property(pairs, (values) => {
      expect(readPairs(pairsCell(values))).toEqual({ ...values });
    }),
  );
});

test('reads the lines that it wrote, whatever signs they have', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (values) => {
      expect(readLines(linesCell(values))).toEqual(values);
    }),
  );
});

test('reads pairs as people write them', () => {
  expect(readPairs('Color: Space: the final gray\r\n\r\n  Path:  C:\\temp ')).toEqual({
    Color: 'Space: the final gray',
    Path: 'C:\\temp',
  });
  expect(readPairs('Color:Red')).toBeUndefined();
  expect(readPairs('Color: Red\nColor: Blue')).toBeUndefined();
});
