import { Problem } from '@reprise/contract/problem';
import type { IdentifierKind } from '@reprise/contract/workshop/units/identifiers';
import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { drawUnitNumbers } from '../draw-unit-numbers.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import { shiftUnits, type UnitRow } from '../shift-units.ts';
import { unitIdentifiers, units } from '../units.tables.ts';
import { scopedIdentifiers } from './record-identifiers.ts';

export type ExpectedUnit = {
  lotId: string;
  lotLineId: string;
  modelKey: string;
  brand: string;
  identifiers: { kind: IdentifierKind; value: string }[];
};

const batchSize = 500;

/** Adds units that a supplier announced; throws IDENTIFIER_IN_USE if one came in since the file was checked. */
export async function expectUnits(tx: Tx, expected: ExpectedUnit[], by: Actor): Promise<void> {
  for (let start = 0; start < expected.length; start += batchSize) {
    await addBatch(tx, expected.slice(start, start + batchSize), by);
  }
}

async function addBatch(tx: Tx, batch: ExpectedUnit[], by: Actor): Promise<void> {
  const numbers = await drawUnitNumbers(tx, batch.length);
  const rows = batch.map(({ identifiers, brand, ...unit }, index) => ({
    ...unit,
    id: newId('unt'),
    number: numbers[index] ?? '',
    identifiers: scopedIdentifiers(identifiers, brand),
  }));
  const times = { createdAt: by.now, updatedAt: by.now };
  await tx.insert(units).values(
    rows.map(({ identifiers: _identifiers, ...unit }) => ({
      ...unit,
      state: 'expected' as const,
      stateSince: by.now,
      ...times,
    })),
  );
  const identifiers = rows.flatMap(({ id, identifiers }) =>
    identifiers.map((identifier) => ({
      ...identifier,
      id: newId('uid'),
      unitId: id,
      captured: 'file' as const,
      createdAt: by.now,
    })),
  );
  if (identifiers.length > 0) {
    const added = await tx
      .insert(unitIdentifiers)
      .values(identifiers)
      .onConflictDoNothing()
      .returning({ id: unitIdentifiers.id });
    if (added.length < identifiers.length) {
      const message = 'A device of this file came in since it was checked. Look at the check again.';
      throw new Problem('IDENTIFIER_IN_USE', message);
    }
  }
  const events = rows.map(({ id }) => ({ unitId: id, kind: 'moved' as const, to: 'expected' as const }));
  await recordUnitEvents(tx, events, by);
}

type Ending = Pick<UnitRow, 'goneAs'> & {
  reason: string;
  /** Units to end; all of the lot if missing. */
  ids?: string[];
};

/** Ends expected units of a lot and frees their identifiers. Returns those that it ended. */
export async function endExpectedUnits(
  tx: Tx,
  lotId: string,
  { goneAs, reason, ids: only }: Ending,
  by: Actor,
): Promise<UnitRow[]> {
  const isMeant = only === undefined ? undefined : inArray(units.id, only);
  const ended = await tx
    .select()
    .from(units)
    .where(and(eq(units.lotId, lotId), eq(units.state, 'expected'), isMeant))
    .orderBy(units.id)
    .for('no key update');
  if (ended.length === 0) return [];
  const ids = ended.map(({ id }) => id);
  await tx.update(unitIdentifiers).set({ active: false }).where(inArray(unitIdentifiers.unitId, ids));
  await shiftUnits(tx, ended, { to: 'gone', goneAs, reason }, by);
  return ended;
}
