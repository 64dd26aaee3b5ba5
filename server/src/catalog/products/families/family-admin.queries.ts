import {
  type AdminConfiguration,
  type AdminFamily,
  type FamilyChange,
  type FamilyProposal,
  type familyAdminEndpoints,
  maxConfigurations,
} from '@reprise/contract/catalog/products/family-admin';
import type { CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { byName } from '../../../platform/database/by-name.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { containsPattern } from '../../../platform/database/like-pattern.ts';
import { categories, products } from '../products.tables.ts';
import { deviceModels, productFamilies } from './families.tables.ts';
import { familyChanges } from './family-changes.tables.ts';
import { type FamilyPlan, type PlannedConfiguration, planFamilies } from './plan-families.ts';

type FamilyPage = CallOutput<typeof familyAdminEndpoints.listFamilies>;
type FamilyQuery = { search?: string | undefined; page?: number | undefined; limit?: number | undefined };
export type FamilyRow = typeof productFamilies.$inferSelect;

/** Families that were emptied by a merge are not listed. */
const hasConfigurations: SQL = sql`exists (
  select from ${deviceModels} where ${deviceModels.familyId} = ${productFamilies.id})`;

const columns = {
  family: productFamilies,
  category: categories.name,
  configurationCount: sql<number>`(
    select count(*)::int from ${deviceModels} where ${deviceModels.familyId} = ${productFamilies.id})`,
  offerCount: sql<number>`(
    select count(*)::int from ${products} where ${products.familyId} = ${productFamilies.id})`,
  image: sql<string | null>`(
    select images ->> 0 from ${products}
    where ${products.familyId} = ${productFamilies.id} and jsonb_array_length(images) > 0
    order by price_cents desc, id limit 1)`,
};

const selectFamilies = (db: Queryable) =>
  db
    .select(columns)
    .from(productFamilies)
    .leftJoin(categories, eq(categories.id, productFamilies.categoryId))
    .$dynamic();

type SelectedFamily = Awaited<ReturnType<typeof selectFamilies>>[number];

/** Returns a page of the families by name. */
export async function listFamilies(db: Queryable, query: FamilyQuery): Promise<FamilyPage> {
  const { page, limit, offset } = pageOf(query);
  const condition = and(hasConfigurations, query.search ? matches(query.search) : undefined);
  const rows = await selectFamilies(db)
    .where(condition)
    .orderBy(byName(productFamilies.name), asc(productFamilies.id))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(productFamilies, condition);
  return { families: rows.map(toSummary), pagination: paginationOf(page, limit, total) };
}

function matches(search: string): SQL | undefined {
  const pattern = containsPattern(search);
  return or(
    sql`lower(${productFamilies.name}) like ${pattern}`,
    sql`lower(${productFamilies.brand}) like ${pattern}`,
    sql`exists (select from ${deviceModels} where ${deviceModels.familyId} = ${productFamilies.id}
      and lower(${deviceModels.key}) like ${pattern})`,
  );
}

function toSummary({ family, category, image, configurationCount, offerCount }: SelectedFamily) {
  const { id, slug, name, brand, updatedAt } = family;
  return {
    id,
    slug,
    name,
    brand,
    category,
    image,
    configurationCount,
    offerCount,
    updatedAt: updatedAt.toISOString(),
  };
}

/** Returns a family that has configurations, with them and their products. */
export async function findAdminFamily(db: Queryable, id: string): Promise<AdminFamily> {
  const [row] = await selectFamilies(db).where(and(eq(productFamilies.id, id), hasConfigurations));
  if (!row) throw familyNotFound();
  const { images, imageAlts, specifications, version } = row.family;
  const configurations = await readConfigurations(db, id);
  const alts = images.map((_, index) => imageAlts[index] ?? '');
  return { ...toSummary(row), images, imageAlts: alts, specifications, version, configurations };
}

export async function findFamilyRow(db: Queryable, id: string): Promise<FamilyRow> {
  const [row] = await db.select().from(productFamilies).where(eq(productFamilies.id, id));
  if (!row) throw familyNotFound();
  return row;
}

function familyNotFound(): Problem {
  return new Problem('NOT_FOUND', 'Family not found.');
}

const maxOffersOfConfiguration = 20;

async function readConfigurations(db: Queryable, familyId: string): Promise<AdminConfiguration[]> {
  const offers = sql<AdminConfiguration['offers']>`coalesce((
    select json_agg(offers) from (
      select id, slug, condition, price_cents as price, stock_count as "stockCount", archived_at is not null as archived
      from ${products} offer where offer.model_key = ${deviceModels}.model_key
      order by price_cents desc, id limit ${maxOffersOfConfiguration}) offers), '[]')`;
  return db
    .select({ modelKey: deviceModels.key, name: deviceModels.name, options: deviceModels.options, offers })
    .from(deviceModels)
    .where(eq(deviceModels.familyId, familyId))
    .orderBy(asc(deviceModels.position), asc(deviceModels.key))
    .limit(maxConfigurations);
}

const maxPlanned = 5000;
const maxProposals = 50;

/** Returns the plans of the dry run: those of the first 5,000 configurations by brand and name. */
export async function readPlans(db: Queryable): Promise<FamilyPlan[]> {
  const rows = await readConfigurationsToPlan(db, undefined);
  return planFamilies(rows, maxConfigurations).slice(0, maxProposals);
}

/** Returns up to 5,000 configurations by brand and name, with the specifications of their cheapest products. */
export async function readConfigurationsToPlan(
  db: Queryable,
  condition: SQL | undefined,
): Promise<PlannedConfiguration[]> {
  const specifications = sql<Record<string, string>>`coalesce((
    select specifications from ${products} where ${products.modelKey} = ${deviceModels.key}
    order by price_cents, id limit 1), '{}')`;
  return db
    .select({
      key: deviceModels.key,
      name: deviceModels.name,
      brand: deviceModels.brand,
      categoryId: deviceModels.categoryId,
      familyId: deviceModels.familyId,
      familyName: productFamilies.name,
      options: deviceModels.options,
      specifications,
    })
    .from(deviceModels)
    .innerJoin(productFamilies, eq(productFamilies.id, deviceModels.familyId))
    .where(condition)
    .orderBy(asc(byName(deviceModels.brand)), asc(byName(deviceModels.name)), asc(deviceModels.key))
    .limit(maxPlanned);
}

type Proposals = CallOutput<typeof familyAdminEndpoints.proposeFamilies>;

/** Returns the dry run, with the last change that can be undone. */
export async function readProposals(db: Queryable): Promise<Proposals> {
  const plans = await readPlans(db);
  const names = await db.select({ id: categories.id, name: categories.name }).from(categories).limit(1000);
  const categoryNames = new Map(names.map(({ id, name }) => [id, name]));
  const proposals = plans.map(({ id, name, familyIds, configurations }): FamilyProposal => {
    const [first] = configurations;
    return {
      id,
      name,
      brand: first?.brand ?? '',
      category: categoryNames.get(first?.categoryId ?? '') ?? null,
      familyCount: familyIds.length,
      configurations: configurations.map(({ key, name, planned }) => ({
        modelKey: key,
        name,
        options: planned,
      })),
    };
  });
  return { proposals, lastChange: await findLastChange(db) };
}

async function findLastChange(db: Queryable): Promise<FamilyChange | null> {
  const [row] = await db
    .select()
    .from(familyChanges)
    .where(isNull(familyChanges.undoneAt))
    .orderBy(desc(familyChanges.createdAt), desc(familyChanges.id))
    .limit(1);
  if (!row) return null;
  const { id, kind, moves, createdAt } = row;
  const moved = moves.filter(({ from, to }) => from !== to).length;
  return { id, kind, moved, createdAt: createdAt.toISOString() };
}
