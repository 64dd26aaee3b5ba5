/** Runs one statement and returns its rows. */
type Run = (text: string) => Promise<Record<string, string>[]>;

/**
 * Rebuilds the indexes of names that another version of ICU built: it may sort differently, and a scan would miss rows.
 * The version is in the comment of each index; one without comment was built by a migration of this start.
 */
export async function rebuildNameIndexes(run: Run): Promise<void> {
  const indexes = await run(`
    select i.indexrelid::regclass::text as name, 'ICU ' || pg_collation_actual_version(icu.oid) as version,
      obj_description(i.indexrelid, 'pg_class') as built
    from pg_index i
    join pg_class c on c.oid = i.indexrelid and c.relnamespace = current_schema()::regnamespace
    join pg_collation icu on icu.collname = 'und-x-icu' and icu.oid = any(i.indcollation)
    order by 1`);
  for (const { name, version, built } of indexes) {
    if (built === version) continue;
    if (built) await run(`reindex index ${name}`);
    await run(`comment on index ${name} is '${version}'`);
  }
}
