import { type CheckKind, checkLabels } from '../../catalog/grading/device-checks.ts';
import type { DeviceKind } from '../../catalog/grading/device-kinds.ts';
import { isSameCarrier } from './carrier.ts';
import { identifierLabels } from './identifiers.ts';
import type { Unit } from './unit.ts';

/** Steps before a device can be sold, in the order of the screens; any order of work is allowed. */
export const benchSteps = ['identified', 'checked', 'wiped', 'tested', 'graded'] as const;
export type BenchStep = (typeof benchSteps)[number];

export const benchStepLabels: Record<BenchStep, string> = {
  identified: 'Numbers',
  checked: 'Checks',
  wiped: 'Erased',
  tested: 'Tested',
  graded: 'Graded',
};

/** Reasons that forbid the sale of a device, whatever a manager says: blocked checks and a failed erasure. */
export const blockers = [
  'account-lock',
  'management',
  'blacklist',
  'finance',
  'carrier-lock',
  'wipe',
] as const;
export type Blocker = (typeof blockers)[number];

export const blockerLabels: Record<Blocker, string> = { ...checkLabels, wipe: 'Erasure failed' };

type Judged = Pick<
  Unit,
  'missing' | 'progress' | 'blockedBy' | 'flags' | 'carrier' | 'model' | 'grade' | 'battery' | 'wipeToVerify'
>;

/** Returns why a device must not be sold, a sentence each; a manager cannot waive these. */
export function salesBans(unit: Judged): string[] {
  const { blockedBy, grade } = unit;
  const bans = blockedBy.map((blocker) =>
    blocker === 'wipe'
      ? 'Its erasure failed. Erase it again or scrap it.'
      : `${checkLabels[blocker satisfies CheckKind]}: blocked. Record a clear check first.`,
  );
  if (grade && grade.condition === null) bans.push(`Grade ${grade.code} is not sold to customers.`);
  const carrierBan = banOfCarrier(unit);
  return carrierBan ? [...bans, carrierBan] : bans;
}

/** Returns why a device must not be sold as its model because of its carrier; '' if both agree. */
function banOfCarrier({ flags, carrier, model }: Judged): string {
  if (flags.includes('carrier-lock') && !carrier) return 'It is locked to a carrier. Record which one.';
  if (carrier === null || isSameCarrier(carrier, model.carrier)) return '';
  const sold = model.carrier === '' ? 'unlocked' : `for ${model.carrier}`;
  const is = carrier === '' ? 'unlocked' : `locked to ${carrier}`;
  return `It is ${is}, and its model is ${sold}. Choose the model that it is, or add it.`;
}

/** Returns the open steps that no manager can waive, a sentence each. */
export function lastingSteps({ progress, wipeToVerify }: Judged): string[] {
  return progress.wiped === false && !wipeToVerify
    ? ['Erase it: no device that holds data is sold without an erasure.']
    : [];
}

/** Returns what is left to do before a device can be sold, a sentence each; a manager can waive most with a reason. */
export function openSteps({ missing, progress, grade, battery, wipeToVerify, model }: Judged): string[] {
  const open: string[] = [];
  if (missing.length > 0)
    open.push(`Record its ${missing.map((kind) => identifierLabels[kind]).join(' and ')}.`);
  if (progress.checked === false) open.push('Check locks and registers.');
  if (wipeToVerify) open.push('Have another person verify its erasure.');
  else if (progress.wiped === false) open.push('Erase it.');
  if (progress.tested === false) open.push('Test it.');
  if (progress.graded === false) open.push('Grade it.');
  if (grade?.batteryFloor && battery !== null && battery < grade.batteryFloor) {
    open.push(
      `Grade it again: its battery has ${battery}%, grade ${grade.code} needs ${grade.batteryFloor}%.`,
    );
  }
  if (grade?.batteryFloor && battery === null && !isUnreadableAllowed(model.kind))
    open.push(`Test it again with its battery: grade ${grade.code} needs ${grade.batteryFloor}%.`);
  return open;
}

/** True for a kind of which some devices do not tell their battery health. */
export const isUnreadableAllowed = (kind: DeviceKind): boolean => kind !== 'phone';
