import { readCode } from '@reprise/contract/units/identifiers';
import { gtinFault } from '@reprise/contract/units/model-codes';
import type { ScanResult, Unit } from '@reprise/contract/units/unit';
import type { Db } from '../platform/database/database.ts';
import { findModelsByCode } from './model.queries.ts';
import { findIdentifiedUnits, findLabelledUnit, findUnits } from './unit.queries.ts';
import { hasIdentifier } from './unit-list.queries.ts';

/** Returns the meaning of a code: a place, a unit, an identifier with the units that had it, or the box of a model. */
export async function scanCode(db: Db, code: string): Promise<ScanResult> {
  const read = readCode(code);
  const result = { value: read.value, identifier: null, fault: '', units: [], ending: [], models: [] };
  if (read.kind === 'fault') return { ...result, kind: 'fault', fault: read.fault };
  if (read.kind === 'place') return { ...result, kind: 'place' };
  if (read.kind === 'unit' || read.kind === 'passport') {
    const unit = await findLabelledUnit(db, read);
    const fault = unit ? '' : 'No device has this number. Was its label printed by another shop?';
    return { ...result, kind: fault ? 'fault' : 'unit', fault, units: unit ? [unit] : [] };
  }
  const found = await findIdentifiedUnits(db, read.value);
  if (found.length === 0 && gtinFault(read.value) === null) {
    return {
      ...result,
      kind: 'model',
      models: await findModelsByCode(db, 'gtin', read.value.padStart(14, '0')),
    };
  }
  // A device that is here has its model.
  const isHere = found.some(({ state }) => state !== 'gone');
  const models =
    read.kind === 'imei' && !isHere ? await findModelsByCode(db, 'tac', read.value.slice(0, 8)) : [];
  const ending = found.length === 0 ? await findByEnd(db, read.value) : [];
  return { ...result, kind: 'identifier', identifier: read.kind, units: found, ending, models };
}

async function findByEnd(db: Db, value: string): Promise<Unit[]> {
  const ending = hasIdentifier(value);
  return ending ? findUnits(db, ending) : [];
}
