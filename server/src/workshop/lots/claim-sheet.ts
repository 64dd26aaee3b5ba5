import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { FileResponse } from '@reprise/contract/endpoint';
import { type Cents, toMajorUnits } from '@reprise/contract/money';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { deviceModels } from '../../catalog/products/families/families.tables.ts';
import { type CsvValue, csvFile } from '../../platform/csv.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readInBatches } from '../../platform/database/read-in-batches.ts';
import { unitIdentifiers, units } from '../units/units.tables.ts';
import { findLot, hasCome } from './lot.queries.ts';
import { lotLines } from './lots.tables.ts';

const head = ['Device', 'Row', 'Manifest', 'Identifiers', 'Declared grade', 'Actual grade', 'Difference'];
/** Price on the manifest, and the part of it that is claimed as a whole: a device that did not come. */
const priceHead = ['Price', 'To credit'];

const identifiers = sql<string>`coalesce((
  select string_agg(distinct ${unitIdentifiers.value}, ' ') from ${unitIdentifiers}
  where ${unitIdentifiers.unitId} = ${units.id}), '')`;

/** Returns the devices of a lot that never came, are graded otherwise than declared, or are not on the manifest. */
export async function exportClaimSheet(
  db: Queryable,
  reference: string,
  seesCosts: boolean,
): Promise<FileResponse> {
  const lot = await findLot(db, reference, false);
  const names = seesCosts ? [...head, ...priceHead] : head;
  return { name: `claims-${lot.number}.csv`, pieces: csvFile(names, rowsOf(db, lot.id, seesCosts)) };
}

async function* rowsOf(db: Queryable, lotId: string, seesCosts: boolean): AsyncGenerator<CsvValue[][]> {
  const unitsAfter = (last: { unit: { id: string } } | undefined, limit: number) =>
    db
      .select({
        unit: units,
        line: lotLines,
        model: deviceModels.name,
        identifiers,
        came: hasCome as SQL<boolean>,
      })
      .from(units)
      .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
      .leftJoin(lotLines, eq(lotLines.id, units.lotLineId))
      .where(
        and(
          eq(units.lotId, lotId),
          gt(units.id, last?.unit.id ?? ''),
          sql`coalesce(${units.goneAs}, '') <> 'mistaken'`,
        ),
      )
      .orderBy(asc(units.id))
      .limit(limit);
  for await (const rows of readInBatches(unitsAfter)) {
    yield rows.flatMap(({ unit, line, model, identifiers, came }) => {
      const difference = differenceOf(unit, line?.declaredGrade ?? null, came);
      const { number, gradeCode } = unit;
      const words = line?.description ?? model;
      const row = [
        number,
        line?.position ?? '',
        words,
        identifiers,
        line?.declaredGrade ?? '',
        gradeCode ?? '',
      ];
      const price = amountOf(line?.unitPriceCents ?? null);
      const prices = seesCosts ? [price, isMissing(unit, came) ? price : null] : [];
      return difference ? [[...row, difference, ...prices]] : [];
    });
  }
}

const amountOf = (amount: Cents | null) => (amount === null ? null : toMajorUnits(amount));

const isMissing = ({ state }: typeof units.$inferSelect, came: boolean) => state === 'expected' || !came;

function differenceOf(
  { gradeCode, condition, state }: typeof units.$inferSelect,
  declared: string | null,
  came: boolean,
): string {
  if (state === 'expected') return 'has not come';
  if (!came) return 'never came';
  if (declared === null) return 'not on the manifest';
  if (declared === '' || gradeCode === null) return '';
  const names = [gradeCode, `grade ${gradeCode}`, condition, condition && conditionLabels[condition]];
  const isSame = names.some((name) => name?.toLowerCase() === declared.toLowerCase());
  return isSame ? '' : 'another grade';
}
