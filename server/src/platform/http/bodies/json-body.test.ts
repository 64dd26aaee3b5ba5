import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonBody } from './json-body.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

test('valid JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      fc.pre(!/__proto__|constructor/.test(text));
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
  // Strings that look like keys are not keys.
  const value = { note: 'said "a": 1, "a" : 2', 'a":': { b: ['":', '"\n:'] } };
  expect(parse(JSON.stringify(value, null, 2))).toEqual(value);
});

test('a duplicate key is rejected at any depth and in any spelling', () => {
  const twice = [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a" : 1, "b": {"c":1,\n"c"\t:2}}',
    '[[{"a":{},"a":{"b":1}}]]',
    '{"":1,"":2}',
    '{"note":"\\"x\\":","a":1,"a":2}',
  ];
  for (const text of twice) expect(() => parse(text), text).toThrow('not valid JSON');
});

test('more than 12,000 keys are rejected', () => {
  const object = (keys: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 0])));
  expect(Object.keys(parse(object(12_000)) as object)).toHaveLength(12_000);
  expect(() => parse(object(12_001))).toThrow('not valid JSON');
});

test('more than 20,000 objects and arrays are rejected before they are parsed', () => {
  for (const text of ['['.repeat(20_001) + ']'.repeat(20_001), `[${'{},'.repeat(20_000)}{}]`]) {
    expect(() => parse(text)).toThrow('not valid JSON');
  }
});

test('a key that could reach a prototype is rejected at any depth and in any spelling', () => {
  for (const text of ['{"__proto__":1}', '[{"a":{"constructor":{}}}]', '{"\\u005f_proto__":{}}']) {
    expect(() => parse(text), text).toThrow('not valid JSON');
  }
});
