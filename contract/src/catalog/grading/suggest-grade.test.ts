import { expect, test } from 'vitest';
import type { Grade } from './grade-standard.ts';
import { suggestGrade } from './suggest-grade.ts';

const grade = (code: string, batteryFloor: number | null, worstWear: string | null = null): Grade => ({
  code,
  condition: null,
  publicName: code,
  words: {},
  batteryFloor,
  worstWear,
});
const standard = {
  surfaces: [
    { key: 'screen', label: 'Screen' },
    { key: 'body', label: 'Body' },
  ],
  grades: [grade('A', 85), grade('B', 80), grade('C', 80), grade('R', 90, 'B'), grade('X', null)],
};
const passed = { criticalFailures: [], battery: 95 };

function suggest(screen: string, body: string, { isRefurbished = false, ...findings } = {}) {
  return suggestGrade(
    standard,
    { surfaces: { screen, body }, isRefurbished },
    { ...passed, ...(findings as Partial<typeof passed>) },
  );
}

test('the worst surface decides, and says so', () => {
  expect(suggest('A', 'A')).toEqual({ code: 'A', reasons: [] });
  expect(suggest('A', 'C')).toEqual({ code: 'C', reasons: ['Body: C'] });
});

test('without an answer for each surface there is no grade', () => {
  expect(suggest('A', '').code).toBeNull();
});

test('a weak battery lowers the grade step by step', () => {
  expect(suggest('A', 'A', { battery: 82 } as object)).toEqual({
    code: 'B',
    reasons: ['Battery 82%: A needs 85%'],
  });
  expect(suggest('A', 'A', { battery: 70 } as object).code).toBe('X');
  expect(suggest('A', 'A', { battery: null } as object).code).toBe('A');
});

test('a failed critical test is not for consumers', () => {
  const { code, reasons } = suggest('A', 'A', { criticalFailures: ['Display'] } as object);
  expect(code).toBe('X');
  expect(reasons).toContain('Failed: Display');
});

test('refurbished work needs its wear and battery', () => {
  expect(suggest('B', 'A', { isRefurbished: true }).code).toBe('R');
  expect(suggest('C', 'A', { isRefurbished: true })).toEqual({
    code: 'C',
    reasons: ['Screen: C', 'R allows wear up to B'],
  });
  expect(suggest('A', 'A', { isRefurbished: true, battery: 88 } as object)).toEqual({
    code: 'A',
    reasons: ['Battery 88%: R needs 90%'],
  });
});
