import type { PickupCounter } from '@reprise/contract/foundations/pickup-counter';
import type { ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import { addressAtCounter } from '@reprise/contract/sales/orders/shipping/pickup';

type Collectable = { shippingMethod: ShippingMethod };

/** Returns a form's values with the counter's address if the order is collected, whose customer types none. */
export const withCounter =
  (pickup: PickupCounter | null | undefined) =>
  <Values extends Collectable>(values: Values): Values =>
    values.shippingMethod === 'pickup' && pickup ? addressAtCounter(values, pickup) : values;
