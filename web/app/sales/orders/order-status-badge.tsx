import { orderStatusLabels } from '@reprise/contract/sales/orders/order-status';
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
  /** True if a part of the order has left. */
  isPartlyShipped?: boolean;
};

/** Badge of a status; an unknown one gets a neutral tone. */
export function OrderStatusBadge({ status, isPartlyShipped = false }: OrderStatusBadgeProps) {
  const labels: Record<string, string> = orderStatusLabels;
  const label = isPartlyShipped ? 'Partly shipped' : (labels[status] ?? status);
  return <Badge tone={tones[status] ?? 'neutral'}>{label}</Badge>;
}
