import { z } from 'zod';
import { price, reference, requiredText, seenVersion } from '../../wire.ts';

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

export const unitCostEdit = z
  .object({
    /** Version of the device that was edited; EDIT_CONFLICT if it has changed since. */
    version: seenVersion,
    /** Amount paid for the device, null if it is not known. Unchanged if missing; an open lot books it when it is closed. */
    purchase: price('Enter what was paid for it').nullable().optional(),
    /** Id or number of the lot, null for none; unchanged if missing. */
    lot: reference.nullable().optional(),
    reason: requiredText(500, 'Say why the cost changes'),
  })
  .meta({ id: 'UnitCostEdit' });
export type UnitCostEdit = z.output<typeof unitCostEdit>;
