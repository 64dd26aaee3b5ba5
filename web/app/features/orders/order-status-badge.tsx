import { orderStatusLabels } from '@reprise/contract/sales/orders/order-status';
import { Badge, type Tone } from '../../ui/badge.tsx';

const tones: Record<string, Tone> = {
  pending: 'warn',
  processing: 'primary',
  shipped: 'primary',
  delivered: 'good',
  cancelled: 'bad',
};

/** Badge of a status; an unknown one gets a neutral tone. */
export function OrderStatusBadge({ status }: { status: string }) {
  const labels: Record<string, string> = orderStatusLabels;
  return <Badge tone={tones[status] ?? 'neutral'}>{labels[status] ?? status}</Badge>;
}
