import type { PaymentSetup } from '@reprise/contract/sales/payments/payment-setup';
import type { DiscrepancyKind, PaymentDiscrepancy } from '@reprise/contract/sales/payments/payments';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Pages } from '../../../admin-ui/list/pages.tsx';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { setupKey, usePaymentSetup } from './use-payment-setup.ts';

const discrepanciesKey = ['payment-discrepancies'];
const pageSize = 20;

/** Discrepancies between the shop's payments and the processor's, and the time of the last reconciliation. */
export function PaymentReconciliation() {
  const { data: setup } = usePaymentSetup();
  const [all, setAll] = useState(false);
  const [page, setPage] = useState(1);
  const query = { page, limit: pageSize, ...(all && { all: true }) };
  const list = useQuery({
    queryKey: [...discrepanciesKey, query],
    queryFn: ({ signal }) => api.listPaymentDiscrepancies({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <section className="border-line border-b py-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="font-semibold text-base">Discrepancies</h2>
        <Checkbox
          label="Include resolved"
          checked={all}
          onChange={({ target }) => {
            setAll(target.checked);
            setPage(1);
          }}
        />
      </div>
      {setup && (
        <p className="mb-3 text-ink-muted text-sm">
          {reconciliationText(setup)} Failed refunds are listed under{' '}
          <Link to="/admin/jobs" className="text-link">
            Failed tasks
          </Link>
          .
        </p>
      )}
      <Loaded query={list} failed="The list could not be loaded" look="framed" skeleton="h-16 rounded-tile">
        {({ discrepancies, pagination }) => (
          <>
            <Discrepancies discrepancies={discrepancies} all={all} />
            <Pages page={page} pages={pagination.pages} onChange={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function reconciliationText({ reconciliation, processor }: PaymentSetup): string {
  if (!reconciliation) return 'Payments have not been reconciled yet.';
  const { finishedAt, startedAt, compared, repaired, failure } = reconciliation;
  const time = formatDateTime(finishedAt ?? startedAt);
  if (failure) return `The reconciliation of ${time} failed: ${failure}`;
  const comparedPart = processor === 'stripe' ? `${compared} payments compared with Stripe, ` : '';
  return `Reconciled every few minutes, last on ${time}: ${comparedPart}${repaired} fixed automatically.`;
}

function Discrepancies({ discrepancies, all }: { discrepancies: PaymentDiscrepancy[]; all: boolean }) {
  if (discrepancies.length === 0) {
    return (
      <p className="rounded-tile border border-line bg-raised px-4 py-3 text-sm">
        {all ? 'No discrepancies found.' : 'No open discrepancies.'}
      </p>
    );
  }
  return (
    <ul className="divide-y divide-line rounded-tile border border-line bg-raised">
      {discrepancies.map((discrepancy) => (
        <Discrepancy key={discrepancy.id} discrepancy={discrepancy} />
      ))}
    </ul>
  );
}

const kindLabels: Record<DiscrepancyKind, string> = {
  'wrong-amount': 'Amount or currency differs',
  'wrong-mode': 'Event from the other mode',
  'unknown-payment': 'Payment without an order',
  'missing-payment': 'Unknown to Stripe',
  'refund-failed': 'Refund failed',
  'refund-mismatch': 'Refund mismatch',
  'paypal-unavailable': 'PayPal switched off',
  'klarna-unavailable': 'Klarna switched off',
  dispute: 'Disputed',
};

function Discrepancy({ discrepancy }: { discrepancy: PaymentDiscrepancy }) {
  const queries = useQueryClient();
  const settle = useMutation({
    mutationFn: () => api.resolvePaymentDiscrepancy({ params: { id: discrepancy.id }, body: {} }),
    onSuccess: async () => {
      notify('success', 'Marked as resolved.');
      await queries.invalidateQueries({ queryKey: discrepanciesKey });
      await queries.invalidateQueries({ queryKey: setupKey });
    },
    onError: (error) => notify('error', messageOf(error, 'It could not be marked as resolved.')),
  });
  return (
    <li className="grid gap-2 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={discrepancy.resolvedAt ? 'neutral' : 'bad'}>{kindLabels[discrepancy.kind]}</Badge>
        {discrepancy.orderNumber && (
          <Link to={`/admin/orders/${discrepancy.orderNumber}`} className="tabular text-link">
            {discrepancy.orderNumber}
          </Link>
        )}
        <span className="text-ink-muted">{formatDateTime(discrepancy.createdAt)}</span>
      </div>
      <p className="max-w-text">{discrepancy.detail}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <code className="tabular break-all text-ink-faint text-xs">{discrepancy.intentId}</code>
        {discrepancy.resolvedAt ? (
          <span className="text-ink-muted">Resolved {formatDateTime(discrepancy.resolvedAt)}</span>
        ) : (
          <Button variant="outline" size="sm" loading={settle.isPending} onClick={() => settle.mutate()}>
            Mark as resolved
          </Button>
        )}
      </div>
    </li>
  );
}
