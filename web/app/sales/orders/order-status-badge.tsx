import { partlyShippedLabel } from '@reprise/contract/sales/orders/order-status';
import type { ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import { statusLabelsOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { Badge, type Tone } from '../../ui/badge.tsx';

const tones: Record<string, Tone> = {
  pending: 'warn',
  processing: 'primary',
  shipped: 'primary',
  delivered: 'good',
  cancelled: 'bad',
};

type OrderStatusBadgeProps = {
  status: string;
  /** Names the statuses of an order that is collected; missing for a parcel. */
  shippingMethod?: ShippingMethod | undefined;
  /** True if a part of the order has left. */
  isPartlyShipped?: boolean;
};

/** Badge of a status; an unknown one gets a neutral tone. */
export function OrderStatusBadge({
  status,
  shippingMethod = 'standard',
  isPartlyShipped = false,
}: OrderStatusBadgeProps) {
  const labels: Record<string, string> = statusLabelsOf(shippingMethod);
  const label = isPartlyShipped ? partlyShippedLabel : (labels[status] ?? status);
  return <Badge tone={tones[status] ?? 'neutral'}>{label}</Badge>;
}
