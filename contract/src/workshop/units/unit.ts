import { z } from 'zod';
import { checkKinds } from '../../catalog/grading/device-checks.ts';
import { deviceKinds } from '../../catalog/grading/device-kinds.ts';
import { conditions } from '../../catalog/products/conditions.ts';
import { isoDateTime, reference, requiredText, seenVersion, text, unknownFields } from '../../wire.ts';
import { maxCodeLength } from '../codes/read-code.ts';
import { taxSchemes } from '../lots/lot.ts';
import { maxCarrier } from './carrier.ts';
import { identifierFault, identifierKinds } from './identifiers.ts';
import { blockers } from './readiness.ts';
import { departures, unitStates } from './unit-states.ts';

/**
 * How a device became ready for sale. `unrecorded`: a count put it on sale, or it was on sale before the shop had a gate,
 * so that nothing is known of its steps.
 */
export const gates = ['passed', 'waived', 'unrecorded'] as const;
export type Gate = (typeof gates)[number];

export const captureMethods = ['scan', 'typed'] as const;
export type CaptureMethod = (typeof captureMethods)[number];

/** Units that one call can move, place or print labels for. */
export const maxUnitsPerCall = 100;

/** Counts of units stop here. */
export const maxCountedUnits = 10_000;

/** Time in which the person who received a unit can undo it. */
export const undoReceiveMs = 3_600_000;

// ---- Responses

const identifier = z.object({ kind: z.enum(identifierKinds), value: z.string() });

/** Device in one configuration and color, before it has a condition. */
export const deviceModel = z
  .object({
    key: z.string(),
    name: z.string(),
    brand: z.string(),
    /** Category name; null without one. */
    category: z.string().nullable(),
    /** Decides its checks, tests and grades. */
    kind: z.enum(deviceKinds),
    image: z.string().nullable(),
    /** Identifiers that each unit of this model should have. */
    identifiers: z.array(z.enum(identifierKinds)),
    /** Carrier that its devices are locked to; '' if they are unlocked. */
    carrier: z.string(),
  })
  .meta({ id: 'DeviceModel' });
export type DeviceModel = z.output<typeof deviceModel>;

/** Model to choose for a unit: one that has units, or one that products have. */
export const modelChoice = z
  .object({
    /** Model key; null for a product that shares no model yet. */
    key: z.string().nullable(),
    /** Product whose model it is, while no unit of it was received; null afterwards. */
    product: z.string().nullable(),
    name: z.string(),
    brand: z.string(),
    category: z.string().nullable(),
    image: z.string().nullable(),
    /** Identifiers that each unit of this model should have. */
    identifiers: z.array(z.enum(identifierKinds)),
  })
  .meta({ id: 'ModelChoice' });
export type ModelChoice = z.output<typeof modelChoice>;

