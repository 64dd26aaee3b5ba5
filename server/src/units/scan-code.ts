import { readCode } from '@reprise/contract/units/identifiers';
import { gtinFault } from '@reprise/contract/units/model-codes';
import type { ScanResult, Unit } from '@reprise/contract/units/unit';
import { desc, sql } from 'drizzle-orm';
import type { Db } from '../platform/database/database.ts';
import { findModelsByCode } from './model.queries.ts';
import { findUnits, hasLabel } from './unit.queries.ts';
import { hasIdentifier } from './unit-list.queries.ts';
import { unitIdentifiers, units } from './units.tables.ts';

const maxUnits = 10;

/** Returns the meaning of a code: a place, a unit, an identifier with the units that had it, or the box of a model. */
export async function scanCode(db: Db, code: string): Promise<ScanResult> {
  const read = readCode(code);
  const result = { value: read.value, identifier: null, fault: '', units: [], ending: [], models: [] };
  if (read.kind === 'fault') return { ...result, kind: 'fault', fault: read.fault };
  if (read.kind === 'place') return { ...result, kind: 'place' };
  if (read.kind === 'unit' || read.kind === 'passport') {
    const found = await findUnits(db, hasLabel(read), { limit: 1 });
    const fault = found.length > 0 ? '' : 'No device has this number. Was its label printed by another shop?';
    return { ...result, kind: fault ? 'fault' : 'unit', fault, units: found };
  }
  const found = await findByIdentifier(db, read.value);
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

const inHandFirst = [sql`${units.state} = 'gone'`, desc(units.createdAt)];

function findByIdentifier(db: Db, value: string): Promise<Unit[]> {
  // As an array: a subquery would be joined after all units, because the joins are more than join_collapse_limit.
  const isOwner = sql`${units.id} = any(array(select unit_id from ${unitIdentifiers} where value = ${value}))`;
  return findUnits(db, isOwner, { orderBy: inHandFirst, limit: maxUnits });
}

async function findByEnd(db: Db, value: string): Promise<Unit[]> {
  const ending = hasIdentifier(value);
  return ending ? findUnits(db, ending, { orderBy: inHandFirst, limit: maxUnits }) : [];
}
