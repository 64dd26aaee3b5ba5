import { type DeviceKind, kindsWithData } from './device-kinds.ts';

/** Questions to registers and account services, answered before a device is sold. */
export const checkKinds = ['account-lock', 'management', 'blacklist', 'finance', 'carrier-lock'] as const;
export type CheckKind = (typeof checkKinds)[number];

export const checkLabels: Record<CheckKind, string> = {
  'account-lock': 'Account lock',
  management: 'Company management',
  blacklist: 'Blacklist',
  finance: 'Unpaid installments',
  'carrier-lock': 'Carrier lock',
};

export const checkHints: Record<CheckKind, string> = {
  'account-lock': 'iCloud, Google or Samsung account of the last owner',
  management: 'MDM or enrollment in a company',
  blacklist: 'Reported lost or stolen',
  finance: 'Contract or installments that are not paid',
  'carrier-lock': 'Works with one carrier only',
};

/** Words for a buyer about a check that was flagged. */
export const flagTexts: Record<CheckKind, string> = {
  'account-lock': 'An account of a former owner is noted, without a lock',
  management: 'A company enrollment is noted, without a lock',
  blacklist: 'A register has a note about it, without a block',
  finance: 'A contract or installments are noted, without a block',
  'carrier-lock': 'Works with one carrier only',
};

/** `blocked`: it must not be sold. `flagged`: it may, and the reader should know. */
export const checkResults = ['clear', 'flagged', 'blocked', 'unknown'] as const;
export type CheckResult = (typeof checkResults)[number];

export const checkResultLabels: Record<CheckResult, string> = {
  clear: 'No finding',
  flagged: 'Note for buyers',
  blocked: 'Blocked',
  unknown: 'Not known',
};

/** Returns the checks that a kind of device needs: those of its account if it has data, those of carriers for phones. */
export function checksOf(kind: DeviceKind): CheckKind[] {
  if (kind === 'phone') return [...checkKinds];
  return kindsWithData.includes(kind) ? ['account-lock', 'management'] : [];
}
