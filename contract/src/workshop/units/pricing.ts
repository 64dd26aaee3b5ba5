import { z } from 'zod';
import { conditions } from '../../catalog/products/conditions.ts';
import { endpoints, idParams } from '../../endpoint.ts';
import { type Cents, cents, minorUnits, roundUpToStep, storeCurrency } from '../../money.ts';
import { money } from '../../wire.ts';

/** Days of sales that a suggestion looks at. */
export const salesDays = 30;
/** Days on sale after which a device is old. */
export const oldDays = 21;
const wholePercent = 100;
/** Devices on sale of which few are left. */
const fewLeft = 2;
/** Sales in `salesDays` from which a product sells fast. */
const fastSales = 3;

export type PriceFacts = {
  price: Cents;
  /** Devices on sale that no order waits for. */
  left: number;
  /** Days that the oldest of them is on sale; null without one. */
  oldestDays: number | null;
  /** Devices sold in the last `salesDays` days, less those of cancelled orders. */
  soldLately: number;
  /** Cost of the dearest device on sale, or of the device itself. */
  cost: Cents;
  /** Lowest price above this one among the other conditions of the model; null without one. */
  nextPrice: Cents | null;
};

export type PriceSuggestion = { price: Cents; reason: string };

/**
 * Suggests 5% less for a product that is old and sells slowly, never below its cost with the least margin, or 3% more
 * for one that sells fast and is nearly sold out, never above the next condition. The cents stay, so that $199.99
 * becomes $189.99. `leastMargin` is a percentage of the cost.
 */
export function suggestPrice(facts: PriceFacts, leastMargin: number): PriceSuggestion | null {
  const { price, left, oldestDays, soldLately, cost, nextPrice } = facts;
  if (oldestDays !== null && oldestDays > oldDays && soldLately < left) {
    const least = roundUpToStep((cost * (wholePercent + leastMargin)) / wholePercent);
    const lower = withCentsOf(price, price * 0.95);
    const suggested = Math.max(lower, least);
    if (suggested >= price) return null;
    const floor = suggested === least ? ` Its cost with ${leastMargin}% margin allows no less.` : '';
    const sales = soldLately === 0 ? 'none sold' : `${soldLately} sold`;
    return {
      price: cents(suggested),
      reason: `On sale for ${oldestDays} days, ${sales} in ${salesDays}: 5% less.${floor}`,
    };
  }
  if (left > 0 && left <= fewLeft && soldLately >= fastSales) {
    const higher = withCentsOf(price, price * 1.03);
    const suggested = nextPrice === null ? higher : Math.min(higher, nextPrice);
    if (suggested <= price) return null;
    return {
      price: cents(suggested),
      reason: `${soldLately} sold in ${salesDays} days, ${left} left: 3% more.`,
    };
  }
  return null;
}

/** Returns the amount nearest to `target` that ends in the cents of `price`. */
function withCentsOf(price: Cents, target: number): number {
  const whole = Math.max(minorUnits(), storeCurrency().step);
  const ending = price % whole;
  return Math.max(0, Math.round((target - ending) / whole)) * whole + ending;
}

const unitPricing = z
  .object({
    product: z.object({ id: z.string(), name: z.string(), condition: z.enum(conditions), price: money }),
    left: z.number().int(),
    oldestDays: z.number().int().nullable(),
    soldLately: z.number().int(),
    /** Null until a cost is booked, for example when the lot is closed. */
    cost: money.nullable(),
    /** Price less cost. */
    margin: money.nullable(),
    suggestion: z.object({ price: money, reason: z.string() }).nullable(),
  })
  .meta({ id: 'UnitPricing' });
export type UnitPricing = z.output<typeof unitPricing>;

export const pricingEndpoints = endpoints({
  getUnitPricing: {
    method: 'GET',
    path: '/units/:id/pricing',
    summary: 'Price of the product that sells a device or would, with its sales, its margin and a suggestion',
    access: 'admin',
    needs: 'costs.see',
    rate: 'read',
    params: idParams,
    /** Null if no product sells its model in its condition. */
    response: z.object({ pricing: unitPricing.nullable() }),
  },
});
