import { formatMoney } from '@reprise/contract/money';
import type { DashboardStats } from '@reprise/contract/operations/analytics';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatDateTime } from '../../../formats.ts';
import type { Tone } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { ChevronRight } from '../../../ui/icons/lucide.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';

type Attention = DashboardStats['attention'];
type Dispute = DashboardStats['disputes'][number];

/** Work that waits for staff, each line with a link to where it is done. */
export function NeedsAttention({
  attention,
  disputes,
}: {
  attention: Attention | undefined;
  disputes: Dispute[];
}) {
  const lines = attention ? linesOf(attention) : [];
  const isEmpty = lines.length === 0 && disputes.length === 0;
  return (
    <Card title="Needs attention" flush className="mb-3">
      {!attention ? (
        <Skeleton className="m-4 h-10" />
      ) : isEmpty ? (
        <p className="px-5 py-4 text-ink-muted text-sm">Nothing needs attention.</p>
      ) : (
        <ul className="grid gap-x-2 px-2 py-1.5 sm:grid-cols-2 xl:grid-cols-4">
          {disputes.map((dispute) => (
            <Line key={dispute.id} to={`/admin/orders/${dispute.orderNumber}`} tone="bad">
              {formatMoney(dispute.amount)} of order {dispute.orderNumber} {disputeText(dispute)}
            </Line>
          ))}
          {lines.map(({ to, tone, text }) => (
            <Line key={to} to={to} tone={tone}>
              {text}
            </Line>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Line({ to, tone, children }: { to: string; tone: Tone; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className="group flex min-h-11 items-center gap-2 rounded-control px-3 py-2 text-sm hover:bg-sunken"
      >
        <StatusDot tone={tone}>{children}</StatusDot>
        <ChevronRight
          className="size-4 shrink-0 text-ink-faint max-sm:ml-auto sm:invisible sm:group-hover:visible"
          aria-hidden="true"
        />
      </Link>
    </li>
  );
}

/** Returns the lines with something to do, in the order in which they matter. The links show exactly the counted rows. */
function linesOf(attention: Attention): { to: string; tone: Tone; text: string }[] {
  const { ordersToShip, unpaidOrders, refundsToApprove, lowStock, failedJobs, hasMailServer } = attention;
  const counted: [count: number, to: string, tone: Tone, one: string, many: string][] = [
    [
      refundsToApprove,
      '/admin/orders?payment=refund-to-approve',
      'bad',
      'refund needs approval',
      'refunds need approval',
    ],
    [failedJobs ?? 0, '/admin/jobs', 'bad', 'failed task', 'failed tasks'],
    [
      ordersToShip,
      '/admin/orders?payment=paid-or-partly-refunded&status=processing',
      'primary',
      'order to ship',
      'orders to ship',
    ],
    [
      unpaidOrders,
      '/admin/orders?payment=unpaid&status=pending',
      'warn',
      'order waits for payment',
      'orders wait for payment',
    ],
    [
      lowStock,
      '/admin/products?sort=stock-low&stock=low',
      'warn',
      'product is low in stock',
      'products are low in stock',
    ],
  ];
  return [
    ...(hasMailServer === false
      ? [
          {
            to: '/admin/settings?tab=email',
            tone: 'bad' as const,
            text: 'No mail server: emails are not sent',
          },
        ]
      : []),
    ...counted.flatMap(([count, to, tone, one, many]) =>
      count > 0 ? [{ to, tone, text: `${formatCount(count)} ${count === 1 ? one : many}` }] : [],
    ),
  ];
}

function disputeText({ status, evidenceDueBy }: Dispute): string {
  if (status !== 'needs-response') return 'is disputed; the bank is reviewing your evidence.';
  return evidenceDueBy
    ? `is disputed: submit evidence by ${formatDateTime(evidenceDueBy)}.`
    : 'is disputed and needs your response.';
}
