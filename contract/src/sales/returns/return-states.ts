/** States of a case; docs/returns.md has the moves between them. */
export const returnStates = [
  'requested',
  'approved',
  'sent',
  'received',
  'closed',
  'refused',
  'cancelled',
  'expired',
] as const;
export type ReturnState = (typeof returnStates)[number];

export const returnStateLabels: Record<ReturnState, string> = {
  requested: 'To approve',
  approved: 'Approved',
  sent: 'On the way',
  received: 'Arrived',
  closed: 'Closed',
  refused: 'Refused',
  cancelled: 'Called off',
  expired: 'Expired',
};

/** States of a case that waits for the customer or for the store. */
export const openReturnStates = [
  'requested',
  'approved',
  'sent',
  'received',
] as const satisfies readonly ReturnState[];

/**
 * Moves of a case. A parcel that arrives is received whatever the state is, while its lines can be opened again; a closed
 * case waits again when the order of a replacement is cancelled.
 */
export const returnMoves: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['approved', 'refused', 'cancelled', 'received', 'closed'],
  approved: ['sent', 'cancelled', 'expired', 'received', 'closed'],
  sent: ['received', 'closed'],
  received: ['closed'],
  closed: ['received'],
  refused: ['received'],
  cancelled: ['received'],
  expired: ['approved', 'received'],
};

/** Lists of the desk. `late`: the store or the customer has let a promised day pass. */
export const returnTabs = ['to-approve', 'on-the-way', 'arrived', 'late'] as const;
export type ReturnTab = (typeof returnTabs)[number];

export const returnTabLabels: Record<ReturnTab, string> = {
  'to-approve': 'To approve',
  'on-the-way': 'On the way',
  arrived: 'Arrived',
  late: 'Late',
};

/** Reasons of a return; `withdrawal` is declared by a call of its own, `undeliverable` and `recall` are for staff. */
export const returnReasons = [
  'not-needed',
  'not-as-expected',
  'found-cheaper',
  'ordered-by-mistake',
  'does-not-work',
  'battery',
  'locked',
  'not-as-described',
  'missing-parts',
  'damaged-in-transit',
  'wrong-item',
  'withdrawal',
  'undeliverable',
  'recall',
] as const;
export type ReturnReason = (typeof returnReasons)[number];

export const returnReasonLabels: Record<ReturnReason, string> = {
  'not-needed': 'No longer needed',
  'not-as-expected': 'Not what I expected',
  'found-cheaper': 'Found it cheaper elsewhere',
  'ordered-by-mistake': 'Ordered by mistake',
  'does-not-work': 'Something does not work',
  battery: 'The battery is weak',
  locked: 'Locked to an account or carrier',
  'not-as-described': 'Not as described',
  'missing-parts': 'Something is missing',
  'damaged-in-transit': 'Damaged on the way',
  'wrong-item': 'Not what I ordered',
  withdrawal: 'Withdrawal from the contract',
  undeliverable: 'Could not be delivered',
  recall: 'Called back by the store',
};

export const staffReasons: readonly ReturnReason[] = ['withdrawal', 'undeliverable', 'recall'];

/** Reasons that a customer can give. */
export const customerReasons = returnReasons.filter((reason) => !staffReasons.includes(reason)) as [
  ReturnReason,
  ...ReturnReason[],
];

/** Right that a reason rests on: it decides the window, the label and the shipping that is given back. */
export type ReturnGrounds = 'change-of-mind' | 'withdrawal' | 'defect' | 'store';

export const groundsOf: Record<ReturnReason, ReturnGrounds> = {
  'not-needed': 'change-of-mind',
  'not-as-expected': 'change-of-mind',
  'found-cheaper': 'change-of-mind',
  'ordered-by-mistake': 'change-of-mind',
  'does-not-work': 'defect',
  battery: 'defect',
  locked: 'defect',
  'not-as-described': 'store',
  'missing-parts': 'store',
  'damaged-in-transit': 'store',
  'wrong-item': 'store',
  withdrawal: 'withdrawal',
  undeliverable: 'store',
  recall: 'store',
};

