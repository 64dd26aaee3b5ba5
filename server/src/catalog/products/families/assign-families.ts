import { maxConfigurations } from '@reprise/contract/catalog/products/family-admin';
import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { products } from '../products.tables.ts';
import { deviceModels, productFamilies } from './families.tables.ts';
import { readConfigurationsToPlan } from './family-admin.queries.ts';
import { familiesChanged } from './merge-families.ts';
import { type LockedConfiguration, lockFamilies } from './move-configurations.ts';
import { optionsOf, rankOf } from './plan-families.ts';
import { applyFamilyChange } from './record-family-change.ts';
import { insertFamily } from './split-family.ts';

/** Family that a configuration should belong to, by its name in any spelling of capitals, and the options it should have. */
export type FamilyAssignment = { modelKey: string; family: string; options?: ConfigurationOptions };

/** Message for a product without a configuration. */
export const needsModelKey = 'Add a modelKey: a product without one is a family of its own';

/** Family of a name: the one that it is already in, another, a new one, or several that the name cannot tell apart. */
export type FamilyMatch =
  | { kind: 'same'; options: ConfigurationOptions }
  | { kind: 'move'; familyId: string; before: string; brand: string; memberCount: number }
  | { kind: 'add'; before: string; brand: string; memberCount: 0 }
  | { kind: 'ambiguous' }
  | { kind: 'full' };

type Wanted = FamilyAssignment & {
  /** Brand of the configuration if it does not exist yet. */
  brand: string;
};

/** Returns a match for each name, in order: families of one brand are told apart by their names. */
export async function matchFamilies(db: Queryable, wanted: Wanted[]): Promise<FamilyMatch[]> {
  if (wanted.length === 0) return [];
  const current = await readFamilyNames(
    db,
    wanted.map(({ modelKey }) => modelKey),
  );
  const named = await readNamed(
    db,
    wanted.map(({ family }) => family),
  );
  return wanted.map(({ modelKey, family, brand: newBrand }) => {
    const own = current.get(modelKey);
    if (own && own.name.toLowerCase() === family.toLowerCase()) return { kind: 'same', options: own.options };
    const before = own?.name ?? '';
    const brand = (own?.brand ?? newBrand).toLowerCase();
    const [first, ...others] = named.filter(
      (row) => row.name.toLowerCase() === family.toLowerCase() && row.brand.toLowerCase() === brand,
    );
    if (!first) return { kind: 'add', before, brand, memberCount: 0 };
    if (others.length > 0) return { kind: 'ambiguous' };
    if (first.configurationCount >= maxConfigurations) return { kind: 'full' };
    return { kind: 'move', familyId: first.id, before, brand, memberCount: first.configurationCount };
  });
}

