/** Where a unit is and who answers for it. What was done to it is recorded as events. */
export const unitStates = [
  'expected',
  'bench',
  'repair',
  'quarantine',
  'ready',
  'listed',
  'allocated',
  'shipped',
  'sold',
  'returning',
  'returned',
  'gone',
] as const;
export type UnitState = (typeof unitStates)[number];

/** States of units that are in the house. */
export const statesInHand = [
  'bench',
  'repair',
  'quarantine',
  'ready',
  'listed',
  'allocated',
  'returned',
] as const satisfies readonly UnitState[];

/** States in which a unit is worked on: records of checks, erasures, tests and grades are taken. */
export const statesOnBench: readonly UnitState[] = ['bench', 'repair', 'quarantine'];

/** States in which a unit can be assigned to a person; it is free again when it leaves them. */
export const assignableStates: readonly UnitState[] = [...statesOnBench, 'returned'];

/** States of units that belong to an order. */
export const statesInOrder = [
  'allocated',
  'shipped',
  'sold',
  'returning',
] as const satisfies readonly UnitState[];

/** States of a device that came back from its order and waits there for a refund or for the way back to its buyer. */
export const statesInCustody: readonly UnitState[] = ['returned', 'bench', 'repair', 'quarantine'];

export const unitStateLabels: Record<UnitState, string> = {
  expected: 'Expected',
  bench: 'On the bench',
  repair: 'In repair',
  quarantine: 'In quarantine',
  ready: 'Ready for sale',
  listed: 'On sale',
  allocated: 'In an order',
  shipped: 'Shipped',
  sold: 'Sold',
  returning: 'Coming back',
  returned: 'Returned',
  gone: 'Gone',
};

/** True for a unit that left for good: its numbers can come in again, as another unit. */
export const hasDeparted = (state: UnitState): boolean => state === 'sold' || state === 'gone';

/**
 * How a unit left. `mistaken`: it was received by mistake, and its identifiers are free again. `untracked`: its product
 * is counted instead of tracked by device. `never-came`: its lot was closed without it. `bought-back`: its
 * order was cancelled or refunded after the shop had bought the device again.
 */
export const departures = [
  'scrap',
  'parts',
  'supplier',
  'other-channel',
  'lost',
  'handed-back',
  'own-use',
  'mistaken',
  'never-came',
  'untracked',
  'bought-back',
] as const;
export type Departure = (typeof departures)[number];

export const departureLabels: Record<Departure, string> = {
  scrap: 'Scrapped',
  parts: 'Used for parts',
  supplier: 'Returned to the supplier',
  'other-channel': 'Sold elsewhere',
  lost: 'Lost',
  'handed-back': 'Handed back to its owner',
  'own-use': 'Kept for our own use',
  mistaken: 'Received by mistake',
  'never-came': 'Never came',
  untracked: 'Counted without a device',
  'bought-back': 'Bought back as another device',
};

/** Moves that the database accepts: its trigger has the same table. */
export const unitMoves: Record<UnitState, readonly UnitState[]> = {
  expected: ['bench', 'gone'],
  bench: ['expected', 'repair', 'quarantine', 'ready', 'sold', 'gone'],
  repair: ['bench', 'quarantine', 'gone'],
  quarantine: ['bench', 'sold', 'gone'],
  ready: ['bench', 'quarantine', 'listed', 'gone'],
  listed: ['bench', 'quarantine', 'ready', 'allocated', 'gone'],
  allocated: ['ready', 'listed', 'shipped', 'gone'],
  shipped: ['allocated', 'sold', 'returning', 'returned', 'gone'],
  sold: ['shipped', 'returning', 'returned', 'gone'],
  returning: ['shipped', 'sold', 'returned', 'gone'],
  returned: ['bench', 'quarantine', 'sold', 'gone'],
  gone: ['bench', 'listed'],
};

/** Moves by hand; to `sold` only what came back from an order and is sent to its buyer again. Listing, packing and shipping are calls of their own, which also change stock or the order. */
export const movesByHand: Record<UnitState, readonly UnitState[]> = {
  ...unitMoves,
  expected: [],
  bench: ['repair', 'quarantine', 'ready', 'sold', 'gone'],
  ready: ['bench', 'quarantine', 'gone'],
  listed: ['bench', 'quarantine', 'ready', 'gone'],
  allocated: [],
  shipped: [],
  sold: [],
  returning: ['returned', 'gone'],
  gone: ['bench'],
};

/** Moves that need the permission `units.waive`: a unit leaves, comes back, or leaves quarantine. */
export function needsManager(from: UnitState, to: UnitState): boolean {
  return to === 'gone' || from === 'gone' || from === 'quarantine';
}
