import { type Desk, openDesk } from '@reprise/contract/workshop/receiving/desk-state';
import type { Identifier, IdentifierKind } from '@reprise/contract/workshop/units/identifiers';
import type { ScanResult } from '@reprise/contract/workshop/units/scan-result';
import type { CaptureMethod, ModelChoice, Unit } from '@reprise/contract/workshop/units/unit';
import { departureLabels, unitStateLabels } from '@reprise/contract/workshop/units/unit-states';
import type { Feedback } from '../../../../admin-ui/scan/scan-field.tsx';
import { api } from '../../../../api/browser-api.ts';
import { type ChosenModel, toModelReference } from '../model-picker.tsx';
import { readHabit } from './stored-habits.ts';

/** Device that the desk has received and the shop records; the same key records it once. */
export type Outgoing = {
  key: string;
  numbers: Identifier[];
  model: ChosenModel;
  gtin: string;
  captured: CaptureMethod;
};

type EarlyScan = {
  code: string;
  captured: CaptureMethod;
  result: ScanResult;
  /** Null for a number that is not certain. */
  kind: IdentifierKind | null;
};

/** State of the receive screen. */
export type Table = {
  model: ChosenModel | null;
  /** Models that a code suggests while none is chosen. */
  candidates: ModelChoice[];
  /** Null until the model is chosen. */
  desk: Desk | null;
  /** Number that was scanned before the model was chosen. */
  early: EarlyScan | null;
  /** Barcode of the box of the next device. */
  gtin: string;
  /** Units that have left and had one of the numbers on the table. */
  departed: Record<string, Unit>;
  /** Device that was here before: a person says that it was bought again. */
  returning: (Outgoing & { unit: Unit }) | null;
  /** Sold device on the table: a person says that it came back or was bought again. */
  arriving: (EarlyScan & { unit: Unit }) | null;
  /** Number of the sold unit whose device was bought again. */
  bought: string;
  /** Device whose record got no answer. */
  unsent: Outgoing | null;
  captured: CaptureMethod;
  place: string;
  lot: string;
  received: Unit[];
  receivedAt: number;
};

export const emptyTable = (): Table => ({
  model: null,
  candidates: [],
  desk: null,
  early: null,
  gtin: '',
  departed: {},
  returning: null,
  arriving: null,
  bought: '',
  unsent: null,
  captured: 'scan',
  place: '',
  lot: '',
  received: [],
  receivedAt: 0,
});

/** Opens the desk for a model; what is listed and received stays. A new model has the numbers of the first scan. */
export function openFor(model: ChosenModel, { desk, early }: Pick<Table, 'desk' | 'early'>): Desk {
  const { known, new: added } = model;
  const identifiers: IdentifierKind[] =
    known?.identifiers ?? (early?.kind === 'imei' ? ['imei', 'serial'] : ['serial']);
  const brand = known?.brand ?? added?.brand ?? '';
  const opened = openDesk({ brand, identifiers }, known?.key ? readHabit(known.key) : null);
  return desk ? { ...opened, aside: [...desk.aside, ...desk.table], received: desk.received } : opened;
}

/** Says which unit a code belongs to. */
export function isHere(unit: Unit): Feedback {
  const where = unit.goneAs ? departureLabels[unit.goneAs] : unitStateLabels[unit.state];
  return { tone: 'bad', text: `This is ${unit.number} already: ${where.toLowerCase()}.`, unit: unit.number };
}

/** Models that the code suggests, unless the present one is among them. */
export function otherModels({ models }: ScanResult, model: ChosenModel | null): ModelChoice[] {
  return models.some(({ key }) => key !== null && key === model?.known?.key) ? [] : models;
}

/** Receives a device once: the same key, sent again, returns the same unit. */
export async function sendReceive(
  { key, numbers, model, gtin, captured }: Outgoing,
  { place, lot, again }: { place: string; lot: string; again: boolean },
): Promise<Unit> {
  // The desk has made sure that digits alone are a serial number.
  const identifiers = numbers.map(({ kind, value }) => ({
    kind,
    value: kind === 'serial' ? `S/N: ${value}` : value,
  }));
  const device = { model: toModelReference(model), identifiers, gtin, captured };
  const body = { ...device, place, note: '', again, ...(lot && { lot }) };
  return (await api.receiveUnit({ body }, { idempotencyKey: key })).unit;
}

/** Says which other lot a device belongs to, or that its manifest does not have it. */
export function lotNote({ lot }: Unit, chosen: string): string {
  if (!lot) return '';
  if (lot.id !== chosen) return ` of lot ${lot.number}`;
  return lot.declared === null ? ', which is not on the manifest' : '';
}
