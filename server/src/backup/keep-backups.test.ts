import { expect, test } from 'vitest';
import { type KeptBackup, superfluous } from './keep-backups.ts';

const backup = (at: string, timed = true): KeptBackup => ({
  file: at,
  madeAt: new Date(at),
  bytes: 1,
  timed,
});

test('the newest are kept, and the last one of each of seven days; those of people always', () => {
  const hours = ['23:45', '12:00', '00:15'];
  const days = Array.from({ length: 10 }, (_, day) => `2026-11-${20 - day}`);
  const timed = days.flatMap((day) => hours.map((hour) => backup(`${day}T${hour}:00Z`)));
  const byHand = backup('2026-01-01T00:00:00Z', false);
  const gone = new Set(superfluous([...timed, byHand], 4));
  const kept = timed.filter((one) => !gone.has(one)).map(({ file }) => file.slice(8, 16));
  expect(kept).toEqual([
    ...['20T23:45', '20T12:00', '20T00:15', '19T23:45'],
    ...['18T23:45', '17T23:45', '16T23:45', '15T23:45', '14T23:45'],
  ]);
  expect(gone.has(byHand)).toBe(false);
});
