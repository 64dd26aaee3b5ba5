import { and, type SQL, sql } from 'drizzle-orm';
import { products } from '../catalog.tables.ts';
import { createdSince } from './product-search.ts';
import { countedAmong, type Window } from './recency-tiers.ts';

// The newest of what the index of terms finds: it names finds in no order, so that all of them are sorted. Of a word
// that much of the catalogue holds only those among the newest products are looked at, and among more of them only
// where these hold too few: all in one statement.

/** What is looked for and how many are needed. */
export type Wanted = {
  condition: SQL | undefined;
  needed: number;
  windows: Window[];
  /** The share of products that meet it, as far as is known: windows that promise too few are passed over. */
  share?: number;
  /** Not further than among the newest `countedAmong`. */
  isBounded?: boolean;
  /** Only where this is so is anything looked for. */
  onlyIf?: SQL;
  /** Whether a table of finds will do, though it may hold fewer than are needed. */
  isEnough?: (found: SQL) => SQL;
};

/** The parts of a `with` of which `name` holds the newest finds: `id`, `created_at`, `model`, `in_stock`. */
export function newestTier(name: string, wanted: Wanted): SQL[] {
  const { condition, needed, onlyIf } = wanted;
  const isEnough = wanted.isEnough ?? ((found) => sql`(select count(*) from ${found}) >= ${needed}`);
  const steps = windowsFor(wanted).map((window, at) => ({
    window,
    step: sql`${sql.identifier(`${name}_${at}`)}`,
  }));
  // The finds have no limit of their own: with one the planner would follow another index until it has as many.
  const parts = steps.map(({ window, step }, at) => {
    const where = and(
      condition,
      window ? createdSince(window) : undefined,
      onlyIf,
      ...steps.slice(0, at).map((before) => sql`not ${isEnough(before.step)}`),
    );
    return sql`${step} as materialized (
      select id, created_at, coalesce(model_key, id) as model, scarcity > 0 as in_stock from ${products} where ${where})`;
  });
  const last = steps.length - 1;
  const widest = steps.map(({ step }, at) =>
    at === last ? sql`select * from ${step}` : sql`select * from ${step} where ${isEnough(step)}`,
  );
  return [
    ...parts,
    sql`${sql.identifier(name)} as materialized (
      select * from (${sql.join(widest, sql` union all `)}) found order by created_at desc, id desc limit ${needed})`,
  ];
}

/** Null is everything. */
function windowsFor({ needed, share = 1, windows, isBounded }: Wanted): (Window | null)[] {
  const wideEnough = windows.filter(({ size }) => size * share >= needed);
  if (!isBounded) return [...wideEnough, null];
  return windows.filter(
    (window) => window.size === countedAmong || (window.size < countedAmong && wideEnough.includes(window)),
  );
}
