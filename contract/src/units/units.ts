import { z } from 'zod';
import { endpoints, idParams } from '../endpoint.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { isoDateTime, queryChoice, queryString, reference, requiredText, text } from '../wire.ts';
import { identifierFault, identifierKinds, maxCodeLength } from './identifiers.ts';
import { departures, unitStates } from './unit-states.ts';

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
    image: z.string().nullable(),
    /** Identifiers that each unit of this model should have. */
    identifiers: z.array(z.enum(identifierKinds)),
  })
  .meta({ id: 'DeviceModel' });
export type DeviceModel = z.output<typeof deviceModel>;

/** Model to choose for a unit: one that has units, or one that products have. */
export const modelChoice = z
  .object({
    /** Null until the first unit of this product's model is received. */
    key: z.string().nullable(),
    product: z.string().nullable(),
    name: z.string(),
    brand: z.string(),
    category: z.string().nullable(),
    image: z.string().nullable(),
  })
  .meta({ id: 'ModelChoice' });
export type ModelChoice = z.output<typeof modelChoice>;

export const unit = z
  .object({
    id: z.string(),
    /** "U-" and eight characters, as on its label. */
    number: z.string(),
    model: deviceModel,
    state: z.enum(unitStates),
    /** How it left; null unless the state is `gone`. */
    goneAs: z.enum(departures).nullable(),
    stateSince: isoDateTime,
    /** Bin or shelf; '' if unknown. */
    place: z.string(),
    note: z.string(),
    identifiers: z.array(identifier),
    /** Identifiers of the model that this unit lacks. */
    missing: z.array(z.enum(identifierKinds)),
    /** Number of the same device in an earlier acquisition; null if there is none. */
    previous: z.string().nullable(),
    version: z.number().int(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'Unit' });
export type Unit = z.output<typeof unit>;

export const unitEventKinds = ['received', 'moved', 'placed', 'identified', 'edited', 'labeled'] as const;
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
  })
  .meta({ id: 'UnitEvent' });
export type UnitEvent = z.output<typeof unitEvent>;

export const scanResult = z
  .object({
    kind: z.enum(['unit', 'place', 'identifier', 'model', 'fault']),
    /** The code in its canonical form. */
    value: z.string(),
    /** Kind of an identifier; null for other codes. */
    identifier: z.enum(identifierKinds).nullable(),
    /** Why the code cannot be used and what to do; '' if it can. */
    fault: z.string(),
    /** Units with this number or identifier, those in hand first. */
    units: z.array(unit),
    /** Models that the barcode of the box or the IMEI may stand for. */
    models: z.array(modelChoice),
  })
  .meta({ id: 'ScanResult' });
export type ScanResult = z.output<typeof scanResult>;

/** Outcome for one unit of a call for several. */
export const unitOutcome = z
  .object({
    id: z.string(),
    /** Null if the unit was not changed. */
    unit: unit.nullable(),
    /** Why not; '' if it was. */
    problem: z.string(),
  })
  .meta({ id: 'UnitOutcome' });
export type UnitOutcome = z.output<typeof unitOutcome>;

// ---- Requests

const place = text(20).regex(
  /^([0-9A-Za-z][0-9A-Za-z.-]*)?$/,
  'A place has only letters, digits, points and dashes',
);

const newIdentifier = z
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
});

/** Exactly one of: the key of a model, a product whose model it is, or a model to add. */
const modelReference = z
  .object({ key: reference.optional(), product: reference.optional(), new: newModel.optional() })
  .refine(
    (model) => Object.values(model).filter((value) => value !== undefined).length === 1,
    'Choose the model of the device',
  );
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
    place: place.default(''),
    note: text(1000).default(''),
    /** The device was here before and has left: this is another acquisition of it. */
    again: z.boolean().default(false),
  })
  .meta({ id: 'ReceivedUnit' });
export type ReceivedUnit = z.output<typeof receivedUnit>;

const ids = z
  .array(z.string().min(1).max(60))
  .min(1, 'Choose at least one device')
  .max(maxUnitsPerCall, `Choose at most ${maxUnitsPerCall} devices`);

const unitMove = z
  .object({
    ids,
    to: z.enum(unitStates),
    goneAs: z.enum(departures).exclude(['mistaken']).optional(),
    reason: text(500).default(''),
  })
  .refine(({ to, goneAs }) => (to === 'gone') === (goneAs !== undefined), {
    path: ['goneAs'],
    error: 'Choose how the devices left',
  })
  .meta({ id: 'UnitMove' });
