import { z } from 'zod';
import { endpoints, idParams } from '../../endpoint.ts';
import { isoDateTime, money, price, reference, requiredText, text } from '../../wire.ts';
import { unit } from './unit.ts';

/** Repairs that a device page shows, the newest. */
export const maxRepairs = 20;
/** Parts that one repair can have. */
export const maxParts = 50;

export const repairStates = ['open', 'done', 'given-up'] as const;
export type RepairState = (typeof repairStates)[number];

export const repairStateLabels: Record<RepairState, string> = {
  open: 'Open',
  done: 'Repaired',
  'given-up': 'Given up',
};

/** Parts that a repair can name; buyers read them in the passport. */
export const parts = [
  'battery',
  'screen',
  'housing',
  'camera',
  'speaker',
  'microphone',
  'port',
  'buttons',
  'keyboard',
  'trackpad',
  'hinge',
  'storage',
  'memory',
  'fan',
  'drive',
  'ear-pads',
  'strap',
  'main-board',
  'other',
] as const;
export type Part = (typeof parts)[number];

export const partLabels: Record<Part, string> = {
  battery: 'Battery',
  screen: 'Screen',
  housing: 'Housing',
  camera: 'Camera',
  speaker: 'Speaker',
  microphone: 'Microphone',
  port: 'Charging port',
  buttons: 'Buttons',
  keyboard: 'Keyboard',
  trackpad: 'Trackpad',
  hinge: 'Hinge',
  storage: 'Storage',
  memory: 'Memory',
  fan: 'Fan',
  drive: 'Drive',
  'ear-pads': 'Ear pads',
  strap: 'Strap',
  'main-board': 'Main board',
  other: 'Other part',
};

export const partActions = ['replaced', 'removed', 'cleaned'] as const;
export type PartAction = (typeof partActions)[number];

export const partActionLabels: Record<PartAction, string> = {
  replaced: 'Replaced',
  removed: 'Removed',
  cleaned: 'Cleaned',
};

/** `none`: no part was put in. */
export const partQualities = ['oem-new', 'oem-used', 'aftermarket', 'none'] as const;
export type PartQuality = (typeof partQualities)[number];

export const partQualityLabels: Record<PartQuality, string> = {
  'oem-new': 'New, from the maker',
  'oem-used': 'Used, from the maker',
  aftermarket: 'From another maker',
  none: 'No part',
};

const by = { actor: z.string().nullable(), at: isoDateTime };

export const unitPart = z
  .object({
    id: z.string(),
    part: z.enum(parts),
    action: z.enum(partActions),
    quality: z.enum(partQualities),
    serial: z.string(),
    /** Number of the device that it was taken from; null for a part that was bought. */
    donor: z.string().nullable(),
    /** Null without the permission `costs.see`. */
    cost: money.nullable(),
    ...by,
  })
  .meta({ id: 'UnitPart' });
export type UnitPart = z.output<typeof unitPart>;

export const repair = z
  .object({
    id: z.string(),
    state: z.enum(repairStates),
    fault: z.string(),
    /** Description of the work, or why it was given up; '' while it is open. */
    work: z.string(),
    minutes: z.number().int(),
    /** Cost of the minutes; null without the permission `costs.see`. */
    labor: money.nullable(),
    parts: z.array(unitPart),
    closedAt: isoDateTime.nullable(),
    ...by,
  })
  .meta({ id: 'UnitRepair' });
export type Repair = z.output<typeof repair>;

// ---- Requests

export const newRepair = z
  .object({ fault: requiredText(500, 'Say what is broken') })
  .meta({ id: 'NewUnitRepair' });
export type NewRepair = z.output<typeof newRepair>;

export const newPart = z
  .object({
    part: z.enum(parts, 'Choose a part'),
    action: z.enum(partActions, 'Choose what was done'),
    quality: z.enum(partQualities, 'Choose the quality of the part').default('none'),
    serial: text(60).default(''),
    cost: price('Enter the cost of the part').nullable().default(null),
    /** Id or number of the device that it was taken from. */
    donor: reference.optional(),
    /** The donor has nothing left to use and leaves the stock; needs the permission `units.waive`. */
    stripped: z.boolean().default(false),
  })
  .refine(({ action, quality }) => (action === 'replaced') === (quality !== 'none'), {
    path: ['quality'],
    error: 'Only a part that was put in has a quality',
  })
  .refine(({ action, donor }) => action === 'replaced' || donor === undefined, {
    path: ['donor'],
    error: 'Only a part that was put in comes from another device',
  })
  .refine(({ donor, stripped }) => donor !== undefined || !stripped, {
    path: ['donor'],
    error: 'Enter the number of the device that was stripped',
  })
  .meta({ id: 'NewUnitPart' });
export type NewPart = z.output<typeof newPart>;

const maxMinutes = 6000;

export const repairClosing = z
  .object({
    outcome: z.enum(['done', 'given-up'], 'Choose how it ended'),
    work: requiredText(1000, 'Say what was done'),
    minutes: z
      .int('Enter whole minutes')
      .min(0, 'Must not be negative')
      .max(maxMinutes, `Must be at most ${maxMinutes}`),
  })
  .meta({ id: 'UnitRepairClosing' });
export type RepairClosing = z.output<typeof repairClosing>;

const result = z.object({ unit, repairs: z.array(repair) });

export const repairEndpoints = endpoints({
  listRepairs: {
    method: 'GET',
    path: '/units/:id/repairs',
    summary: `Repairs of a device with their parts, the newest ${maxRepairs}; amounts only with the permission \`costs.see\``,
    access: 'admin',
    needs: 'units.read',
    rate: 'read',
    params: idParams,
    response: z.object({ repairs: z.array(repair) }),
  },
  openRepair: {
    method: 'POST',
    path: '/units/:id/repairs',
    summary: 'Open the repair of a device on the bench; it has one at a time',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    params: idParams,
    body: newRepair,
    response: result,
    status: 201,
  },
  addPart: {
    method: 'POST',
    path: '/units/:id/parts',
    summary: 'Record a part of the open repair; its cost is booked, and a new main board ends the numbers',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    idempotent: true,
    params: idParams,
    body: newPart,
    response: result,
    status: 201,
  },
  closeRepair: {
    method: 'POST',
    path: '/units/:id/repairs/close',
    summary: 'Finish the open repair or give it up; its minutes are booked, and the device is tested again',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    params: idParams,
    body: repairClosing,
    response: result,
  },
});
