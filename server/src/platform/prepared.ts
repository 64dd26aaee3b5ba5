import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Db, type Queryable, statementRunner } from './database.ts';

const dialect = new PgDialect();

/**
 * A statement of the busiest paths: its text is made once, and on PostgreSQL each connection parses it once.
 * `sql.placeholder` stands where a value goes in. Not for statements whose best plan depends on their values.
 */
export function prepared<Row extends Record<string, unknown>>(name: string, statement: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return async (db: Queryable, values: Record<string, unknown>): Promise<Row[]> => {
    const { rows } = await db[statementRunner]({ name, text, values: fillPlaceholders(params, values) });
    return rows as Row[];
  };
}

/** Builds a query once for each handle: for `.prepare(name)` of Drizzle, with the same promise and the same caution. */
export function perHandle<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    built.set(db, known);
    return known;
  };
}