export type UnitMove = z.output<typeof unitMove>;

const unitEdit = z
  .object({
    /** Version that was edited; EDIT_CONFLICT if it has changed since. */
    version: z.int(),
    model: modelReference.optional(),
    note: text(1000).optional(),
  })
  .meta({ id: 'UnitEdit' });
export type UnitEdit = z.output<typeof unitEdit>;

export const unitSorts = ['newest', 'longest'] as const;

const unitDetail = z.object({ unit, events: z.array(unitEvent) });
const outcomes = z.object({ outcomes: z.array(unitOutcome) });

export const unitEndpoints = endpoints({
  listUnits: {
    method: 'GET',
    path: '/units',
    summary: 'Devices in hand, or those in one state',
    access: 'admin',
    needs: 'units.read',
    rate: 'read',
    query: z.object({
      ...pagingQuery,
      /** Words of the model, a unit number, or a whole identifier or its last four or more characters. */
      search: queryString(maxCodeLength),
      state: queryChoice(unitStates),
      place: queryString(20),
      model: queryString(200),
      /** `newest` received, by default, or `longest` in their state. */
      sort: queryChoice(unitSorts),
    }),
    response: z.object({
      units: z.array(unit),
      /** Units by state, each up to `maxCountedUnits`. */
      counts: z.record(z.enum(unitStates), z.number().int()),
      pagination,
    }),
  },
  scanCode: {
    method: 'GET',
    path: '/units/scan',
    summary: 'What a scanned or typed code stands for',
    access: 'admin',
    needs: 'units.read',
    rate: 'read',
    query: z.object({ code: queryString(maxCodeLength) }),
    response: z.object({ result: scanResult }),
  },
  findModels: {
    method: 'GET',
    path: '/units/models',
    summary: 'Models to choose for a device, by words of name and brand',
    access: 'admin',
    needs: 'units.receive',
    rate: 'read',
    query: z.object({ search: queryString(200) }),
    response: z.object({ models: z.array(modelChoice) }),
  },
  receiveUnit: {
    method: 'POST',
    path: '/units',
    summary: 'Receive a device; an Idempotency-Key receives it once per administrator within 24 hours',
    access: 'admin',
    needs: 'units.receive',
    rate: 'write',
    idempotent: true,
    body: receivedUnit,
    response: z.object({ unit }),
    status: 201,
  },
  undoReceiveUnit: {
    method: 'POST',
    path: '/units/:id/undo',
    summary: 'Undo a receive of the last hour; its identifiers are free again',
    access: 'admin',
    needs: 'units.receive',
    rate: 'write',
    params: idParams,
    body: z.object({}),
    response: z.object({ unit }),
  },
  moveUnits: {
    method: 'POST',
    path: '/units/moves',
    summary: 'Move devices to another state',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    body: unitMove,
    response: outcomes,
  },
  placeUnits: {
    method: 'POST',
    path: '/units/places',
    summary: 'Say in which bin devices are; without a place it is unknown',
    access: 'admin',
    needs: 'units.receive',
    rate: 'write',
    body: z.object({ ids, place }).meta({ id: 'UnitPlacement' }),
    response: outcomes,
  },
  printUnitLabels: {
    method: 'POST',
    path: '/units/labels',
    summary: 'Read devices to print their labels, and record it',
    access: 'admin',
    needs: 'units.receive',
    rate: 'write',
    body: z.object({ ids }).meta({ id: 'UnitLabels' }),
    response: z.object({ units: z.array(unit) }),
  },
  getUnit: {
    method: 'GET',
    path: '/units/:id',
    summary: 'A device by id or unit number, with its history',
    access: 'admin',
    needs: 'units.read',
    rate: 'read',
    params: idParams,
    response: unitDetail,
  },
  updateUnit: {
    method: 'PUT',
    path: '/units/:id',
    summary: 'Correct the model or the note of a device',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    params: idParams,
    body: unitEdit,
    response: unitDetail,
  },
  setUnitIdentifier: {
    method: 'POST',
    path: '/units/:id/identifiers',
    summary: 'Add an identifier to a device, or replace the one of its kind, which stays in its history',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    params: idParams,
    body: newIdentifier.and(z.object({ captured: z.enum(captureMethods).default('typed') })),
    response: unitDetail,
  },
});
