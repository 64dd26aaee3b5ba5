import type { PickupCounter } from '@reprise/contract/foundations/pickup-counter';
import type { Settings } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';

/** Returns the counter where customers may collect an order. Throws if the store offers none. */
export function requireCounter({ pickup }: Pick<Settings, 'pickup'>): PickupCounter {
  if (pickup?.isOffered) return pickup;
  const message = 'This store does not offer collecting at the counter.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'shippingMethod', message }] });
}
