import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unlinked } from './visitor-words.ts';

test.each([
  ['visit http://example.com/prize', 'visit http: /example. com/prize'],
  ['www.example.com', 'www. example. com'],
  ['evil@example.com', 'evil at example. com'],
  ['mailto:evil', 'mailto: evil'],
  ['ｗｗｗ．ｅｘａｍｐｌｅ。com', 'www. example. com'],
  ['exa\u200Bmple.co\u00ADm', 'exa mple. co m'],
  ['12 St. Louis Ave., Apt. 4-B', '12 St. Louis Ave., Apt. 4-B'],
  ["O'Neill-García", "O'Neill-García"],
])('takes apart what a mail program links: %s', (typed, shown) => {
  expect(unlinked(typed)).toBe(shown);
});

test('leaves no URL or email address in a visitor’s text', () => {
  const parts = fc.constantFrom(
    'http',
    'https',
    '://',
    'www',
    '.',
    '。',
    'example',
    'com',
    '@',
    '/',
    ':',
    ' ',
    'a',
    '１',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (words) => {
      expect(unlinked(words.join(''))).not.toMatch(/\/\/|@|[.。][\p{L}\p{N}]|:\S/u);
    }),
  );
});
