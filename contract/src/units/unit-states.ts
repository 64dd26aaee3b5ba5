/** Where a unit is and who answers for it. What was done to it is recorded as events. */
export const unitStates = ['bench', 'repair', 'quarantine', 'ready', 'gone'] as const;
export type UnitState = (typeof unitStates)[number];

/** States of units that are in the house. */
export const statesInHand = ['bench', 'repair', 'quarantine', 'ready'] as const;

export const unitStateLabels: Record<UnitState, string> = {
  bench: 'On the bench',
  repair: 'In repair',
  quarantine: 'In quarantine',
  ready: 'Ready',
  gone: 'Gone',
};

/** How a unit left. `mistaken`: it was received by mistake, and its identifiers are free again. */
export const departures = [
  'scrap',
  'parts',
  'supplier',
  'other-channel',
  'lost',
  'handed-back',
  'own-use',
  'mistaken',
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
};

/** Moves that the database accepts: its trigger has the same table. */
export const unitMoves: Record<UnitState, readonly UnitState[]> = {
  bench: ['repair', 'quarantine', 'ready', 'gone'],
  repair: ['bench', 'quarantine', 'gone'],
  quarantine: ['bench', 'gone'],
  ready: ['bench', 'quarantine', 'gone'],
  gone: ['bench'],
};

/** Moves that need the permission `units.waive`: a unit leaves, comes back, or leaves quarantine. */
export function needsManager(from: UnitState, to: UnitState): boolean {
  return to === 'gone' || from === 'gone' || from === 'quarantine';
}