/** Returns brand, family name and options of the configurations that exist, by model key. */
export async function readFamilyNames(
  db: Queryable,
  modelKeys: string[],
): Promise<Map<string, { brand: string; name: string; options: ConfigurationOptions }>> {
  const { key, brand, options } = deviceModels;
  const rows = await db
    .select({ key, brand, options, name: productFamilies.name })
    .from(deviceModels)
    .innerJoin(productFamilies, eq(productFamilies.id, deviceModels.familyId))
    .where(inArray(key, [...new Set(modelKeys)]));
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** Most offers of families of these names that are read. */
const maxOffersInFamilies = 20_000;

/** Returns the offers on sale in the families of these names, in any spelling of capitals. */
export async function findOffersInFamilies(db: Queryable, names: string[]) {
  if (names.length === 0) return [];
  const { sku, condition, origin, batteryHealth, warranty } = products;
  const { brand, options } = deviceModels;
  const rows = await db
    .select({ sku, brand, family: productFamilies.name, options, condition, origin, batteryHealth, warranty })
    .from(products)
    .innerJoin(deviceModels, eq(deviceModels.key, products.modelKey))
    .innerJoin(productFamilies, eq(productFamilies.id, deviceModels.familyId))
    .where(
      and(
        inArray(sql`lower(${productFamilies.name})`, [...new Set(names.map((name) => name.toLowerCase()))]),
        isNull(products.archivedAt),
      ),
    )
    .orderBy(asc(sku))
    .limit(maxOffersInFamilies);
  return rows.map(({ warranty, ...offer }) => ({ ...offer, warrantyDuration: warranty.duration }));
}

async function readNamed(db: Queryable, names: string[]) {
  const { id, name, brand } = productFamilies;
  const configurationCount = sql<number>`(
    select count(*)::int from ${deviceModels} where ${deviceModels.familyId} = ${id})`;
  return db
    .select({ id, name, brand, configurationCount })
    .from(productFamilies)
    .where(
      and(
        inArray(sql`lower(${name})`, [...new Set(names.map((each) => each.toLowerCase()))]),
        isNull(productFamilies.mergedIntoId),
        sql`${configurationCount} > 0`,
      ),
    )
    .orderBy(asc(id));
}

/**
 * Moves configurations that exist into the families that are named, and adds those that no configuration is in. All
 * moves are one change, which can be undone. The last name of a configuration counts; a name that several families
 * have, or one with 100 configurations, leaves it where it is.
 */
export async function assignFamilies(tx: Tx, assignments: FamilyAssignment[], by: Actor): Promise<void> {
  const last = new Map(assignments.map((assignment) => [assignment.modelKey, assignment]));
  if (last.size === 0) return;
  const rows = await readConfigurationsToPlan(tx, inArray(deviceModels.key, [...last.keys()]));
  const wanted = rows.map((row) => ({ ...row, modelKey: row.key, family: last.get(row.key)?.family ?? '' }));
  const added = new Map<string, string>();
  const targetOf = new Map<string, string>();
  for (const [index, match] of (await matchFamilies(tx, wanted)).entries()) {
    const row = wanted[index];
    if (!row || match.kind === 'ambiguous' || match.kind === 'full') continue;
    if (match.kind === 'add') targetOf.set(row.key, await addOnce(tx, added, row, by));
    else if (match.kind === 'move') targetOf.set(row.key, match.familyId);
    else if (hasOtherOptions(row.options, last.get(row.key)?.options)) targetOf.set(row.key, row.familyId);
  }
  if (targetOf.size === 0) return;
  const sources = wanted.flatMap(({ key, familyId }) => (targetOf.has(key) ? [familyId] : []));
  const locked = await lockFamilies(tx, [...new Set([...sources, ...targetOf.values()])]);
  await moveInto(tx, locked, targetOf, { ...by, assigned: last });
}

/** True if options that are assigned differ from those of the configuration; options without a value stay. */
export function hasOtherOptions(
  current: ConfigurationOptions,
  assigned: ConfigurationOptions | undefined,
): boolean {
  return Object.entries(assigned ?? {}).some(
    ([name, value]) => current[name as keyof ConfigurationOptions] !== value,
  );
}

type PlannedRow = Awaited<ReturnType<typeof readConfigurationsToPlan>>[number] & { family: string };

/** Adds the family of a name unless an earlier configuration did; returns its id. */
async function addOnce(tx: Tx, added: Map<string, string>, row: PlannedRow, { now }: Actor): Promise<string> {
  const { family: name, brand, categoryId } = row;
  const key = `${brand}\n${name}`.toLowerCase();
  const id = added.get(key) ?? (await insertFamily(tx, { name, brand, categoryId, now }));
  added.set(key, id);
  return id;
}

type Assigning = Actor & { assigned: Map<string, FamilyAssignment> };

/**
 * Moves locked configurations behind those that are in their families, smaller ones first, with the assigned options
 * and others read from their names; throws EDIT_CONFLICT if another transaction moved one before the lock.
 */
async function moveInto(
  tx: Tx,
  locked: LockedConfiguration[],
  targetOf: Map<string, string>,
  { assigned, ...by }: Assigning,
): Promise<void> {
  const joining = locked.filter(({ key }) => targetOf.has(key));
  if (joining.length < targetOf.size) throw familiesChanged();
  const keys = locked.map(({ key }) => key);
  const readable = await readConfigurationsToPlan(tx, inArray(deviceModels.key, keys));
  const optionsByKey = new Map(readable.map((row) => [row.key, optionsOf(row)]));
  const optionsFor = ({ key }: LockedConfiguration) => ({
    ...optionsByKey.get(key),
    ...assigned.get(key)?.options,
  });
  const targets = [...new Set(targetOf.values())].flatMap((familyId) => {
    const members = locked.filter((row) => row.familyId === familyId);
    const last = Math.max(-1, ...members.map(({ position }) => position));
    const arriving = joining
      .filter(({ key, familyId: from }) => targetOf.get(key) === familyId && from !== familyId)
      .toSorted((a, b) => rankOf(optionsFor(a)) - rankOf(optionsFor(b)))
      .slice(0, maxConfigurations - members.length)
      .map((configuration, index) => ({ configuration, position: last + 1 + index }));
    // The options of a family of one are empty until it has a second configuration.
    const staying = members
      .filter(({ key, options }) =>
        arriving.length > 0 && Object.keys(options).length === 0
          ? true
          : targetOf.get(key) === familyId && hasOtherOptions(options, assigned.get(key)?.options),
      )
      .map((configuration) => ({ configuration, position: configuration.position }));
    return [...staying, ...arriving].map((target) => ({
      ...target,
      familyId,
      options: optionsFor(target.configuration),
    }));
  });
  if (targets.length > 0) await applyFamilyChange(tx, { kind: 'assign', targets }, by);
}
