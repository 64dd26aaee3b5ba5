import { expect, test } from 'vitest';
import { type CsvValue, csvFile } from './csv.ts';

async function textOf(batches: CsvValue[][][]) {
  let text = '';
  for await (const piece of csvFile(['a'], batches)) text += piece;
  return text;
}

test.each([
  ['=1+1', "'=1+1"],
  ['+1 555', "'+1 555"],
  ['-5', "'-5"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
])('the cell %j is written as %j', async (cell, written) => {
  expect(await textOf([[[cell]]])).toBe(`\ufeffa\r\n${written}\r\n`);
});

test('figures stay figures, nothing stays empty, and every batch follows the one before', async () => {
  expect(await textOf([[[-5.5]], [], [[null], ['x']]])).toBe('\ufeffa\r\n-5.5\r\n\r\nx\r\n');
});
