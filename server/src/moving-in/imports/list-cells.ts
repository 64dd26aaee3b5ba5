// Cells of several values, one a line. Signs that separate values are escaped within them, so that an exported cell is
// read as it was.

const escapes: Record<string, string> = { '\\\\': '\\', '\\n': '\n', '\\:': ':' };
const unescaped = (text: string) => text.replace(/\\[\\n:]/g, (pair) => escapes[pair] ?? pair);

/** Escapes line breaks, and backslashes that would be read as an escape. */
const escaped = (text: string) => text.replace(/\\(?=[\\n:\r\n]|$)/g, '\\\\').replace(/\r?\n|\r/g, '\\n');

export const linesCell = (values: readonly string[]): string => values.map(escaped).join('\n');

export function readLines(cell: string): string[] {
  return cell.split(/\r?\n/).map((line) => unescaped(line.trim()));
}

export const pairsCell = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${escaped(name).replace(/:(?=\s|$)/g, '\\:')}: ${escaped(value)}`)
    .join('\n');

/** Returns the values by their names; undefined for a line that is no pair, and for a repeated name. */
export function readPairs(cell: string): Record<string, string> | undefined {
  const entries: [string, string][] = [];
  for (const line of cell.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const pair = pairOf(line.trim());
    if (!pair) return undefined;
    entries.push(pair);
  }
  const isUnique = new Set(entries.map(([name]) => name)).size === entries.length;
  return isUnique ? Object.fromEntries(entries) : undefined;
}

/** Parses "Name: value" at the first colon with a space behind it that is not escaped. */
function pairOf(line: string): [name: string, value: string] | null {
  const [, name, value = ''] = /^((?:\\.|[^\\])*?):(?:\s+(.*))?$/su.exec(line) ?? [];
  return name === undefined || name.trim() === '' ? null : [unescaped(name.trim()), unescaped(value.trim())];
}
