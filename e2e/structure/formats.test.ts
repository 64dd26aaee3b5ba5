import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files that name a locale or write a date with one of their own, and why. */
const exceptions: Record<string, string> = {
  'contract/src/dates.ts': 'writes every date',
  'contract/src/formats.ts': 'names the formats',
  'contract/src/time-zone.ts': 'computes days and offsets, and shows nothing',
  'web/app/routes/settings/country-proposals.ts': 'the format of each country, to choose from',
  'web/app/routes/settings/format-settings.tsx': 'lists the formats to the owner',
  'extensions/ebay/ebay-client.ts': 'language of the texts that eBay gets',
};

const folders = '{client,contract,extensions,server,telemetry,web}/**/*.{ts,tsx}';
const isProduction = (file: string) =>
  !/node_modules|\/build\/|\.test\.|\/test\/|\/gallery\//.test(file) && !file.startsWith('server/test');
const forbidden = /\b[a-z]{2}-[A-Z]{2}\b['"`]|Intl\.DateTimeFormat|\.toLocale\w+/;

test('dates and numbers are written by contract/src/dates.ts and formats.ts alone', () => {
  const files = globSync(folders).filter(isProduction);
  expect(files.length).toBeGreaterThan(1000);
  const found = files.filter((file) => forbidden.test(readFileSync(file, 'utf8')));
  expect(found.sort()).toEqual(Object.keys(exceptions).sort());
});
