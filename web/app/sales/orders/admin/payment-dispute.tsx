import { formatMoney } from '@reprise/contract/money';
import type { Dispute, DisputeStatus } from '@reprise/contract/sales/orders/order';
import { formatDateTime } from '../../../formats.ts';
import type { Tone } from '../../../ui/badge.tsx';
import { ExternalLink } from '../../../ui/icons/lucide.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';

const disputeLabels: Record<DisputeStatus, { label: string; tone: Tone }> = {
  'needs-response': { label: 'Disputed: needs your response', tone: 'bad' },
  'under-review': { label: 'Disputed: under review', tone: 'warn' },
  won: { label: 'Dispute won', tone: 'good' },
  lost: { label: 'Dispute lost', tone: 'bad' },
  closed: { label: 'Dispute closed without a chargeback', tone: 'neutral' },
};

/** Chargeback of a payment: amount, deadline, outcome and the page that takes the evidence. */
export function PaymentDispute({ dispute }: { dispute: Dispute }) {
  const { amount, reason, status, evidenceDueBy, areFundsWithdrawn, url, openedAt } = dispute;
  const { label, tone } = disputeLabels[status];
  const needsResponse = status === 'needs-response';
  return (
    <div className="mt-1.5 border-line border-l-2 pl-3">
      <p className="flex flex-wrap items-center gap-x-3">
        <StatusDot tone={tone}>{label}</StatusDot>
        <time dateTime={openedAt} className="text-ink-muted">
          {formatDateTime(openedAt)}
        </time>
        <span className="tabular ml-auto">{formatMoney(amount)}</span>
      </p>
      <p className="text-ink-muted">
        Reason: {reason.replaceAll('_', ' ')}. {fundsText(status, areFundsWithdrawn)}
      </p>
      {needsResponse && evidenceDueBy && (
        <p className="font-medium">
          Submit evidence by <time dateTime={evidenceDueBy}>{formatDateTime(evidenceDueBy)}</time>.
        </p>
      )}
      <a href={url} target="_blank" rel="noreferrer" className="text-link">
        {needsResponse ? 'Submit evidence in Stripe' : 'See the dispute in Stripe'}
        <ExternalLink className="mb-0.5 ml-1 inline size-3.5" aria-label="(opens in a new tab)" />
      </a>
    </div>
  );
}

function fundsText(status: DisputeStatus, areFundsWithdrawn: boolean): string {
  if (status === 'lost') return 'The amount went back to the cardholder.';
  if (!areFundsWithdrawn) return 'The amount is in your balance.';
  return 'Stripe holds the amount back. It cannot be refunded until the dispute is decided.';
}
