import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvValue, csvFile, phoneCell } from './csv.ts';
import { addFormulaGuards, removeFormulaGuards } from './formula-guard.ts';

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
  ['＝1', "'＝1"],
  ['\tx', '"\'\tx"'],
  ['\rx', '"\'\rx"'],
  [' =1', "' =1"],
  ['a;=1', '"a;\'=1"'],
  ['a,=1', '"a,\'=1"'],
  ['a\t=1', '"a\t\'=1"'],
  ['a\n=1', '"a\n\'=1"'],
  ['a;"=1', '"a;\'""=1"'],
  ["a;'=1", '"a;\'\'=1"'],
  ['a-b', 'a-b'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
])('the cell %j is written as %j', async (cell, written) => {
  expect(await textOf([[[cell]]])).toBe(`\ufeffa\r\n${written}\r\n`);
});

test('writes negative figures in parentheses, empty cells empty, and every batch after the one before', async () => {
  expect(await textOf([[[-5.5], [5.5]], [], [[null], ['x']]])).toBe('\ufeffa\r\n(5.5)\r\n5.5\r\n\r\nx\r\n');
});

test.each([
  ['+1 555 0100', '(+1) 555 0100'],
  ['＋15550100', '(＋15550100)'],
  ['+', '(+)'],
  ['555-0100', '555-0100'],
  [null, null],
])('the phone number %j is written as %j', (phone, written) => {
  expect(phoneCell(phone)).toBe(written);
});

const unit = fc.constantFrom(...'=+-@＝＋－＠;,\t|\r\n "\'a1é\u00a0\u200b');
const hostile = fc.string({ unit, maxLength: 12 });

test('no cell begins with a formula in any reading of any text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(hostile, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      async (rows) => {
        const text = await textOf([rows]);
        for (const cell of cellsInEveryReading(text))
          expect(cell).not.toMatch(/^[\s"\u200b]*[=+\-@＝＋－＠]/);
      },
    ),
    { numRuns: 2000 },
  );
});

test('guards are removed exactly', () => {
  fc.assert(
    fc.property(hostile, (text) => removeFormulaGuards(addFormulaGuards(text)) === text),
    { numRuns: 5000 },
  );
});

/** With quotes understood, as spreadsheets do, and without, as simple programs do. */
function cellsInEveryReading(text: string): string[] {
  return [',', ';', '\t'].flatMap((separator) => [
    ...readAsSpreadsheet(text.slice(1), separator),
    ...text
      .slice(1)
      .split(/[\r\n]/)
      .flatMap((line) => line.split(separator)),
  ]);
}

/** Never refuses a file: a quote that opens no cell is text, and one that is never closed ends with the file. */
function readAsSpreadsheet(text: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  let isAtStart = true;
  for (const character of text.replaceAll('""', '\u0001')) {
    if (character === '"' && (isAtStart || isQuoted)) isQuoted = !isQuoted;
    else if (!isQuoted && [separator, '\r', '\n'].includes(character)) cells.push('');
    else cells.push((cells.pop() ?? '') + character.replace('\u0001', '"'));
    isAtStart = cells.at(-1) === '' && !isQuoted;
  }
  return cells;
}
