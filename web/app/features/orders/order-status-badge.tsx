import { orderStatusLabels } from '@reprise/contract/orders/order-status';
import { Badge, type Tone } from '../../ui/badge.tsx';

const tones: Record<string, Tone> = {
  pending: 'warn',
  processing: 'primary',
  shipped: 'primary',
  delivered: 'good',
  cancelled: 'bad',
};

/** An order's status; one that this page does not know yet gets a neutral look. */
export function OrderStatusBadge({ status }: { status: string }) {
  const labels: Record<string, string> = orderStatusLabels;
  return <Badge tone={tones[status] ?? 'neutral'}>{labels[status] ?? status}</Badge>;
}
