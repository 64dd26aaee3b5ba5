import { expect, test } from 'vitest';
import { suggestEmail } from './suggest-email.ts';

test.each([
  ['nora@gmial.com', 'nora@gmail.com'],
  ['nora@gmail.con', 'nora@gmail.com'],
  ['nora@gmail', 'nora@gmail.com'],
  ['nora@hotmial.com', 'nora@hotmail.com'],
  ['nora@yahoo.con', 'nora@yahoo.com'],
  ['nora@iclod.com', 'nora@icloud.com'],
])('asks whether %s is %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  'gmail.com',
  'gmx.net',
  'mac.com',
  'mail.com',
  'ibm.com',
  'reprise.shop',
  'example.com',
  'college.edu',
])('does not ask about an address at %s', (domain) => {
  expect(suggestEmail(`nora@${domain}`)).toBeNull();
});

test('does not ask about a text that is no address', () => {
  expect(['', 'nora', '@', 'nora@'].map(suggestEmail)).toEqual([null, null, null, null]);
});
