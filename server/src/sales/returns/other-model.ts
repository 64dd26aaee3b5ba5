import type { ScanResult } from '@reprise/contract/workshop/units/scan-result';
import { eq, inArray } from 'drizzle-orm';
import { deviceModels, productFamilies } from '../../catalog/products/families/families.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { LineRow } from './return-rows.ts';

type Scanned = Pick<ScanResult, 'identifier' | 'models' | 'units'>;

/**
 * Returns the name of the model that a scanned device is of, if none of a case is of it; null where that is not known. An
 * IMEI begins alike for all configurations of a model, so it tells models apart by their families.
 */
export async function findOtherModel(
  db: Queryable,
  { identifier, models, units: [unit] }: Scanned,
  lines: readonly LineRow[],
): Promise<string | null> {
  const sent = lines.flatMap(({ modelKey }) => modelKey ?? []);
  if (sent.length === 0) return null;
  if (unit) return sent.includes(unit.model.key) ? null : unit.model.name;
  const scanned = identifier === 'imei' ? models.flatMap(({ key }) => key ?? []) : [];
  if (scanned.length === 0) return null;
  const families = await db
    .select({ key: deviceModels.key, id: productFamilies.id, name: productFamilies.name })
    .from(deviceModels)
    .innerJoin(productFamilies, eq(productFamilies.id, deviceModels.familyId))
    .where(inArray(deviceModels.key, [...sent, ...scanned]));
  const familiesOf = (keys: string[]) => families.filter(({ key }) => keys.includes(key));
  const sentIds = familiesOf(sent).map(({ id }) => id);
  const others = familiesOf(scanned);
  if (others.some(({ id }) => sentIds.includes(id))) return null;
  return [...new Set(others.map(({ name }) => name))].join(' or ');
}
