import type { Identifier, IdentifierKind } from '../units/identifiers.ts';

/** Kinds of numbers as a desk counts them: both IMEIs of a device are one kind, told apart by their order. */
export type DeskKind = Exclude<IdentifierKind, 'imei2'>;
export const deskKindOf = (kind: IdentifierKind): DeskKind => (kind === 'imei2' ? 'imei' : kind);

/** Learned from the devices of a model: the order of their codes and the form of their serial numbers. */
export type DeskHabit = {
  order: DeskKind[];
  /** Lengths of their serial numbers. */
  lengths: number[];
  /** True if a serial number had a letter that looks like a digit. */
  hasLookAlikes: boolean;
  /** Different beginnings of their serial numbers, at most two. */
  beginnings: string[];
  /** Number of devices that it was learned from. */
  devices: number;
};

const beginningOf = (serial: string) => serial.slice(0, 2);
/** Devices with one beginning after which another one is a question. */
const minDevices = 5;

/** Returns the habit with what the numbers of another device teach. */
export function learn(habit: DeskHabit | null, numbers: readonly Identifier[]): DeskHabit {
  const order = numbers.map(({ kind }) => deskKindOf(kind));
  const known = habit ?? { order, lengths: [], hasLookAlikes: false, beginnings: [], devices: 0 };
  const serial = numbers.find(({ kind }) => kind === 'serial')?.value;
  if (serial === undefined) return { ...known, order, devices: known.devices + 1 };
  return {
    order,
    lengths: [...new Set([...known.lengths, serial.length])],
    hasLookAlikes: known.hasLookAlikes || /[IO]/.test(serial),
    beginnings: [...new Set([...known.beginnings, beginningOf(serial)])].slice(0, 2),
    devices: known.devices + 1,
  };
}

/** True for a serial number of the form that the devices before had. */
export function fits(habit: DeskHabit, serial: string): boolean {
  const [beginning, another] = habit.beginnings;
  const isOther = habit.devices >= minDevices && another === undefined && beginning !== beginningOf(serial);
  return habit.lengths.includes(serial.length) && (habit.hasLookAlikes || !/[IO]/.test(serial)) && !isOther;
}

/** True if the kinds cannot tell where a device begins, as in IMEI, serial, IMEI: each device is a question. */
export const isAmbiguous = (order: readonly DeskKind[]): boolean =>
  order.length > 1 && order[0] === order.at(-1);
