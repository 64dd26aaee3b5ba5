import { is, Placeholder, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Db, type Queryable, statementRunner } from './database.ts';

const dialect = new PgDialect();

/**
 * A statement of the busiest paths: its text is made once, and on PostgreSQL each connection parses it once.
 * `sql.placeholder` stands where a value goes in. Not for statements whose best plan depends on their values.
 */
export function prepared<Row extends Record<string, unknown>>(name: string, statement: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const names = params.map(nameOfPlaceholder);
  return async (db: Queryable, values: Record<string, unknown>): Promise<Row[]> => {
    const { rows } = await db[statementRunner]({ name, text, values: names.map((each) => values[each]) });
    return rows as Row[];
  };
}

function nameOfPlaceholder(param: unknown): string {
  if (!is(param, Placeholder)) throw new Error('A prepared statement takes its values by placeholders.');
  return param.name as string;
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
