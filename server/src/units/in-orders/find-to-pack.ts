import { Problem } from '@reprise/contract/problem';
import { identifierLabels, readCode } from '@reprise/contract/units/identifiers';
import type { CaptureMethod } from '@reprise/contract/units/unit';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { deviceModels } from '../../catalog/families/families.tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hasNoNumber } from '../count-devices.ts';
import { insertIdentifiers, scopedIdentifiers } from '../intake/record-identifiers.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import type { By, UnitRow } from '../shift-units.ts';
import { hasLabel } from '../unit.queries.ts';
import { lockUnits } from '../unit-rows.ts';
import { unitIdentifiers, units } from '../units.tables.ts';

type Scan = By & {
  captured: CaptureMethod;
  /** Products whose devices are still needed. */
  productIds: string[];
};

/**
 * Returns the locked device with this code. A number that is not known yet is recorded for a device on sale that has
 * none, if exactly one of the products has such devices. Throws WRONG_UNIT with what to do otherwise.
 */
export async function findToPack(tx: Tx, code: string, scan: Scan): Promise<UnitRow> {
  const read = readCode(code);
  if (read.kind === 'fault') throw wrongUnit(read.fault);
  if (read.kind === 'place') throw wrongUnit('This is the label of a bin. Scan the label of the device.');
  if (read.kind === 'unit' || read.kind === 'passport') {
    const found = await tx.select({ id: units.id }).from(units).where(hasLabel(read));
    const [unit] = await lockFound(tx, found);
    if (!unit) throw wrongUnit('No device has this number. Was its label printed by another shop?');
    return unit;
  }
  if (/^U-[0-9A-Z]+$/i.test(code.trim())) {
    throw wrongUnit('This label was not read right. Scan it again, or type its number.');
  }
  const known = await tx
    .select({ id: unitIdentifiers.unitId })
    .from(unitIdentifiers)
    .where(and(eq(unitIdentifiers.value, read.value), eq(unitIdentifiers.active, true)));
  if (known.length > 1) throw wrongUnit('Several devices have this number. Scan the label of the device.');
  const [unit] = await lockFound(tx, known);
  return unit ?? recordNumber(tx, { kind: read.kind, value: read.value }, scan);
}

const lockFound = (tx: Tx, found: { id: string }[]) =>
  lockUnits(
    tx,
    found.map(({ id }) => id),
  );

/** Records a new number for the device without one that is on sale longest. */
async function recordNumber(
  tx: Tx,
  identifier: Parameters<typeof scopedIdentifiers>[0][number],
  { productIds, captured, actorId, now }: Scan,
): Promise<UnitRow> {
  const waiting = await tx
    .selectDistinctOn([units.productId], { id: units.id, brand: deviceModels.brand })
    .from(units)
    .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
    .where(and(inArray(units.productId, productIds), eq(units.state, 'listed'), hasNoNumber))
    .orderBy(asc(units.productId), asc(units.listedAt), asc(units.id));
  const [first] = waiting;
  if (!first) throw wrongUnit('No device has this number. Receive it first, then put it on sale.');
  if (waiting.length > 1) {
    throw wrongUnit(
      'This number is new, and several products wait for one. Record it on the page of its device first.',
    );
  }
  const [unit] = await lockUnits(tx, [first.id]);
  if (unit?.state !== 'listed') throw wrongUnit('Another packer was faster. Scan the device again.');
  const scoped = scopedIdentifiers([identifier], first.brand);
  await insertIdentifiers(tx, unit.id, scoped, captured, now);
  const detail = `${identifierLabels[identifier.kind]} ${identifier.value}`;
  await recordUnitEvents(tx, [{ unitId: unit.id, kind: 'identified', detail }], { actorId, now });
  return unit;
}

export const wrongUnit = (message: string) => new Problem('WRONG_UNIT', message);
