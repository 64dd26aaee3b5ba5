import { expect, test } from 'vitest';
import { attachment } from './content-disposition.ts';

test.each([
  ['orders-2026-05-01.csv', 'attachment; filename="orders-2026-05-01.csv"'],
  ['Прайс.csv', `attachment; filename="_____.csv"; filename*=UTF-8''%D0%9F%D1%80%D0%B0%D0%B9%D1%81.csv`],
  ['😀.csv', `attachment; filename="_.csv"; filename*=UTF-8''%F0%9F%98%80.csv`],
  ['\ude00.csv', `attachment; filename="_.csv"; filename*=UTF-8''%EF%BF%BD.csv`],
  ["a\"; b='c'", `attachment; filename="a_; b='c'"; filename*=UTF-8''a%22%3B%20b%3D%27c%27`],
])('quotes the file name %j', (name, header) => {
  expect(attachment(name)).toBe(header);
});
