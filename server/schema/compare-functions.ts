import { sql } from 'drizzle-orm';
import { type Database, inTransaction, statementRunner, type Tx } from '../src/platform/database/database.ts';
import type { FunctionSource } from './function-sources.ts';

/** Statements that give a database the functions and triggers of the sources. */
type Difference = {
  /** Sources that the database lacks or has differently. */
  changed: FunctionSource[];
  /** Functions and triggers without a source, as `function name(types)` or `trigger name on table`. */
  unknown: string[];
};

/** Compares the database with the sources by running them in a transaction that is rolled back. */
export async function compareFunctions({ db }: Database, sources: FunctionSource[]): Promise<Difference> {
  let difference: Difference | undefined;
  const rollback = new Error('rollback');
  await inTransaction(db, async (tx) => {
    const before = await readDefinitions(tx);
    for (const { text } of sources) await tx[statementRunner]({ text, values: [] });
    difference = differenceOf(before, await readDefinitions(tx), sources);
    throw rollback;
  }).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  if (!difference) throw new Error('The sources were not compared.');
  return difference;
}

type Definition = {
  kind: FunctionSource['kind'];
  name: string;
  signature: string;
  text: string;
  isReplaced: boolean;
};

/** Functions of extensions and triggers of foreign keys are not ours. */
async function readDefinitions(tx: Tx): Promise<Definition[]> {
  const { rows } = await tx.execute<Definition>(sql`
    select 'function' as kind, proname as name, 'function ' || p.oid::regprocedure as signature,
      pg_get_functiondef(p.oid) as text, p.xmin = pg_current_xact_id()::xid as "isReplaced"
    from pg_proc p
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    union all
    select 'trigger', tgname, 'trigger ' || tgname || ' on ' || tgrelid::regclass,
      pg_get_triggerdef(t.oid) || ' ' || tgenabled::text, t.xmin = pg_current_xact_id()::xid
    from pg_trigger t join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal
    order by signature`);
  return rows;
}

function differenceOf(before: Definition[], after: Definition[], sources: FunctionSource[]): Difference {
  const known = new Set(before.map(({ signature, text }) => signature + text));
  const isChanged = ({ kind, name }: FunctionSource) =>
    after.some(
      (definition) =>
        definition.kind === kind &&
        definition.name === name &&
        definition.isReplaced &&
        !known.has(definition.signature + definition.text),
    );
  return {
    changed: sources.filter(isChanged),
    unknown: after.filter(({ isReplaced }) => !isReplaced).map(({ signature }) => signature),
  };
}

/** A new trigger needs its function; a function may be dropped once its trigger is. */
export function statementsOf({ changed, unknown }: Difference): string[] {
  const drop = (kind: string) =>
    unknown
      .filter((signature) => signature.startsWith(kind))
      .map((signature) => `DROP ${signature.replace(/^\w+/, kind.toUpperCase())}`);
  const create = (kind: FunctionSource['kind']) =>
    changed.filter((source) => source.kind === kind).map(({ text }) => text);
  return [...drop('trigger'), ...create('function'), ...create('trigger'), ...drop('function')].map(
    (text) => `${text};`,
  );
}
