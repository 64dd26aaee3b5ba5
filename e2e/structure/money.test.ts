import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['client', 'contract', 'extensions', 'server/src', 'web/app'];
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && existsSync(root + path))
  .filter((path) => !/\.test\.|\/test\/|\/gallery\//.test(path))
  .map((path) => ({ path, code: withoutComments(readFileSync(root + path, 'utf8')) }));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

const aboutMoney = /cents|price|amount|money|total|dollar|cost|revenue/i;
const onMoney = (pattern: RegExp) => (code: string) =>
  code.split('\n').some((line) => aboutMoney.test(line) && pattern.test(line));
/** `$1` is a group of a pattern where text is replaced. */
const outsideReplacements = (pattern: RegExp) => (code: string) =>
  code.split('\n').some((line) => !line.includes('replace') && pattern.test(line));
const has = (pattern: RegExp) => (code: string) => pattern.test(code);

/** Knowledge of one currency or of one way to write numbers, and the files that may have it, each with its reason. */
const rules: Record<string, { isIn: (code: string) => boolean; allowed: Record<string, string> }> = {
  'the US dollar': {
    isIn: has(/\busd\b/i),
    allowed: {
      'contract/src/currencies.ts': 'the table of ISO 4217',
      'contract/src/foundations/settings.ts': 'an example in the API reference',
      'contract/src/money.ts': 'the currency of a shop that has chosen none',
      'server/src/foundations/settings/choose-currency.ts': 'names examples',
      'server/src/foundations/settings/settings.tables.ts': 'the default of the setting',
      'server/src/workshop/lots/manifest/check-manifest.ts': 'the sign that a supplier writes',
      'web/app/routes/settings/country-proposals.ts': 'the currency of each country, to choose from',
    },
  },
  'a dollar sign': {
    isIn: outsideReplacements(/['"`>]\$['"`<]|\$\$\{|\$\d{2,}|\$\d+[.,]\d/),
    allowed: {
      'server/src/people/identity/passwords/password-hash.ts': 'the format of Argon2 hashes',
      'web/app/operations/setup/admin/setup-steps.ts': 'the rates of a new shop in US dollars',
    },
  },
  'the word dollars': {
    isIn: has(/['"`>][^'"`<\n]*\bdollars?\b/i),
    allowed: {
      'contract/src/currencies.ts': 'the table of ISO 4217',
      'web/app/foundations/settings/admin/setting-fields.ts': 'a word that the search for settings finds',
      'web/app/operations/setup/admin/setup-steps.ts': 'the rates of a new shop in US dollars',
    },
  },
  'the factor 100': {
    isIn: onMoney(/[*/] 100\b/),
    allowed: {
      'contract/src/catalog/products/compared-prices.ts': 'a saving in percent',
      'server/src/catalog/products/listing/option-filters.ts': 'a saving in percent',
      'server/src/workshop/units/test-reports/read/result-words.ts': 'the health of a battery in percent',
    },
  },
  'decimals of its own': {
    isIn: onMoney(/\.toFixed\(/),
    allowed: {
      'contract/src/money.ts': 'writes amounts for machines',
      'contract/src/typed-number.ts': 'writes amounts as they are typed',
    },
  },
  'a format of money': {
    isIn: has(/style: 'currency'/),
    allowed: { 'contract/src/money.ts': 'formats amounts' },
  },
};

test.each(Object.entries(rules))('only named files know %s', (_rule, { isIn, allowed }) => {
  const found = files.filter(({ path, code }) => isIn(code) && !path.startsWith('extensions/'));
  expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(allowed).sort());
});
