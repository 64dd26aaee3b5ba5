import { z } from 'zod';
import { conditions } from '../../catalog/products/conditions.ts';
import { endpoints, fileResponse, idParams } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { money, queryChoice, queryFlag, queryInt, queryString, queryStrings } from '../../wire.ts';
import { maxCodeLength } from '../codes/read-code.ts';
import { unitAssignment } from './assignment.ts';
import { brandFamilies } from './brand-families.ts';
import { scanResult } from './scan-result.ts';
import { trackingModes } from './tracking.ts';
import {
  captureMethods,
  modelChoice,
  newIdentifier,
  placeName,
  receivedUnit,
  unit,
  unitEdit,
  unitEvent,
  unitIds,
  unitListing,
  unitMove,
  unitOutcome,
} from './unit.ts';
import { unitStates } from './unit-states.ts';

export const unitSorts = ['newest', 'longest'] as const;

/** A model has few conditions and origins. */
export const maxProductsOfModel = 50;

const sellingProduct = z
  .object({
    id: z.string(),
    name: z.string(),
    condition: z.enum(conditions),
    price: money,
    tracking: z.enum(trackingModes),
  })
  .meta({ id: 'SellingProduct' });
export type SellingProduct = z.output<typeof sellingProduct>;

const unitDetail = z.object({ unit, events: z.array(unitEvent) });
const outcomes = z.object({ outcomes: z.array(unitOutcome) });

const unitFilters = {
  /** Ids of the units to read, in any state. */
  id: queryStrings(60),
  /** Words of the model, a unit number, or a whole identifier or its last four or more characters. */
  search: queryString(maxCodeLength),
  state: queryChoice(unitStates),
  place: queryString(20),
  /** Not found on their shelf. */
  missing: queryFlag,
  model: queryString(200),
  /** Id of the product that sells them. */
  product: queryString(60),
  /** Id of a lot: its units in every state. */
  lot: queryString(60),
  /** Number of an act: the devices that it was done for, in every state. */
  act: queryString(20),
  /** Code of their grade. */
  grade: queryString(10),
  /** Id of the supplier of their lot. */
  supplier: queryString(60),
  /** Id of the account that works on them. */
  assignee: queryString(60),
  /** Battery health of at most so many percent. */
  maxBattery: queryInt(1, 100),
  /** Days in their state, at least. */
  minDays: queryInt(1, 3650),
  /** On sale for less than they cost; needs the permission `costs.see`. */
  belowCost: queryFlag,
  /** The amount paid for them is not known; needs the permission `costs.see`. */
  costUnknown: queryFlag,
};

const filterChoice = z.object({ id: z.string(), name: z.string() });
/** Values that filter the devices in hand. */
const unitFilterChoices = z
  .object({
    grades: z.array(z.string()),
    suppliers: z.array(filterChoice),
    /** Accounts that work on them. */
    assignees: z.array(filterChoice),
  })
  .meta({ id: 'UnitFilterChoices' });
export type UnitFilterChoices = z.output<typeof unitFilterChoices>;

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
      ...unitFilters,
      /** Assigned to the caller. */
      mine: queryFlag,
      /** `newest` received, by default, or `longest` in their state. */
      sort: queryChoice(unitSorts),
    }),
    response: z.object({
      units: z.array(unit),
      pagination,
    }),
  },
  countUnits: {
    method: 'GET',
    path: '/units/counts',
    summary: 'Numbers of devices by state, for the tabs of their list and of the bench',
    access: 'admin',
    needs: 'units.read',
    rate: 'read',
    response: z.object({
      /** Units by state, each up to `maxCountedUnits`. */
      counts: z.record(z.enum(unitStates), z.number().int()),
      /** Units assigned to the caller, up to `maxCountedUnits`. */
      mine: z.number().int(),
    }),
  },
  listUnitFilterChoices: {
    method: 'GET',
    path: '/units/filters',
    summary: 'Grades, suppliers and people of the devices in hand, for the filters of their list',
    access: 'admin',
    needs: 'units.read',
    rate: 'read',
    response: unitFilterChoices,
  },
  exportUnits: {
    method: 'GET',
    path: '/units/export',
    summary: 'Export the devices of the list as CSV, newest first',
    access: 'admin',
    needs: 'units.read',
    rate: 'read',
    query: z.object(unitFilters),
    file: 'text/csv',
    response: fileResponse,
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
  listBrandFamilies: {
    method: 'GET',
    path: '/units/families',
    summary: 'Families of a brand that a new model can join, at most 100',
    access: 'admin',
    needs: 'units.receive',
    rate: 'read',
    query: z.object({ brand: queryString(100), name: queryString(200) }),
    response: brandFamilies,
  },
  listProductsOfModel: {
    method: 'GET',
    path: '/units/products',
    summary: `Products of a model that could sell its devices, at most ${maxProductsOfModel}, the cheapest first`,
    access: 'admin',
    needs: 'units.list',
    rate: 'read',
    query: z.object({ model: queryString(200) }),
    response: z.object({ products: z.array(sellingProduct) }),
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
    summary: 'Move devices to another state; off sale, the stock of their product falls with them',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    body: unitMove,
    response: outcomes,
  },
  listUnitsForSale: {
    method: 'POST',
    path: '/units/listings',
    summary: 'Put devices on sale under a product that is tracked by device; its stock rises with them',
    access: 'admin',
    needs: 'units.list',
    rate: 'write',
    body: unitListing,
    response: outcomes,
  },
  assignUnits: {
    method: 'POST',
    path: '/units/assignments',
    summary: 'Assign devices to oneself, or to nobody; one that another person has needs `takeOver`',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    body: unitAssignment,
    response: outcomes,
  },
  placeUnits: {
    method: 'POST',
    path: '/units/places',
    summary: 'Say in which bin devices are; without a place it is unknown',
    access: 'admin',
    needs: 'units.receive',
    rate: 'write',
    body: z.object({ ids: unitIds, place: placeName }).meta({ id: 'UnitPlacement' }),
    response: outcomes,
  },
  printUnitLabels: {
    method: 'POST',
    path: '/units/labels',
    summary: 'Read devices to print their labels, and record it',
    access: 'admin',
    needs: 'units.receive',
    rate: 'write',
    body: z.object({ ids: unitIds }).meta({ id: 'UnitLabels' }),
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
  previewKindChange: {
    method: 'GET',
    path: '/units/:id/kind-change',
    summary: 'How many devices of its model another kind would send back to the bench',
    access: 'admin',
    needs: 'units.bench',
    rate: 'read',
    params: idParams,
    response: z.object({ sentBack: z.number().int() }),
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
