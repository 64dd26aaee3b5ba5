import { addFormulaGuards, removeFormulaGuards } from '@reprise/contract/foundations/formula-guard';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvValue, csvFile, phoneCell } from './csv.ts';

async function textOf(batches: CsvValue[][][]) {
  let text = '';
  for await (const chunk of csvFile(['a'], batches)) text += chunk;
  return text;
}

test.each([
  ['=1+1', "'=1+1"],
  ['+1 555', "'+1 555"],
  ['-5', "'-5"],
  ['-18.68+1', "'-18.68+1"],
  ['-05', "'-05"],
  ['- 5', "'- 5"],
  ['+5', "'+5"],
  ['a;-5', '"a;\'-5"'],
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
])('writes the cell %j as %j', async (cell, written) => {
  expect(await textOf([[[cell]]])).toBe(`\ufeffa\r\n${written}\r\n`);
});

test('writes text that is a negative number as one, but at the beginning of a line', async () => {
  const cells = ['-18.68', '-18.68', '-18.68+1', '-05'];
  expect(await textOf([[cells]])).toBe("\ufeffa\r\n'-18.68,-18.68,'-18.68+1,'-05\r\n");
});

test('writes negative numbers as numbers, null as an empty cell, batches in order', async () => {
  expect(await textOf([[[-5.5], [5.5]], [], [[null], ['x']]])).toBe('\ufeffa\r\n-5.5\r\n5.5\r\n\r\nx\r\n');
});

test.each([
  ['+1 555 0100', '(+1) 555 0100'],
  ['＋15550100', '(＋15550100)'],
  ['+', '(+)'],
  ['555-0100', '555-0100'],
  [null, null],
])('writes the phone number %j as %j', (phone, written) => {
  expect(phoneCell(phone)).toBe(written);
});

const unit = fc.constantFrom(...'=+-@＝＋－＠;,\t|\r\n "\'a1é\u00a0\u200b');
const hostile = fc.string({ unit, maxLength: 12 });

test('no text yields a cell that begins with a formula, with any separator', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(hostile, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      async (rows) => {
        const text = await textOf([rows]);
        // A number is no formula.
        for (const cell of cellsWithAnySeparator(text))
          if (!/^-(0|[1-9]\d*)(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[\s"\u200b]*[=+\-@＝＋－＠]/);
      },
    ),
    { numRuns: 2000 },
  );
});

test('removing the guards restores the text exactly', () => {
  fc.assert(
    fc.property(hostile, (text) => removeFormulaGuards(addFormulaGuards(text)) === text),
    { numRuns: 5000 },
  );
});

/** Splits the text at each separator, with quotes as spreadsheets do and without as simple parsers do. */
function cellsWithAnySeparator(text: string): string[] {
  return [',', ';', '\t'].flatMap((separator) => [
    ...readAsSpreadsheet(text.slice(1), separator),
    ...text
      .slice(1)
      .split(/[\r\n]/)
      .flatMap((line) => line.split(separator)),
  ]);
}

/** Parses leniently: a quote inside a cell is text, and an unclosed one ends with the file. */
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
