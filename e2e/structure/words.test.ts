import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'];
const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => existsSync(root + path) && /\.tsx?$/.test(path) && !path.startsWith('e2e/structure/'))
  .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(root + path))
  .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

test('a bound begins with max or min', () => {
  const found = files.flatMap(({ path, text }) => {
    const bounds = text.match(/\b(most|longest|shortest|smallest)[A-Z]\w*/g) ?? [];
    return bounds.map((word) => `${path}: ${word}`);
  });
  expect(found).toEqual([]);
});

const comments = files.flatMap(({ path, text }) =>
  [...text.matchAll(/(?<![^\s({,])\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm)]
    .map(([comment]) => comment.replace(/^[\s/*]+/gm, ' ').trim())
    .filter((comment) => comment !== '' && !/^(biome-ignore|@)/.test(comment))
    .map((comment) => ({ path, comment })),
);

test('no comment begins with a forbidden word', () => {
  const forbidden =
    /^(What|Who|Whoever|Whose|Whether|Of|Nothing|Nobody|Somebody|Where nobody|As they|As it)\b/;
  const found = comments.filter(({ comment }) => forbidden.test(comment));
  expect(found.map(({ path, comment }) => `${path}: ${comment}`)).toEqual([]);
});

const oldStyle =
  /\b(somebody|nobody|whoever|anew|meanwhile|stands|holds|kept|is told|is asked|comes in|by itself|as it was)\b/i;

test('at most 3 in 1,000 comments have a word of the old style', () => {
  const found = comments.filter(({ comment }) => oldStyle.test(comment));
  const shown = found.map(({ path, comment }) => `${path}: ${comment}`).join('\n');
  expect(found.length, shown).toBeLessThanOrEqual((comments.length * 3) / 1000);
});

test('no document has a word of the old style or begins a sentence with a forbidden word', () => {
  const replacedTerms = /\b(pictures?|catalogues?|colours?|licences?|the books)\b/i;
  const opening = /(?:^|[.!?] )[-*>\s]*(?:What|Who|Whoever|Whose|Whether|Of|Nothing where|Nobody|Somebody)\b/;
  const found = documents.flatMap(({ path, text }) =>
    withoutCode(text)
      .split('\n')
      .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
      .filter(({ line }) => [oldStyle, replacedTerms, opening].some((words) => words.test(line)))
      .map(({ line, place }) => `${place}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('each decision record has a status, a date, a context, a decision and consequences', () => {
  const shape =
    /^# \d{4}\. .+\n\nStatus: .+\nDate: \d{4}-\d\d-\d\d\n\n## Context\n\n.+\n\n## Decision\n\n.+\n\n## Consequences\n\n/s;
  const records = documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path));
  expect(records.length).toBeGreaterThan(100);
  expect(records.filter(({ text }) => !shape.test(text)).map(({ path }) => path)).toEqual([]);
});

/** Removes code, quoted old words and the targets of links; the lines stay. */
function withoutCode(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, '');
  return text
    .replace(/^ *```.*?^ *```/gms, blank)
    .replace(/`[^`\n]*`/g, '')
    .replace(/\]\([^)\n]*\)/g, ']');
}

test('one function says that the shop did not respond', () => {
  const saying = files.filter(
    ({ path, text }) => path.startsWith('web/app/') && text.includes('The shop did not respond'),
  );
  expect(saying.map(({ path }) => path)).toEqual(['web/app/api/error-message.ts']);
});
