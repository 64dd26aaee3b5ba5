import type { Run } from './database-session.ts';

export type ShopTable = { name: string; columns: { name: string; type: string }[] };

/** Returns all tables with their stored columns, referenced tables before those that refer to them. */
export async function readShopTables(run: Run): Promise<ShopTable[]> {
  const columns = await run(`
    select c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod)
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`);
  const references = await run(`
    select distinct conrelid::regclass::text, confrelid::regclass::text from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`);
  const tables = new Map<string, ShopTable>();
  for (const [table, column, type] of columns as string[][]) {
    if (!table || !column || !type) continue;
    const entry = tables.get(table) ?? { name: table, columns: [] };
    entry.columns.push({ name: column, type });
    tables.set(table, entry);
  }
  return sortByReferences([...tables.values()], references as string[][]);
}

function sortByReferences(tables: ShopTable[], references: string[][]): ShopTable[] {
  const done = new Set<string>();
  const sorted: ShopTable[] = [];
  while (sorted.length < tables.length) {
    const next = tables.filter(
      ({ name }) =>
        !done.has(name) && references.every(([from, to]) => from !== name || done.has(to as string)),
    );
    if (next.length === 0) throw new Error('The tables have circular references.');
    for (const table of next) done.add(table.name);
    sorted.push(...next);
  }
  return sorted;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
