import type { ShippingAddressInput } from '../order.ts';
import { type OrderStatus, orderStatusLabels, type TimelineStatus } from '../order-status.ts';
import type { ShippingMethod } from '../pricing.ts';

/** Name of the choice on every screen and document. */
export const pickupLabel = 'Collect at the counter';

/** Labels of shipping methods. */
export const shippingMethodLabels: Record<ShippingMethod, string> = {
  standard: 'Standard',
  express: 'Express',
  pickup: pickupLabel,
};

/** Returns the label of the shipping charge: "Standard shipping". */
export const shippingLabelOf = (method: ShippingMethod): string =>
  method === 'pickup' ? pickupLabel : `${shippingMethodLabels[method]} shipping`;

/** Statuses of an order that is collected: shipped means ready, delivered means collected. */
const pickupStatusLabels: Record<OrderStatus, string> = {
  ...orderStatusLabels,
  shipped: 'Ready to collect',
  delivered: 'Collected',
};

/** Returns the labels of an order's statuses. */
export const statusLabelsOf = (method: ShippingMethod): Record<OrderStatus, string> =>
  method === 'pickup' ? pickupStatusLabels : orderStatusLabels;

const mixedStatusLabels: Record<OrderStatus, string> = {
  ...orderStatusLabels,
  shipped: 'Shipped or ready to collect',
  delivered: 'Delivered or collected',
};

/** Returns the labels of the statuses of several orders: both words where some are collected and others shipped. */
export function sharedStatusLabels(methods: readonly ShippingMethod[]): Record<OrderStatus, string> {
  if (!methods.includes('pickup')) return orderStatusLabels;
  return methods.every((method) => method === 'pickup') ? pickupStatusLabels : mixedStatusLabels;
}

/** Returns the labels of statuses where a store counts or chooses orders of all methods. */
export const storeStatusLabels = (store: { pickup?: object | null | undefined } | undefined) =>
  store?.pickup ? mixedStatusLabels : orderStatusLabels;

type Place = Pick<ShippingAddressInput, 'city' | 'state' | 'zipCode' | 'address'> & { address2: string };

/** Returns an address with that of the counter in the place of the person's own. */
export function addressAtCounter<T extends object, C extends string>(
  person: T,
  { address, address2, city, state, zipCode, country }: Place & { country: C },
): T & Place & { country: C } {
  return { ...person, address, address2, city, state, zipCode, country };
}

/** Steps of a parcel on its way, which an order that is collected does not take. */
const carrierSteps: readonly TimelineStatus[] = ['In Transit', 'Out for Delivery'];

/** True if orders take this step of the timeline. */
export const isStepOf = (step: TimelineStatus, method: ShippingMethod): boolean =>
  method !== 'pickup' || !carrierSteps.includes(step);

/** Returns the label of a step or event of the timeline. */
export function stepLabelOf(step: TimelineStatus, method: ShippingMethod): string {
  if (method !== 'pickup') return step;
  if (step === 'Shipped') return pickupStatusLabels.shipped;
  return step === 'Delivered' ? pickupStatusLabels.delivered : step;
}
