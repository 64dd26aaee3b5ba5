import { Problem } from '@reprise/contract/problem';
import type { CodeReading } from '@reprise/contract/workshop/codes/code-reading';
import { isOtherSerial } from '@reprise/contract/workshop/codes/maker-serials';
import { readCode } from '@reprise/contract/workshop/codes/read-code';
import {
  type Identifier,
  identifierLabels,
  isIdentifier,
  valuesToFind,
} from '@reprise/contract/workshop/units/identifiers';
import type { CaptureMethod } from '@reprise/contract/workshop/units/unit';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { hasNoNumber } from '../count-devices.ts';
import { insertIdentifiers, scopedIdentifiers } from '../intake/record-identifiers.ts';
import { findModelsByCode } from '../model.queries.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import { faultOf } from '../scan-code.ts';
import type { UnitRow } from '../shift-units.ts';
import { hasLabel } from '../unit.queries.ts';
import { lockUnits } from '../unit-rows.ts';
import { unitIdentifiers, units } from '../units.tables.ts';

type Scan = Actor & {
  captured: CaptureMethod;
  /** Hosts whose passports are those of this shop. */
  hosts: string[];
  /** True to record a number that is not known for a device on sale without one. */
  isNew: boolean;
  /** Products whose devices are still needed. */
  productIds: string[];
  /** Ids of devices of the order that were not scanned. */
  unscanned?: string[];
};

/**
 * Returns the locked device with this code. Throws WRONG_UNIT with what to do otherwise; its details offer to record a
 * number that is not known, if devices of exactly one product wait for one and its model can have this number.
 */
export async function findToPack(tx: Tx, code: string, scan: Scan): Promise<UnitRow> {
  const reading = readCode(code, { hosts: scan.hosts });
  const [number] = reading.answer === 'value' ? reading.numbers : [];
  if (number?.kind === 'unit' || number?.kind === 'passport') {
    const candidates = await tx
      .select({ id: units.id })
      .from(units)
      .where(hasLabel({ kind: number.kind, value: number.value }));
    const [unit] = await lockCandidates(tx, candidates);
    if (!unit) throw wrongUnit('No device has this number. Was its label printed by another shop?');
    return unit;
  }
  const isOne = inArray(unitIdentifiers.value, valuesToFind(code, reading));
  const known = await tx
    .selectDistinct({ id: unitIdentifiers.unitId })
    .from(unitIdentifiers)
    .where(and(isOne, eq(unitIdentifiers.active, true)));
  if (known.length > 1) throw wrongUnit('Several devices have this number. Scan the label of the device.');
  const [unit] = await lockCandidates(tx, known);
  return unit ?? recordNumber(tx, { code, reading }, scan);
}

const lockCandidates = (tx: Tx, candidates: { id: string }[]) =>
  lockUnits(
    tx,
    candidates.map(({ id }) => id),
  );

/** Records a new number for a device without one, of the order or else the one on sale longest, or offers it. */
async function recordNumber(
  tx: Tx,
  { code, reading }: { code: string; reading: CodeReading },
  { productIds, unscanned = [], captured, isNew, actorId, now }: Scan,
): Promise<UnitRow> {
  if (!mayBeIdentifier(reading)) throw wrongUnit(faultOf(reading));
  const isUnscanned = inArray(units.id, unscanned);
  const isOnSale = and(inArray(units.productId, productIds), eq(units.state, 'listed'));
  const waiting = await tx
    .selectDistinctOn([units.productId], {
      id: units.id,
      modelKey: deviceModels.key,
      name: deviceModels.name,
      brand: deviceModels.brand,
      identifiers: deviceModels.identifiers,
    })
    .from(units)
    .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
    .where(and(or(isOnSale, isUnscanned), hasNoNumber))
    .orderBy(asc(units.productId), sql`${units.state} = 'listed'`, asc(units.listedAt), asc(units.id));
  const [first] = waiting;
  if (!first) throw wrongUnit('No device has this number. Receive it first, then put it on sale.');
  if (waiting.length > 1) {
    throw wrongUnit(
      'This number is new, and several products wait for one. Record it on the page of its device first.',
    );
  }
  const identifier = identifierOf(code, first);
  if (!identifier) {
    throw wrongUnit(`No device has this number, and it has not the form of a number of ${first.name}.`);
  }
  if (identifier.kind === 'imei') await assertTac(tx, identifier.value, first);
  if (!isNew) throw offer(identifier, first.name);
  const [unit] = await lockUnits(tx, [first.id]);
  if (!unit || (unit.state !== 'listed' && !unscanned.includes(unit.id)))
    throw wrongUnit('Another packer was faster. Scan the device again.');
  await insertIdentifiers(tx, unit.id, scopedIdentifiers([identifier], first.brand), captured, now);
  const detail = `${identifierLabels[identifier.kind]} ${identifier.value}`;
  await recordUnitEvents(tx, [{ unitId: unit.id, kind: 'identified', detail }], { actorId, now });
  return unit;
}

/** True for a reading that is, or can be, one number of a device. */
const mayBeIdentifier = (reading: CodeReading) =>
  reading.answer === 'value'
    ? reading.numbers.length === 1 && reading.numbers.every(isIdentifier)
    : reading.answer === 'ask' && reading.candidates.some((candidate) => candidate.every(isIdentifier));

type Model = { brand: string; identifiers: readonly Identifier['kind'][] };

/** Returns the one number that a device of this model can have; null for another form or kind. */
function identifierOf(code: string, { brand, identifiers }: Model): Identifier | null {
  const reading = readCode(code, { brand });
  const candidates = reading.answer === 'ask' ? reading.candidates.flat() : [];
  const isSerial = candidates.every(({ kind, value }) => kind === 'serial' && !isOtherSerial(value, brand));
  const number = reading.answer === 'value' ? reading.numbers[0] : isSerial ? candidates.at(-1) : undefined;
  if (!number || !isIdentifier(number)) return null;
  return identifiers.includes(number.kind) ? number : null;
}

/** Throws for an IMEI that begins like those of other models only. */
async function assertTac(tx: Tx, imei: string, model: { modelKey: string; name: string }): Promise<void> {
  const models = await findModelsByCode(tx, 'tac', imei.slice(0, 8));
  const [other] = models;
  if (!other || models.some(({ key }) => key === model.modelKey)) return;
  throw wrongUnit(`This IMEI is one of ${other.name}. The order wants ${model.name}.`);
}

function offer({ kind, value }: Identifier, model: string): Problem {
  const message = `No device has the ${kind === 'serial' ? 'serial number' : 'IMEI'} ${value} yet.`;
  return new Problem('WRONG_UNIT', message, { details: { newNumber: value, kind, model } });
}

export const wrongUnit = (message: string) => new Problem('WRONG_UNIT', message);