export const unit = z
  .object({
    id: z.string(),
    /** "U-" and eight characters, as on its label. */
    number: z.string(),
    /** Token of its public passport, at `/device/:token`. */
    passport: z.string(),
    model: deviceModel,
    state: z.enum(unitStates),
    /** How it left; null unless the state is `gone`. */
    goneAs: z.enum(departures).nullable(),
    stateSince: isoDateTime,
    /** Bin or shelf; '' if unknown. */
    place: z.string(),
    /** Time at which it was not found on its shelf; null once it is scanned or moved. */
    missingSince: isoDateTime.nullable(),
    /** For staff. */
    note: z.string(),
    /** For buyers who choose the device. */
    publicNote: z.string(),
    identifiers: z.array(identifier),
    /** Identifiers of the model that this unit lacks; none once they belong to the next one. */
    missing: z.array(z.enum(identifierKinds)),
    /** Product that sells it; null unless it is or was on sale. */
    product: z
      .object({ id: z.string(), slug: z.string(), name: z.string(), condition: z.enum(conditions) })
      .nullable(),
    /** Number of the order it is packed for, was shipped with or comes back from; null without one. */
    order: z.string().nullable(),
    /** True if it was not scanned for its order: another device may have left. */
    isAssumed: z.boolean(),
    /** Steps before it can be sold; null for one that its kind does not need. */
    progress: z.object({
      identified: z.boolean(),
      checked: z.boolean().nullable(),
      wiped: z.boolean().nullable(),
      tested: z.boolean(),
      graded: z.boolean(),
    }),
    /** Passed erasure that another person must verify; null if none waits. */
    wipeToVerify: z
      .object({
        certificate: z.string(),
        /** Id of the account that recorded it; null for the shop itself. */
        by: z.string().nullable(),
      })
      .nullable(),
    /** Person who works on it; null while it is free. */
    assignee: z
      .object({
        id: z.string(),
        /** Null for a deleted account. */
        name: z.string().nullable(),
      })
      .nullable(),
    /** Fault of its open repair; null without one. */
    fault: z.string().nullable(),
    /** Reasons that forbid its sale. */
    blockedBy: z.array(z.enum(blockers)),
    /** Checks since it came in that were flagged: buyers are shown them. */
    flags: z.array(z.enum(checkKinds)),
    /** Carrier that it is locked to; '' if it is unlocked, null while that is not known. */
    carrier: z.string().nullable(),
    /** Its last grading since it came in; null without one. */
    grade: z
      .object({
        code: z.string(),
        /** Null for a grade that is not sold to customers. */
        condition: z.enum(conditions).nullable(),
        /** Least battery health of the grade in percent; null without one. */
        batteryFloor: z.number().int().nullable(),
      })
      .nullable(),
    /** Battery health in percent of its last test since it came in; null if it was not read. */
    battery: z.number().int().nullable(),
    /** How it became ready for sale. Null while on the bench. */
    gate: z.enum(gates).nullable(),
    /** Manager who waived open steps, and why; null for another gate. */
    waiver: z
      .object({
        /** Null for a deleted account and the shop itself. */
        by: z.string().nullable(),
        reason: z.string(),
      })
      .nullable(),
    /** Lot that it came or comes with; null without one. */
    lot: z
      .object({
        id: z.string(),
        number: z.string(),
        supplier: z.string(),
        taxScheme: z.enum(taxSchemes),
        /** Grade that the supplier declared, in its words; null for a device that is not on the manifest. */
        declared: z.string().nullable(),
        /** Battery health, carrier and line number that the supplier declared; null on none. */
        declaredBattery: z.number().int().nullable(),
        declaredCarrier: z.string().nullable(),
        line: z.string().nullable(),
      })
      .nullable(),
    /** False while what was paid for it is not known. */
    isCostKnown: z.boolean(),
    /** Number of the same device in an earlier acquisition; null if there is none. */
    previous: z.string().nullable(),
    /** Number of the same device since the shop acquired it again; null if there is none. */
    next: z.string().nullable(),
    version: z.number().int(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'Unit' });
export type Unit = z.output<typeof unit>;

export const unitEventKinds = [
  'received',
  'moved',
  'placed',
  'identified',
  'edited',
  'labeled',
  'checked',
  'wiped',
  'verified',
  'tested',
  'graded',
  'repaired',
  'assigned',
  'photographed',
  'renewed',
  'missing',
  'found',
  'costed',
] as const;
export type UnitEventKind = (typeof unitEventKinds)[number];

export const unitEvent = z
  .object({
    id: z.string(),
    at: isoDateTime,
    kind: z.enum(unitEventKinds),
    from: z.enum(unitStates).nullable(),
    to: z.enum(unitStates).nullable(),
    reason: z.string(),
    /** Change in words: "IMEI 356938035643809", "bin A3". */
    detail: z.string(),
    /** Null for a deleted account. */
    actor: z.string().nullable(),
    /** Number of the act for many devices that it is part of; null for one device alone. */
    act: z.string().nullable(),
  })
  .meta({ id: 'UnitEvent' });
export type UnitEvent = z.output<typeof unitEvent>;

/** Outcome for one unit of a call for several. */
export const unitOutcome = z
  .object({
    id: z.string(),
    /** Null if the unit was not changed. */
    unit: unit.nullable(),
    /** Why not; '' if it was. */
    problem: z.string(),
    /** Number of the order that waited for the unit and is short of one now. */
    shortOrder: z.string().optional(),
  })
  .meta({ id: 'UnitOutcome' });
export type UnitOutcome = z.output<typeof unitOutcome>;

// ---- Requests

export const placeName = text(20).regex(
  /^([0-9A-Za-z][0-9A-Za-z.-]*)?$/,
  'A place has only letters, digits, points and dashes',
);

/** "Unlocked" and the like are ''. */
export const carrierName = text(maxCarrier);

export const newIdentifier = z
  .object({ kind: z.enum(identifierKinds), value: requiredText(maxCodeLength, 'Scan or type the number') })
  .superRefine(({ kind, value }, context) => {
    const message = identifierFault(kind, value);
    if (message) context.addIssue({ code: 'custom', path: ['value'], message });
  });

const newModel = z.object({
  name: requiredText(200, 'Enter the name of the model'),
  brand: requiredText(100, 'Enter the brand'),
  /** Id or slug; without one the model has no category. */
  category: reference.optional(),
  /** Id of a family of the brand; without one the model is a family of its own. */
  family: reference.optional(),
  /** Carrier that its devices are locked to. */
  carrier: carrierName.optional(),
});

/** Exactly one of: the key of a model, a product whose model it is, or a model to add. */
export const modelReference = z
  .object({ key: reference.optional(), product: reference.optional(), new: newModel.optional() })
  .refine(
    (model) => Object.values(model).filter((value) => value !== undefined).length === 1,
    'Choose the model of the device',
  )
  .meta({ oneOf: [{ required: ['key'] }, { required: ['product'] }, { required: ['new'] }] });
export type ModelReference = z.output<typeof modelReference>;

export const receivedUnit = z
  .object({
    model: modelReference,
    identifiers: z
      .array(newIdentifier)
      .max(identifierKinds.length, 'A device has one number of each kind')
      .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, {
        error: 'A device has one number of each kind',
      }),
    /** Barcode of the box, remembered for the model. */
    gtin: text(14)
      .regex(/^(\d{8}|\d{12,14})?$/, 'A barcode of a box has 8, 12, 13 or 14 digits')
      .default(''),
    captured: z.enum(captureMethods).default('typed'),
    place: placeName.default(''),
    note: text(1000).default(''),
    /** Carrier that it is locked to; '' or "unlocked" if it works with all. */
    carrier: carrierName.optional(),
    /** Lot that it came with: a device of its manifest moves to the bench, another is added to it. */
    lot: reference.optional(),
    /** The device was here before and was sold or has left otherwise: this is another acquisition of it. */
    again: z.boolean().default(false),
  })
  .meta({ id: 'ReceivedUnit' });
