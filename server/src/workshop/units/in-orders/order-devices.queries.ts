import type { IdentifierKind } from '@reprise/contract/workshop/units/identifiers';
import { statesInCustody } from '@reprise/contract/workshop/units/unit-states';
import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { hasNoNumber } from '../count-devices.ts';
import { activeIdentifiers } from '../unit.queries.ts';
import { orderItemUnits, units } from '../units.tables.ts';

export type OrderDevice = {
  itemId: string;
  number: string;
  /** Token of its public passport; missing for a device that was only chosen. */
  passport?: string;
  identifiers: { kind: IdentifierKind; value: string }[];
  place: string;
  /** Reported as not on its shelf. */
  isMissing: boolean;
  /** False while it waits to be shipped. */
  hasLeft: boolean;
  /** It came back and waits for a refund or for the way back to its buyer. */
  isBack: boolean;
  /** Chosen by the buyer. */
  isChosen: boolean;
  /** False for a chosen device that was not scanned yet. */
  isPacked: boolean;
  /** True if no code was scanned: which device left is not known. */
  isAssumed: boolean;
};

/** Returns the devices that fill these order lines now, in the order they were packed. */
export async function readOrderDevices(db: Queryable, itemIds: string[]): Promise<OrderDevice[]> {
  if (itemIds.length === 0) return [];
  const rows = await db
    .select({
      itemId: orderItemUnits.orderItemId,
      number: units.number,
      passport: units.passportToken,
      identifiers: sql<
        OrderDevice['identifiers']
      >`coalesce(${orderItemUnits.sentAs}, ${activeIdentifiers(units.id)})`,
      place: units.place,
      isMissing: sql<boolean>`${units.missingAt} is not null`,
      state: units.state,
      captured: orderItemUnits.captured,
      packedAt: orderItemUnits.packedAt,
    })
    .from(orderItemUnits)
    .innerJoin(units, eq(units.id, orderItemUnits.unitId))
    .where(and(inArray(orderItemUnits.orderItemId, itemIds), isNull(orderItemUnits.endedAt)))
    .orderBy(asc(orderItemUnits.assignedAt), asc(orderItemUnits.id));
  return rows.map(({ state, captured, packedAt, ...device }) => ({
    ...device,
    hasLeft: state !== 'allocated',
    isBack: statesInCustody.includes(state),
    isChosen: captured === 'chosen',
    isPacked: packedAt !== null,
    isAssumed: captured === 'assumed',
  }));
}

type ReturnedDevice = Pick<OrderDevice, 'itemId' | 'number' | 'identifiers'>;

/** Returns the devices that were sent for these order lines and came back; one that was not scanned is not known. */
export function readReturnedDevices(db: Queryable, itemIds: string[]): Promise<ReturnedDevice[]> {
  if (itemIds.length === 0) return Promise.resolve([]);
  return db
    .select({
      itemId: orderItemUnits.orderItemId,
      number: units.number,
      identifiers: sql<OrderDevice['identifiers']>`coalesce(${orderItemUnits.sentAs}, '[]')`,
    })
    .from(orderItemUnits)
    .innerJoin(units, eq(units.id, orderItemUnits.unitId))
    .where(
      and(
        inArray(orderItemUnits.orderItemId, itemIds),
        inArray(orderItemUnits.endedAs, ['returned', 'replaced', 'cancelled']),
        isNotNull(orderItemUnits.shippedAt),
        ne(orderItemUnits.captured, 'assumed'),
      ),
    )
    .orderBy(asc(orderItemUnits.assignedAt), asc(orderItemUnits.id));
}

/** Returns up to `limit` devices on sale of each product that are not missing, those on sale longest in front and those without a number last. */
export async function readOldestOnSale(
  db: Queryable,
  productIds: string[],
  limit: number,
): Promise<{ productId: string; number: string; place: string }[]> {
  if (productIds.length === 0) return [];
  const columns = sql`${units.productId}, ${units.number}, ${units.place}`;
  const isSuggested = sql`${units.productId} = wanted.id and ${units.state} = 'listed' and ${units.missingAt} is null`;
  const oldestFirst = sql`order by ${units.listedAt}, ${units.id}`;
  const { rows } = await db.execute<{ productId: string; number: string; place: string }>(sql`
    select oldest.product_id as "productId", oldest.unit_number as number, oldest.place
    from unnest(array[${sql.join(
      productIds.map((id) => sql`${id}::text`),
      sql`, `,
    )}]) as wanted (id)
    cross join lateral (
      (select ${columns} from ${units} where ${isSuggested} and not ${hasNoNumber} ${oldestFirst} limit ${limit})
      union all
      (select ${columns} from ${units} where ${isSuggested} and ${hasNoNumber} ${oldestFirst} limit ${limit})
      limit ${limit}
    ) as oldest`);
  return rows;
}
