import { is, Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Queryable, statementRunner } from './database.ts';

const dialect = new PgDialect();

/**
 * Prepares a statement of a hot path: its text is built once and parsed once per PostgreSQL connection; values come
 * from `sql.placeholder`. Not for statements whose best plan depends on their values.
 */
export function prepared<Row extends Record<string, unknown>>(name: string, statement: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const names = params.map(nameOfPlaceholder);
  const run = async (db: Queryable, values: Record<string, unknown>): Promise<Row[]> => {
    const { rows } = await db[statementRunner]({ name, text, values: names.map((key) => values[key]) });
    return rows as Row[];
  };
  return Object.assign(run, { text });
}

/** SQL: a constant of a prepared statement. */
export const inlined = (count: number) => sql`${count}`.inlineParams();

function nameOfPlaceholder(param: unknown): string {
  if (!is(param, Placeholder)) throw new Error('A prepared statement takes values only from placeholders.');
  return param.name as string;
}

/** Builds a query once per handle, for `.prepare(name)` of Drizzle; the same restriction on plans applies. */
export function perHandle<Query>(build: (db: Queryable) => Query): (db: Queryable) => Query {
  const queries = new WeakMap<Queryable, Query>();
  return (db) => {
    const query = queries.get(db) ?? build(db);
    queries.set(db, query);
    return query;
  };
}
