import type { CodeReading, NumberKind } from '@reprise/contract/workshop/codes/code-reading';
import { numberNames } from '@reprise/contract/workshop/codes/code-reading';
import { readCode, unknownCode } from '@reprise/contract/workshop/codes/read-code';
import { isIdentifier, valuesToFind } from '@reprise/contract/workshop/units/identifiers';
import type { ScanResult } from '@reprise/contract/workshop/units/scan-result';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import type { Db } from '../../platform/database/database.ts';
import type { Environment } from '../../platform/environment.ts';
import { findModelsByCode } from './model.queries.ts';
import { shopHosts } from './shop-hosts.ts';
import { findIdentifiedUnits, findLabelledUnit, findUnits } from './unit.queries.ts';
import { endsWith } from './unit-list.queries.ts';

/**
 * Returns the meaning of a code: a place, a unit, an identifier with the units that had it, or the box of a model. A
 * number that a device has is found even where its form alone leaves a question.
 */
export async function scanCode(
  { db, environment }: { db: Db; environment: Environment },
  code: string,
): Promise<ScanResult> {
  const reading = readCode(code, { hosts: shopHosts(environment), isSearch: true });
  const number = mainNumber(reading);
  const text = code.trim().toUpperCase().slice(0, 200);
  const result = {
    value: number?.value ?? text,
    identifier: null,
    fault: '',
    units: [],
    ending: [],
    models: [],
  };
  if (number?.kind === 'place') return { ...result, kind: 'place' };
  if (number?.kind === 'unit' || number?.kind === 'passport') {
    const unit = await findLabelledUnit(db, { kind: number.kind, value: number.value });
    const fault = unit ? '' : 'No device has this number. Was its label printed by another shop?';
    return { ...result, kind: fault ? 'fault' : 'unit', fault, units: unit ? [unit] : [] };
  }
  const values = valuesToFind(code, reading);
  const identified = await findByValues(db, values);
  const identifier = number && isIdentifier(number) ? number.kind : null;
  if (identified.length > 0) {
    // A device that is here has its model.
    const isHere = identified.some(({ state }) => state !== 'gone');
    const models =
      number?.kind === 'imei' && !isHere ? await findModelsByCode(db, 'tac', number.value.slice(0, 8)) : [];
    return { ...result, kind: 'identifier', identifier: identifier ?? 'serial', units: identified, models };
  }
  if (number?.kind === 'gtin') {
    const models = await findModelsByCode(db, 'gtin', number.value.padStart(14, '0'));
    return { ...result, kind: 'model', models };
  }
  const ending = await findByEnd(db, values.at(-1));
  if (identifier === null && ending.length === 0)
    return { ...result, kind: 'fault', fault: faultOf(reading) };
  const models = identifier === 'imei' ? await findModelsByCode(db, 'tac', result.value.slice(0, 8)) : [];
  return { ...result, kind: 'identifier', identifier: identifier ?? 'serial', ending, models };
}

/** The number that a scan is looked up and named by: the only one, the first identifier, or a serial number in question. */
function mainNumber(reading: CodeReading) {
  if (reading.answer === 'refuse') return null;
  if (reading.answer === 'value') return reading.numbers.find(isIdentifier) ?? reading.numbers[0] ?? null;
  const candidates = reading.candidates.flatMap(([first, ...rest]) => (first && !rest[0] ? [first] : []));
  return candidates.find(({ kind }) => kind === 'serial') ?? null;
}

/** Says why a code is no number of a device. */
export function faultOf(reading: CodeReading): string {
  if (reading.answer === 'refuse') {
    return reading.reason === unknownCode
      ? 'This is no number of a device. Scan its label, its serial number or its IMEI.'
      : reading.reason;
  }
  if (reading.answer === 'ask') return reading.question;
  const kind: NumberKind = reading.numbers[0]?.kind ?? 'tail';
  return kind === 'tail'
    ? 'No device has a number that ends like this.'
    : `This is ${numberNames[kind]}. Scan the label of the device, its serial number or its IMEI.`;
}

async function findByValues(db: Db, values: string[]): Promise<Unit[]> {
  const unitById = new Map<string, Unit>();
  for (const value of values) {
    for (const unit of await findIdentifiedUnits(db, value)) unitById.set(unit.id, unit);
  }
  return [...unitById.values()];
}

async function findByEnd(db: Db, value: string | undefined): Promise<Unit[]> {
  const ending = value === undefined ? undefined : endsWith(value);
  return ending ? findUnits(db, ending) : [];
}
