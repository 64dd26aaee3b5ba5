import type { DeviceChoice } from '@reprise/contract/workshop/units/device-choice';
import { maxChoicePhotos, maxOfferedUnits } from '@reprise/contract/workshop/units/device-choice';
import { photoViewLabels } from '@reprise/contract/workshop/units/unit-photos';
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { gradeStandards } from '../../../catalog/grading/grading.tables.ts';
import { findKnownProductId } from '../../../catalog/products/product.queries.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { unitGradings, unitTests } from '../bench/bench.tables.ts';
import { type PublicPhoto, readPublicPhotos } from '../photos/unit-photo.queries.ts';
import { unitPhotos } from '../photos/unit-photos.tables.ts';
import { flags } from '../unit.queries.ts';
import { units } from '../units.tables.ts';

/** SQL: there is something that tells it from the others. */
const isTold = or(
  isNotNull(units.battery),
  isNotNull(units.gradedAt),
  sql`${units.publicNote} <> ''`,
  sql`exists (select from ${unitPhotos} p where p.unit_id = ${units}.id and p.public_name is not null)`,
);

/** SQL: on sale, not reported as missing, and with a record of its steps. */
const isOnShelf = and(eq(units.state, 'listed'), isNull(units.missingAt), ne(units.gate, 'unrecorded'));

/** SQL: the store lets buyers choose. */
const isOffered = sql`exists (select from ${storeSettings} where ${storeSettings.unitChoice})`;

// Drizzle leaves the table out of columns in a select from one table, which would name those of the subquery.

/** SQL: the newest test since it came in has this. */
const newestTest = (column: SQL) => sql<number | null>`(
  select ${column} from ${unitTests} t where t.unit_id = ${units}.id and t.intake = ${units}.intake
  order by t.created_at desc, t.id desc limit 1)`;

/** SQL: wear per surface of the newest grading since it came in, in the words of its standard. */
const wear = sql<DeviceChoice['wear']>`coalesce((
  select json_agg(json_build_object('surface', surface ->> 'label', 'words', grade -> 'words' ->> (surface ->> 'key'))
    order by position)
  from (
    select g.answers, g.standard_id from ${unitGradings} g
    where g.unit_id = ${units}.id and g.intake = ${units}.intake
    order by g.created_at desc, g.id desc limit 1
  ) newest
  join ${gradeStandards} s on s.id = newest.standard_id
  cross join lateral jsonb_array_elements(s.surfaces) with ordinality as surfaces (surface, position)
  join lateral jsonb_array_elements(s.grades) as grades (grade)
    on grade ->> 'code' = newest.answers -> 'surfaces' ->> (surface ->> 'key')
  where grade -> 'words' ->> (surface ->> 'key') is not null), '[]')`;

/** Returns the devices on sale of a product that a buyer can choose from; none if the store does not offer it. */
export async function listDeviceChoices(
  db: Queryable,
  reference: string,
): Promise<{ product: string; devices: DeviceChoice[] }> {
  const product = await findKnownProductId(db, reference);
  const rows = await db
    .select({
      id: units.id,
      number: units.number,
      battery: units.battery,
      cycles: newestTest(sql`t.cycles`),
      wear,
      note: units.publicNote,
      testedAt: units.testedAt,
      flags,
    })
    .from(units)
    .where(and(eq(units.productId, product), isOnShelf, isTold, isOffered))
    .orderBy(sql`${desc(units.battery)} nulls last`, asc(units.listedAt), asc(units.id))
    .limit(maxOfferedUnits);
  const photosOf = await readPublicPhotos(
    db,
    rows.map(({ id }) => id),
  );
  return { product, devices: rows.map((row) => toChoice(row, photosOf.get(row.id) ?? [])) };
}

/** Returns the product ids of those of the unit numbers that are on sale. */
export async function readUnitsOnSale(db: Queryable, numbers: string[]): Promise<Map<string, string | null>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({ number: units.number, productId: units.productId })
    .from(units)
    .where(and(inArray(units.number, numbers), isOnShelf));
  return new Map(rows.map(({ number, productId }) => [number, productId]));
}

type Row = Omit<DeviceChoice, 'testedAt' | 'photos'> & { id: string; testedAt: Date | null };

const toChoice = ({ id: _id, testedAt, ...choice }: Row, photos: PublicPhoto[]): DeviceChoice => ({
  ...choice,
  photos: photos.slice(0, maxChoicePhotos).map(({ url, view, words, marks }) => ({
    url,
    label: photoViewLabels[view],
    words,
    marks: marks.map(({ name }) => name),
  })),
  testedAt: testedAt?.toISOString() ?? null,
});
