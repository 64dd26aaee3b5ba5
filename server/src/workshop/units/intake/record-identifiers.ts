import { Problem } from '@reprise/contract/problem';
import {
  type Identifier,
  identifierLabels,
  readIdentifier,
} from '@reprise/contract/workshop/units/identifiers';
import type { ReceivedUnit } from '@reprise/contract/workshop/units/unit';
import { and, eq, or } from 'drizzle-orm';
import { addModelCodes } from '../../../catalog/products/families/store-model-codes.ts';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { findUnit, whereabouts } from '../unit.queries.ts';
import { unitIdentifiers } from '../units.tables.ts';

export type NewIdentifier = Identifier & { scope: string };
type UnitIdentifierRow = typeof unitIdentifiers.$inferSelect;

/** Returns the identifiers in canonical form, each with the scope within which it is unique. */
export function scopedIdentifiers(identifiers: readonly Identifier[], brand: string): NewIdentifier[] {
  return identifiers.map(({ kind, value }) => {
    // Calls and files were checked before; one that an earlier version recorded stays as it is.
    const read = readIdentifier(kind, value);
    const scopes = {
      serial: `serial ${brand.toLowerCase()}`,
      imei: 'imei',
      imei2: 'imei',
      meid: 'meid',
      eid: 'eid',
    };
    return { kind, value: 'value' in read ? read.value : value, scope: scopes[kind] };
  });
}

/** Adds the identifiers; throws IDENTIFIER_IN_USE where one is active in another unit. */
export async function insertIdentifiers(
  tx: Tx,
  unitId: string,
  identifiers: NewIdentifier[],
  captured: UnitIdentifierRow['captured'],
  now: Date,
): Promise<void> {
  for (const identifier of identifiers) {
    const row = { ...identifier, id: newId('uid'), unitId, captured, createdAt: now };
    // Waits for a concurrent transaction that adds the same one.
    const added = await tx.insert(unitIdentifiers).values(row).onConflictDoNothing().returning();
    if (added.length === 0) throw await identifierInUse(tx, identifier, unitId);
  }
}

async function identifierInUse(tx: Tx, identifier: NewIdentifier, unitId: string): Promise<Problem> {
  const { kind, value } = identifier;
  const [owner] = await activeOwners(tx, [identifier]);
  const label = `${identifierLabels[kind]} ${value}`;
  if (!owner || owner.unitId === unitId) {
    return new Problem('IDENTIFIER_IN_USE', `${label} was given twice. Each number of a device is another.`);
  }
  const unit = await findUnit(tx, owner.unitId);
  const message = `${label} belongs to ${unit.number}, which is ${whereabouts(unit)}.`;
  return new Problem('IDENTIFIER_IN_USE', message, { details: { unit: unit.number, state: unit.state } });
}

/** Returns the units that have one of the identifiers now. */
export function activeOwners(tx: Tx, identifiers: NewIdentifier[]) {
  const isOne = identifiers.map(({ scope, value }) =>
    and(eq(unitIdentifiers.scope, scope), eq(unitIdentifiers.value, value)),
  );
  return tx
    .select({ unitId: unitIdentifiers.unitId })
    .from(unitIdentifiers)
    .where(and(eq(unitIdentifiers.active, true), or(...isOne)));
}

/** Remembers the barcode of the box and the first eight digits of the IMEI, so that the next scan suggests the model. */
export async function learnCodes(
  tx: Tx,
  modelKey: string,
  { gtin, identifiers, search }: { gtin: string; identifiers: NewIdentifier[]; search: Deps['search'] },
): Promise<void> {
  const imei = identifiers.find(({ kind }) => kind === 'imei')?.value;
  const codes = [
    ...(gtin ? [{ kind: 'gtin' as const, code: gtin.padStart(14, '0') }] : []),
    ...(imei ? [{ kind: 'tac' as const, code: imei.slice(0, 8) }] : []),
  ];
  await addModelCodes(tx, modelKey, codes, search);
}

/** Returns how and where a device was received, for its history. */
export function detailOf({ captured, place }: Pick<ReceivedUnit, 'captured' | 'place'>): string {
  return [captured === 'scan' ? 'scanned' : 'typed', place && `bin ${place.toUpperCase()}`]
    .filter(Boolean)
    .join(', ');
}
