import { type Identifier, type IdentifierKind, identifierLabels } from '../units/identifiers.ts';
import { type DeskHabit, deskKindOf, fits, isAmbiguous } from './desk-habit.ts';

/** Model that a desk receives: its brand, and the numbers that each of its devices should have. */
export type DeskModel = { brand: string; identifiers: readonly IdentifierKind[] };

/**
 * Question that stops a desk: are these all numbers of one device? `device`: the one on the table. `received`: the one
 * received before, because of a code that was not due. `partial`: the one on the table, without all numbers. `second`: two IMEIs. `typed`: the last number, which was typed.
 * `number`: the last number, which has another form than those before or is not certain to be one.
 */
export type DeskQuestion = {
  about: 'device' | 'received' | 'partial' | 'second' | 'typed' | 'number';
  numbers: Identifier[];
  /** Numbers that were scanned again and are the same. */
  confirmed: string[];
  text: string;
};

export type DeskScan = {
  code: string;
  isTyped?: boolean;
  /** Number of the unit that has this code already. */
  owner?: string;
  /** True for an IMEI that begins like those of other models only. */
  isOtherModel?: boolean;
};

/** State of a desk where devices of one model are received by scan. */
export type Desk = {
  model: DeskModel;
  habit: DeskHabit | null;
  /** True while the desk knows where a device begins. Otherwise the next whole device is a question. */
  isSure: boolean;
  /** IMEIs that each device has. */
  imeis: number;
  /** Numbers of the device on the table. */
  table: Identifier[];
  received: Identifier[][];
  /** True if the device received last was a question. */
  isLastChecked: boolean;
  question: DeskQuestion | null;
  /** Numbers that wait for the answer to the question. */
  waiting: Identifier[];
  /** Numbers that left the table without a record: their devices are to be scanned again. */
  aside: Identifier[];
  /** Whole devices in a row that a question found wrong. */
  mistakes: number;
};

export type DeskStep = {
  desk: Desk;
  tone: 'good' | 'bad' | 'neutral' | 'ask';
  text: string;
  /** Devices to record now. */
  received: Identifier[][];
  /** Devices recorded before that are wrong. */
  takenBack: Identifier[][];
};

export const canBeSure = (habit: DeskHabit | null) => habit !== null && !isAmbiguous(habit.order);

/** Opens a desk for devices of a model; `habit` is what an earlier run of the model has taught. */
export function openDesk(model: DeskModel, habit: DeskHabit | null = null): Desk {
  const imeis = model.identifiers.filter((kind) => deskKindOf(kind) === 'imei').length;
  const learned = habit?.order.filter((kind) => kind === 'imei').length ?? 0;
  return {
    model,
    habit,
    isSure: canBeSure(habit),
    imeis: Math.max(imeis, learned),
    table: [],
    received: [],
    isLastChecked: true,
    question: null,
    waiting: [],
    aside: [],
    mistakes: 0,
  };
}

/** True for a question about a single number: a person compares it. Several are scanned again, as none can be overlooked. */
export const isAnsweredByEye = ({ about, numbers }: DeskQuestion): boolean =>
  about === 'number' || (about === 'device' && numbers.length === 1);

export const isOn = (numbers: readonly Identifier[] | undefined, { value }: Identifier) =>
  numbers?.some((known) => known.value === value) ?? false;
export const isKnown = (desk: Desk, number: Identifier) =>
  isOn(desk.table, number) || desk.received.some((numbers) => isOn(numbers, number));

/** MEIDs and EIDs are printed beside the numbers that most desks scan; they count where the model or the order has them. */
export function isTaken({ model, habit }: Desk, { kind }: Identifier): boolean {
  if (kind !== 'meid' && kind !== 'eid') return true;
  return model.identifiers.includes(kind) || (habit?.order.includes(kind) ?? false);
}

const dueKind = ({ habit, table, isSure }: Desk) => (isSure ? habit?.order[table.length] : undefined);
export const isDue = (desk: Desk, { kind }: Identifier) => dueKind(desk) === deskKindOf(kind);
export const fitsHabit = ({ habit }: Desk, { kind, value }: Identifier) =>
  kind !== 'serial' || (habit !== null && fits(habit, value));

export function beginningIn(desk: Desk, numbers: Identifier[]): Identifier[] {
  for (let start = 0; start < numbers.length; start++) {
    const rest = numbers.slice(start);
    if (canBegin(desk, rest) || isWhole(desk, rest)) return rest;
  }
  return [];
}

const kindsOf = (numbers: readonly Identifier[]) => numbers.map(({ kind }) => deskKindOf(kind));

function canBegin({ habit, imeis }: Desk, numbers: Identifier[]): boolean {
  const kinds = kindsOf(numbers);
  if (habit) return kinds.every((kind, index) => kind === habit.order[index]);
  return kinds.every(
    (kind) => kinds.filter((other) => other === kind).length <= (kind === 'imei' ? Math.max(imeis, 1) : 1),
  );
}

/** True for all numbers that the model should have, or those of the devices before in their order. */
export function isWhole({ model, habit, imeis }: Desk, numbers: Identifier[]): boolean {
  const kinds = kindsOf(numbers);
  if (habit && kinds.join() === habit.order.join()) return true;
  const wanted = model.identifiers.map(deskKindOf);
  const count = (kind: string) => kinds.filter((other) => other === kind).length;
  const hasWanted = wanted.every((kind) => count(kind) >= wanted.filter((other) => other === kind).length);
  if (!hasWanted || numbers.length === 0) return false;
  if (habit) return kinds.length === wanted.length;
  return count('imei') === 0 || count('imei') === Math.max(imeis, 1);
}

export function asked(desk: Desk, question: Omit<DeskQuestion, 'confirmed'>): DeskStep {
  return say({ ...desk, question: { ...question, confirmed: [] } }, 'ask', question.text);
}

export const say = (desk: Desk, tone: DeskStep['tone'], text: string): DeskStep => ({
  desk,
  tone,
  text,
  received: [],
  takenBack: [],
});

export function setAside(desk: Desk, numbers: readonly Identifier[], table: Identifier[]): Desk {
  const added = numbers.filter((number) => !isOn(desk.aside, number));
  return { ...desk, table, aside: [...desk.aside, ...added] };
}

/** The second IMEI of a device is a kind of its own in the register. */
export function numbered(numbers: readonly Identifier[]): Identifier[] {
  const hasSecond = numbers.some(({ kind }) => kind === 'imei2');
  let imeis = 0;
  return numbers.map((number) => {
    if (deskKindOf(number.kind) !== 'imei' || hasSecond) return number;
    imeis += 1;
    return imeis > 1 ? { ...number, kind: 'imei2' } : number;
  });
}

export function nameOf({ table }: Desk, kind: IdentifierKind): string {
  const isSecond = kind === 'imei' && table.some((known) => deskKindOf(known.kind) === 'imei');
  const label = identifierLabels[isSecond ? 'imei2' : kind];
  return label.endsWith('number') ? label.toLowerCase() : label.replace('Second', 'second');
}
