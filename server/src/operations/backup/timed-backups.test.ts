import { expect, test } from 'vitest';
import { type BackupFile, expiredBackups } from './timed-backups.ts';

const backup = (time: string, timed = true): BackupFile => ({
  file: time,
  createdAt: new Date(time),
  bytes: 1,
  timed,
});

test('all timed backups expire but the newest four and the last of each of seven days', () => {
  const hours = ['23:45', '12:00', '00:15'];
  const days = Array.from({ length: 10 }, (_, day) => `2026-11-${20 - day}`);
  const timed = days.flatMap((day) => hours.map((hour) => backup(`${day}T${hour}:00Z`)));
  const manual = backup('2026-01-01T00:00:00Z', false);
  const expired = new Set(expiredBackups([...timed, manual], 4));
  const remaining = timed.filter((item) => !expired.has(item)).map(({ file }) => file.slice(8, 16));
  expect(remaining).toEqual([
    ...['20T23:45', '20T12:00', '20T00:15', '19T23:45'],
    ...['18T23:45', '17T23:45', '16T23:45', '15T23:45', '14T23:45'],
  ]);
  expect(expired.has(manual)).toBe(false);
});