export type ReceivedUnit = z.output<typeof receivedUnit>;

export const unitIds = z
  .array(z.string().min(1).max(60))
  .min(1, 'Choose at least one device')
  .max(maxUnitsPerCall, `Choose at most ${maxUnitsPerCall} devices`);

export const unitMove = z
  .object({
    ids: unitIds,
    to: z.enum(unitStates),
    goneAs: z.enum(departures).exclude(['mistaken', 'untracked', 'never-came', 'bought-back']).optional(),
    reason: text(500).default(''),
  })
  .refine(({ to, goneAs }) => (to === 'gone') === (goneAs !== undefined), {
    path: ['goneAs'],
    error: 'Choose how the devices left',
  })
  .meta({ id: 'UnitMove' });
export type UnitMove = z.output<typeof unitMove>;

export const unitListing = z
  .object({
    ids: unitIds,
    /** Product that sells them: tracked by device and of the same model. */
    product: reference,
    reason: text(500).default(''),
  })
  .meta({ id: 'UnitListing' });
export type UnitListing = z.output<typeof unitListing>;

export const unitEdit = z
  .strictObject(
    {
      /** Version that was edited; EDIT_CONFLICT if it has changed since. */
      version: seenVersion,
      model: modelReference.optional(),
      /** Kind of its model, for all devices of it. */
      kind: z.enum(deviceKinds).optional(),
      /** Carrier that it is locked to; '' if it is unlocked, null if that is not known. */
      carrier: carrierName.nullable().optional(),
      note: text(1000).optional(),
      publicNote: text(300).optional(),
    },
    unknownFields,
  )
  .meta({ id: 'UnitEdit' });
export type UnitEdit = z.output<typeof unitEdit>;
