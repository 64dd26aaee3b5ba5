/** Kinds of costs of a unit. `correction` offsets a wrong one: costs are never changed. */
export const unitCostKinds = [
  'purchase',
  'lot-share',
  'part',
  'labor',
  'service',
  'write-down',
  'fee',
  'correction',
] as const;
export type UnitCostKind = (typeof unitCostKinds)[number];

export const unitCostLabels: Record<UnitCostKind, string> = {
  purchase: 'Purchase',
  'lot-share': 'Share of freight and fees',
  part: 'Part',
  labor: 'Labor',
  service: 'Service',
  'write-down': 'Write-down',
  fee: 'Fee',
  correction: 'Correction',
};
