import { expect, test } from 'vitest';
import { type GradingContent, gradingFaults, withTestKeys } from './edited-grading.ts';

const grade = (code: string, condition: 'good' | null, change = {}): GradingContent['grades'][number] => ({
  code,
  condition,
  publicName: code,
  words: { body: 'Light wear' },
  batteryFloor: null,
  worstWear: null,
  ...change,
});
const check = (label: string) => ({ key: '', label, group: 'Body', required: true, critical: false });
const content: GradingContent = {
  surfaces: [{ key: 'body', label: 'Body' }],
  grades: [grade('A', 'good'), grade('X', null)],
  tests: [check('Buttons')],
};

test.each<[string, Partial<GradingContent>, string[]]>([
  ['nothing', {}, []],
  ['a name twice', { tests: [check('Buttons'), check('buttons')] }, ['There are two tests “buttons”.']],
  [
    'words that are not written',
    { grades: [grade('A', 'good', { words: {} }), grade('X', null)] },
    ['Grade A: write the words for Body.'],
  ],
  [
    'no grade for devices that fail',
    { grades: [grade('A', 'good'), grade('B', 'good')] },
    ['The last grade of wear is for devices that fail: it must not be sold to customers.'],
  ],
  [
    'a grade of work whose wear is retired',
    {
      grades: [
        grade('A', 'good'),
        grade('B', 'good', { isRetired: true }),
        grade('R', 'good', { worstWear: 'B' }),
        grade('X', null),
      ],
    },
    ['Grade R allows the wear of grade B, which is not offered.'],
  ],
])('the faults of a draft: %s', (_, change, faults) => {
  expect(gradingFaults({ ...content, ...change })).toEqual(faults);
});

test('a new test gets a key of its label that no other test has', () => {
  const tests = [{ ...check('Wi-Fi'), key: 'wi-fi' }, check('Wi-Fi'), check('§')];
  expect(withTestKeys({ ...content, tests }).tests.map(({ key }) => key)).toEqual([
    'wi-fi',
    'wi-fi-2',
    'test',
  ]);
});
