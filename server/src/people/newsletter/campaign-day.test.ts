import { expect, test } from 'vitest';
import { nextCampaign, runningCampaign } from './campaign-day.ts';

const utc = (time: string) => new Date(`${time}Z`);

test.each([
  ['2026-11-26T14:59:59.999', null],
  ['2026-11-26T15:00', '2026-11-26'],
  ['2026-11-27T14:59:59.999', '2026-11-26'],
  ['2026-11-27T15:00', null],
  ['2026-12-03T14:59', null],
  ['2026-12-03T15:00', '2026-12-03'],
])('at %s the running campaign is %s', (now, day) => {
  expect(runningCampaign(utc(now))).toBe(day);
});

test('the next campaign is the running one until it starts, then a week later', () => {
  const [started, notStarted] = [() => true, () => false];
  expect(nextCampaign(utc('2026-11-26T14:00'), notStarted)).toEqual(utc('2026-11-26T15:00'));
  expect(nextCampaign(utc('2026-11-26T18:00'), notStarted)).toEqual(utc('2026-11-26T15:00'));
  expect(nextCampaign(utc('2026-11-26T18:00'), started)).toEqual(utc('2026-12-03T15:00'));
  expect(nextCampaign(utc('2026-11-28T18:00'), notStarted)).toEqual(utc('2026-12-03T15:00'));
});