/** Wishes of the customer; the store decides on each line. */
export const returnWishes = ['refund', 'repair', 'replacement'] as const;
export type ReturnWish = (typeof returnWishes)[number];

export const returnWishLabels: Record<ReturnWish, string> = {
  refund: 'Refund',
  repair: 'Repair',
  replacement: 'Replacement',
};

/** Content of the parcel against what was sent. `unreadable`: staff say that it is this device. */
export const returnMatches = ['same', 'other', 'unreadable', 'missing', 'lost'] as const;
export type ReturnMatch = (typeof returnMatches)[number];

export const returnMatchLabels: Record<ReturnMatch, string> = {
  same: 'What was sent',
  other: 'Another device',
  unreadable: 'Number unreadable',
  missing: 'Not in the parcel',
  lost: 'Lost on the way',
};

/**
 * `keep`: the money goes back and the customer keeps the device; `repair`: the device goes to the bench and then back to
 * the customer; `replace`: the store keeps it and sends another one free of charge; `reject`: it goes back as it is.
 */
export const returnDecisions = ['refund', 'keep', 'repair', 'replace', 'reject'] as const;
export type ReturnDecision = (typeof returnDecisions)[number];

export const returnDecisionLabels: Record<ReturnDecision, string> = {
  refund: 'Refund',
  keep: 'Refund without return',
  repair: 'Repair and send back',
  replace: 'Replace',
  reject: 'Send back',
};

/** True for a decision after which the store keeps what came. */
export const isTaken = (decision: ReturnDecision | null): boolean =>
  decision === 'refund' || decision === 'replace';

/** True for a decision that ends when the store sends back what came: a settlement moves no parcel. */
export function isSentBack({
  decision,
  match,
}: {
  decision: ReturnDecision | null;
  match: ReturnMatch | null;
}): boolean {
  if (decision === 'repair') return true;
  return decision === 'reject' && match !== null && match !== 'missing' && match !== 'lost';
}

/** Where items that the store keeps go: devices to the bench, quarantine or away; counted items to stock or away. */
export const returnDispositions = ['bench', 'quarantine', 'parts', 'scrap', 'supplier', 'restock'] as const;
export type ReturnDisposition = (typeof returnDispositions)[number];

export const returnDispositionLabels: Record<ReturnDisposition, string> = {
  bench: 'To the bench',
  quarantine: 'To quarantine',
  parts: 'Use for parts',
  scrap: 'Scrap',
  supplier: 'Back to the supplier',
  restock: 'Back to stock',
};

export const deductionReasons = ['missing-accessory', 'damage', 'use', 'other'] as const;
export type DeductionReason = (typeof deductionReasons)[number];

export const deductionReasonLabels: Record<DeductionReason, string> = {
  'missing-accessory': 'Missing accessory',
  damage: 'Damage',
  use: 'Signs of use',
  other: 'Other',
};

/**
 * End of a line. `by-bank`: its bank had paid it back after a dispute; `not-sent`: it never came; `lost`: its parcel was lost and nothing is refunded; `by-hand`: its money was given back outside the case;
 * `order-cancelled`: with its order.
 */
export const returnEnds = [
  'refunded',
  'kept',
  'repaired',
  'replaced',
  'rejected',
  'not-sent',
  'lost',
  'cancelled',
  'refused',
  'by-hand',
  'by-bank',
  'order-cancelled',
] as const;
export type ReturnEnd = (typeof returnEnds)[number];

export const returnEndLabels: Record<ReturnEnd, string> = {
  refunded: 'Refunded',
  kept: 'Refunded, not sent back',
  repaired: 'Repaired and sent back',
  replaced: 'Replaced',
  rejected: 'Not refunded',
  'not-sent': 'Never arrived',
  lost: 'Lost on the way, not refunded',
  cancelled: 'Called off',
  refused: 'Refused',
  'by-hand': 'Refunded outside this return',
  'by-bank': 'Paid back by the bank',
  'order-cancelled': 'Order cancelled',
};

/** Ends that use up units of an order line. */
export const endsThatCount: readonly ReturnEnd[] = [
  'refunded',
  'kept',
  'by-hand',
  'by-bank',
  'order-cancelled',
];
