import { maxNesting, maxPageText, type TextBlock } from '@reprise/contract/foundations/page-texts';
import { describe, expect, test } from 'vitest';
import { hasVisibleText, parseMarkdown } from './parse-markdown.ts';

const paragraph = (text: string): TextBlock => ({ kind: 'paragraph', phrases: [{ runs: [{ text }] }] });
const linksOf = (blocks: TextBlock[]): string[] =>
  blocks.flatMap(({ phrases = [], items = [] }) => [
    ...phrases.flatMap(({ href }) => href ?? []),
    ...items.flatMap(linksOf),
  ]);

test('headings, paragraphs, lists, quotes, code and rules become blocks', () => {
  expect(parseMarkdown('# A\n\nb\nc\\\nd\n\n- e\n- f\n\n3. g\n\n> h\n\n    i\n\n---\n\n###### j')).toEqual([
    { kind: 'heading', level: 2, phrases: [{ runs: [{ text: 'A' }] }] },
    paragraph('b c\nd'),
    { kind: 'list', items: [[paragraph('e')], [paragraph('f')]] },
    { kind: 'list', start: 3, items: [[paragraph('g')]] },
    { kind: 'quote', items: [[paragraph('h')]] },
    { kind: 'code', text: 'i\n' },
    { kind: 'rule' },
    { kind: 'heading', level: 4, phrases: [{ runs: [{ text: 'j' }] }] },
  ]);
});

test('emphasis and code keep their place within a link', () => {
  expect(parseMarkdown('**a *b* `c`** [d **e**](/returns)')).toEqual([
    {
      kind: 'paragraph',
      phrases: [
        {
          runs: [
            { text: 'a ', strong: true },
            { text: 'b', strong: true, emphasis: true },
            { text: ' ', strong: true },
            { text: 'c', strong: true, code: true },
            { text: ' ' },
          ],
        },
        { href: '/returns', runs: [{ text: 'd ' }, { text: 'e', strong: true }] },
      ],
    },
  ]);
});

describe('untrusted text', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">a</a>',
    '<!-- a -->',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](<java script:alert(1)>)',
    '[a](data:text/html,a)',
    '[a](vbscript:a)',
    '[a](file:///etc/passwd)',
    '[a](//evil.example)',
    '![a](javascript:alert(1))',
    '<javascript:alert(1)>',
  ])('%s remains text', (markdown) => {
    expect(parseMarkdown(markdown)).toEqual([paragraph(markdown)]);
  });

  test.each([
    '[a](&#106;avascript:alert(1))',
    '[a](java\nscript:alert(1))',
    '[a](\u0001javascript:alert(1))',
    '[a](/\t/evil.example)',
    '[a][b]\n\n[b]: javascript:alert(1)',
    '[a](<\\/\\/evil.example>)',
  ])('%j is no link', (markdown) => {
    expect(linksOf(parseMarkdown(markdown))).toEqual([]);
  });

  test('links are http, https, mailto or paths of the shop', () => {
    const markdown =
      '[a](https://a.example/b?c#d) [a](HTTP://a.example) <mailto:a@a.example> [a](/privacy#b) [a](/\\evil.example)';
    expect(linksOf(parseMarkdown(markdown))).toEqual([
      'https://a.example/b?c#d',
      'http://a.example/',
      'mailto:a@a.example',
      '/privacy#b',
      '/%5Cevil.example',
    ]);
  });

  test('blocks below the deepest level keep their text without their container', () => {
    const [block] = parseMarkdown(`${'> '.repeat(maxNesting + 3)}deep`);
    const levels = [block];
    while (levels.at(-1)?.items) levels.push(levels.at(-1)?.items?.[0]?.[0]);
    expect(levels).toHaveLength(maxNesting + 1);
    expect(levels.at(-1)).toEqual(paragraph('deep'));
  });

  test.each(['[', '*a_ ', 'a**b', '>', '- ', '`', '![', '[a](', '<', '&', '\\', '[a]: b\n', '> > > a\n'])(
    'the longest text of %j is parsed without nesting or time without bound',
    (piece) => {
      const text = piece.repeat(Math.floor(maxPageText / piece.length));
      const started = process.cpuUsage();
      expect(JSON.stringify(parseMarkdown(text)).length).toBeLessThan(8 * maxPageText);
      const { user } = process.cpuUsage(started);
      // A quadratic parser takes forty seconds for some of these.
      expect(user / 1e6).toBeLessThan(5);
    },
  );
});

test.each([
  ['---', false],
  ['-', false],
  ['&nbsp;', false],
  ['> - a', true],
  ['    code', true],
])('%j shows something: %s', (markdown, isVisible) => {
  expect(hasVisibleText(parseMarkdown(markdown))).toBe(isVisible);
});
