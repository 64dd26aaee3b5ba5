import { readFile } from 'node:fs/promises';
import { importColumns } from '@reprise/contract/moving-in/imports';
import { expect, test } from 'vitest';

test('docs/catalog.md describes every column of a product file', async () => {
  const text = await readFile('docs/catalog.md', 'utf8');
  const table = text.slice(text.indexOf('| column | cells |'));
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n');
  const described = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
  expect(described.map(([, name]) => name).sort()).toEqual([...importColumns].sort());
});
