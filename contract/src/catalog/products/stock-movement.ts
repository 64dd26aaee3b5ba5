import { z } from 'zod';
import { formatNumber } from '../../formats.ts';
import { isoDateTime, text } from '../../wire.ts';
import { maxStock } from './stock.ts';

/**
 * `listing` and `delisting`: devices of a product tracked by device went on sale or off it. `shortage`: an order stopped
 * waiting for a unit that is not there (above zero), or waits for it again or was cancelled (below zero). `replacement`: a
 * counted unit came back in exchange for another one (above zero), or was refunded after that (below zero).
 */
export const stockReasons = [
  'initial',
  'adjustment',
  'order',
  'cancellation',
  'return',
  'listing',
  'delisting',
  'shortage',
  'replacement',
] as const;
export type StockReason = (typeof stockReasons)[number];

export const stockMovement = z
  .object({
    id: z.string(),
    change: z.number().int(),
    reason: z.enum(stockReasons),
    note: z.string(),
    orderNumber: z.string().nullable(),
    /** Staff member; null for the shop itself, buyers and deleted accounts. */
    actor: z.string().nullable(),
    /** Stock after the movement. */
    balance: z.number().int(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'StockMovement' });
export type StockMovement = z.output<typeof stockMovement>;

const differenceError = { error: () => `Enter a whole number, at most ${formatNumber(maxStock)}` };
export const stockDifference = z
  .int(differenceError)
  .min(-maxStock, differenceError)
  .max(maxStock, differenceError)
  .refine((value) => value !== 0, 'Enter a change other than 0');

export const stockAdjustment = z
  .object({
    change: stockDifference,
    note: text(500).optional(),
  })
  .meta({ id: 'StockAdjustment' });
