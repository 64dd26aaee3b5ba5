import { z } from 'zod';
import { endpoints, idParams } from '../../endpoint.ts';
import { isoDateTime, reference, requiredText } from '../../wire.ts';
import { maxCodeLength } from '../codes/read-code.ts';
import { captureMethods, placeName } from './unit.ts';
import { unitStates } from './unit-states.ts';

/** Devices of each list of a stock-take that are shown. */
export const maxStockTakeRows = 200;

/** Devices that one stock-take can remove as lost: a larger difference is a mistake in counting. */
export const maxLostAtOnce = 300;

/** Latest stock-takes of the list. */
export const maxStockTakes = 30;

export const stockTakeStates = ['open', 'closed', 'discarded'] as const;

export const stockTake = z
  .object({
    id: z.string(),
    /** Bin; '' for all devices in the house. */
    place: z.string(),
    state: z.enum(stockTakeStates),
    startedAt: isoDateTime,
    /** Null for a deleted account. */
    startedBy: z.string().nullable(),
    closedAt: isoDateTime.nullable(),
    closedBy: z.string().nullable(),
    counts: z.object({
      /** Devices that should be there. */
      expected: z.number().int(),
      /** Those of them that were scanned, or that moved since the start. */
      found: z.number().int(),
      /** Devices that should be there and were not scanned. */
      missing: z.number().int(),
      /** Scanned devices that should not be there. */
      unexpected: z.number().int(),
      /** Devices that closing removed as lost. */
      lost: z.number().int(),
    }),
  })
  .meta({ id: 'StockTake' });
export type StockTake = z.output<typeof stockTake>;

const stockTakeUnit = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    state: z.enum(unitStates),
    place: z.string(),
    /** False while no number of its maker is recorded. */
    hasNumber: z.boolean(),
    /** Sentence that says where it belongs; '' for a device in its place. */
    advice: z.string(),
    /** True if setting its bin to the counted one solves it. */
    canPlaceHere: z.boolean(),
    /** Null for a device that was not scanned, or whose counter's account was deleted. */
    countedBy: z.string().nullable(),
  })
  .meta({ id: 'StockTakeUnit' });
export type StockTakeUnit = z.output<typeof stockTakeUnit>;

export const stockTakeDetail = z
  .object({
    stockTake,
    missing: z.array(stockTakeUnit),
    unexpected: z.array(stockTakeUnit),
  })
  .meta({ id: 'StockTakeDetail' });
export type StockTakeDetail = z.output<typeof stockTakeDetail>;

const access = { access: 'admin', needs: 'units.receive' } as const;

export const stockTakeEndpoints = endpoints({
  listStockTakes: {
    method: 'GET',
    path: '/stock-takes',
    summary: `Stock-takes of devices, open ones first, at most ${maxStockTakes}`,
    ...access,
    rate: 'read',
    response: z.object({ stockTakes: z.array(stockTake) }),
  },
  startStockTake: {
    method: 'POST',
    path: '/stock-takes',
    summary: 'Start counting the devices of a bin, or of all; joins the open stock-take of the same bin',
    ...access,
    rate: 'write',
    body: z.object({ place: placeName }).meta({ id: 'NewStockTake' }),
    response: z.object({ stockTake }),
    status: 201,
  },
  getStockTake: {
    method: 'GET',
    path: '/stock-takes/:id',
    summary: 'A stock-take with the devices that are missing and those that should not be there',
    ...access,
    rate: 'read',
    params: idParams,
    response: stockTakeDetail,
  },
  countDevice: {
    method: 'POST',
    path: '/stock-takes/:id/devices',
    summary: 'Count the device with this code; scanned twice, it counts once',
    ...access,
    rate: 'write',
    params: idParams,
    body: z.object({
      code: requiredText(maxCodeLength, 'Scan or type a number of the device'),
      captured: z.enum(captureMethods).default('typed'),
    }),
    response: z.object({
      stockTake,
      device: stockTakeUnit,
      /** True if the device should be there. */
      isExpected: z.boolean(),
      /** True if it was counted before. */
      isRepeated: z.boolean(),
    }),
  },
  uncountDevice: {
    method: 'DELETE',
    path: '/stock-takes/:id/devices/:unit',
    summary: 'Take the scan of a device back',
    ...access,
    rate: 'write',
    params: z.object({ id: reference, unit: reference }),
    response: z.object({ stockTake }),
  },
  closeStockTake: {
    method: 'POST',
    path: '/stock-takes/:id/close',
    summary:
      'Close a stock-take: missing devices are gone as lost, those that orders wait for are marked as not on the shelf',
    access: 'admin',
    needs: 'units.waive',
    rate: 'write',
    params: idParams,
    body: z
      .object({
        /** Missing devices that the manager has seen; EDIT_CONFLICT if there are others by now. */
        missing: z.int().min(0).max(1_000_000),
      })
      .meta({ id: 'StockTakeClosing' }),
    response: z.object({
      stockTake,
      /** Devices that stay in stock, because they cannot be removed, with the reason. */
      kept: z.array(z.object({ number: z.string(), reason: z.string() })),
      /** Numbers of the orders that waited for a lost device and are short of one now. */
      shortOrders: z.array(z.string()),
    }),
  },
  discardStockTake: {
    method: 'POST',
    path: '/stock-takes/:id/discard',
    summary: 'End a stock-take without changing any device',
    access: 'admin',
    needs: 'units.waive',
    rate: 'write',
    params: idParams,
    body: z.object({}),
    response: z.object({ stockTake }),
  },
});
