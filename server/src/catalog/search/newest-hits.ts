import { and, type SQL, sql } from 'drizzle-orm';
import { products } from '../catalog.tables.ts';
import { createdSince } from './product-search.ts';
import { countingTierSize, type RecencyTier } from './recency-tiers.ts';

// The GIN index returns matches in no order, so all of them have to be sorted. For a common word only the newest
// products are searched first, and a wider tier only when the narrower one has too few matches: all in one statement.

/** Search condition, number of matches needed and the tiers that may be searched. */
export type TierQuery = {
  condition: SQL | undefined;
  needed: number;
  tiers: RecencyTier[];
  /** Estimated share of products that match; tiers expected to have too few matches are skipped. */
  share?: number;
  /** True if tiers beyond the newest `countingTierSize` products are not searched. */
  isBounded?: boolean;
  /** SQL condition; when false, no tier is searched. */
  onlyIf?: SQL;
  /** Early-stop predicate: true if this tier has enough matches to skip the wider ones. */
  isEnough?: (matches: SQL) => SQL;
};

/** Returns the CTEs that end in `name` with the newest matches: `id`, `created_at`, `model`, `in_stock`. */
export function newestTier(name: string, query: TierQuery): SQL[] {
  const { condition, needed, onlyIf } = query;
  const isEnough = query.isEnough ?? ((matches) => sql`(select count(*) from ${matches}) >= ${needed}`);
  const steps = tiersFor(query).map((tier, index) => ({
    tier,
    step: sql`${sql.identifier(`${name}_${index}`)}`,
  }));
  // No limit here: with one, the planner would scan a sort index instead of the index of terms.
  const parts = steps.map(({ tier, step }, index) => {
    const where = and(
      condition,
      tier ? createdSince(tier) : undefined,
      onlyIf,
      ...steps.slice(0, index).map((narrower) => sql`not ${isEnough(narrower.step)}`),
    );
    return sql`${step} as materialized (
      select id, created_at, coalesce(model_key, id) as model, stock_capped > 0 as in_stock from ${products} where ${where})`;
  });
  const last = steps.length - 1;
  const widest = steps.map(({ step }, index) =>
    index === last ? sql`select * from ${step}` : sql`select * from ${step} where ${isEnough(step)}`,
  );
  return [
    ...parts,
    sql`${sql.identifier(name)} as materialized (
      select * from (${sql.join(widest, sql` union all `)}) matches order by created_at desc, id desc limit ${needed})`,
  ];
}

/** Returns the tiers worth searching, narrowest first; null means all products. */
function tiersFor({ needed, share = 1, tiers, isBounded }: TierQuery): (RecencyTier | null)[] {
  const wideEnough = tiers.filter(({ size }) => size * share >= needed);
  if (!isBounded) return [...wideEnough, null];
  return tiers.filter(
    (tier) => tier.size === countingTierSize || (tier.size < countingTierSize && wideEnough.includes(tier)),
  );
}
