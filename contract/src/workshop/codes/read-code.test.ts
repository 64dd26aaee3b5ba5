import { expect, test } from 'vitest';
import { passesLuhn } from './check-digits.ts';
import type { CodeReading } from './code-reading.ts';
import cases from './read-code.cases.json' with { type: 'json' };
import { readCode } from './read-code.ts';

type Case = {
  family: string;
  code: string;
  answer: string;
  numbers?: string[];
  candidates?: string[];
  also?: string;
  isSearch?: boolean;
};

const hosts = ['shop.example'];
const numbersOf = (reading: CodeReading) =>
  reading.answer === 'value' ? reading.numbers.map(({ kind, value }) => `${kind}=${value}`).sort() : [];
const joined = (numbers: string[] = []) => [...numbers].sort().join('; ');

/** `also` is another right answer: ask, refuse, one other number, or any of the candidates. */
function isRight(item: Case, reading: CodeReading): boolean {
  const said = joined(numbersOf(reading));
  if (reading.answer !== 'value') return reading.answer === item.answer || reading.answer === item.also;
  if (said === joined(item.numbers)) return true;
  return said === item.also || (item.also === 'value' && (item.candidates ?? []).includes(said));
}

const results = (cases as Case[]).map((item) => {
  const reading = readCode(item.code, { hosts, isSearch: item.isSearch ?? false });
  return { ...item, reading, isRight: isRight(item, reading) };
});
const nameOf = ({ code, reading }: (typeof results)[number]) =>
  `${JSON.stringify(code)}: ${reading.answer} ${numbersOf(reading).join('; ')}`;

test('takes no code of devices, boxes, slips and parcels for another number', () => {
  const wrong = results.filter((item) => !item.isRight && item.reading.answer === 'value');
  expect(wrong.map(nameOf)).toEqual([]);
});

test('reads, asks about or refuses at least 95 % of the codes, 85 % of each family', () => {
  const wrong = results.filter((item) => !item.isRight);
  expect(1 - wrong.length / results.length, wrong.map(nameOf).join('\n')).toBeGreaterThanOrEqual(0.95);
  for (const [family, items] of Map.groupBy(results, ({ family }) => family)) {
    const right = items.filter((item) => item.isRight).length;
    expect(right / items.length, family).toBeGreaterThanOrEqual(0.85);
  }
});

test('never completes a check digit: a wrong digit of an IMEI is no number', () => {
  const imei = '356938035643809';
  for (let index = 0; index < imei.length; index++) {
    for (const digit of '0123456789') {
      const typed = imei.slice(0, index) + digit + imei.slice(index + 1);
      const numbers = numbersOf(readCode(typed));
      expect(numbers.filter((number) => number.startsWith('imei='))).toEqual(
        typed === imei ? [`imei=${imei}`] : [],
      );
    }
  }
});

test('offers no number that the text does not have', () => {
  let seed = 11;
  const random = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  const signs = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  for (let round = 0; round < 5_000; round++) {
    const length = 4 + random(30);
    const alphabet = round % 2 === 0 ? signs : '0123456789';
    const code = Array.from({ length }, () => alphabet[random(alphabet.length)]).join('');
    const reading = readCode(code);
    if (reading.answer !== 'value') continue;
    for (const { kind, value } of reading.numbers) {
      if (kind === 'imei') expect(passesLuhn(value), code).toBe(true);
      if (kind === 'meid') continue;
      expect(code.replace(/^0+/, ''), kind).toContain(value.replace(/^(U|MJ|L)-/, '').replace(/^0+/, ''));
    }
  }
});

test('says that the scanner has another keyboard language, and never trusts a serial so read', () => {
  expect(readCode('UßAYZ3W9K8')).toMatchObject({
    answer: 'value',
    notice: expect.stringContaining('keyboard'),
  });
  expect(readCode('FéLWAàTXçV')).toMatchObject({ answer: 'ask' });
});

test('stores no secret: cards, keys and activation codes are refused by name', () => {
  for (const [code, word] of [
    ['4111 1111 1111 1111', 'payment card'],
    ['378282246310005', 'payment card'],
    ['WIFI:T:WPA;S:Shop;P:secret;;', 'wireless'],
    ['LPA:1$smdp.example.com$K2-TST-MATCH', 'eSIM'],
    ['PIN 1234', 'secret'],
  ] as const) {
    expect(readCode(code), code).toMatchObject({ answer: 'refuse', reason: expect.stringContaining(word) });
  }
});
