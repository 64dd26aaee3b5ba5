import { cents, formatMoney } from '@reprise/contract/money';
import { readAmount } from '@reprise/contract/typed-number';
import {
  bookedLotCostLabels,
  type Lot,
  type LotCosts,
  lotCostInput,
  lotCostLabels,
  spreadLabels,
} from '@reprise/contract/workshop/lots/lot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount, formatDate } from '../../../formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { MoneyInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Plus } from '../../../ui/icons/lucide.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Costs of a lot, to add to. */
export function LotCostsCard({ lot }: { lot: Lot }) {
  const [adding, setAdding] = useState(false);
  const costs = useQuery({
    queryKey: ['lots', 'costs', lot.id],
    queryFn: ({ signal }) => api.getLotCosts({ params: { id: lot.id } }, { signal }),
  });
  return (
    <Card
      title="Costs"
      action={
        <Button size="sm" variant="outline" onClick={() => setAdding(true)}>
          <Plus className="size-4" aria-hidden="true" />
          Add cost
        </Button>
      }
    >
      {costs.isError && (
        <ProblemBox message={messageOf(costs.error, 'The costs could not be loaded. Reload the page.')} />
      )}
      {costs.isPending && <Skeleton className="h-20" />}
      {costs.data && (
        <div className="grid gap-2 text-sm">
          <dl className="grid gap-2">
            <Line label="Devices">
              {costs.data.goods === null ? 'Not known yet' : formatMoney(costs.data.goods)}
            </Line>
            {costs.data.costs.map(({ id, kind, amount, note, createdAt }) => (
              <Line key={id} label={bookedLotCostLabels[kind]} detail={note || formatDate(createdAt)}>
                {formatMoney(amount)}
              </Line>
            ))}
            <Line label="Total" isSum>
              {formatMoney(costs.data.total)}
            </Line>
          </dl>
          {costs.data.manifest !== null && costs.data.manifest !== costs.data.goods && (
            <p className="text-ink-muted">
              The prices on the manifest sum to {formatMoney(costs.data.manifest)}
              {costs.data.goods !== null && ', not to the price of the devices'}.
            </p>
          )}
          <p className="text-ink-muted">
            {lot.state === 'closed'
              ? `The devices carry ${formatMoney(costs.data.booked)}.`
              : 'The devices carry nothing until the lot is closed.'}{' '}
            Divided: {spreadLabels[lot.spread].toLowerCase()}.
          </p>
          {lot.state === 'closed' && costs.data.unknown > 0 && (
            <p>
              <Badge tone="warn">
                {formatCount(costs.data.unknown)} {costs.data.unknown === 1 ? 'device' : 'devices'} without a
                known cost
              </Badge>
            </p>
          )}
          {lot.state === 'closed' && <Sold sold={costs.data.sold} />}
        </div>
      )}
      {adding && <CostDialog lot={lot} onClose={() => setAdding(false)} />}
    </Card>
  );
}

/** Revenue, cost and margin of the devices sold so far. */
function Sold({ sold: { units, unknown, revenue, cost } }: { sold: LotCosts['sold'] }) {
  if (units === 0) return <p className="text-ink-muted">None of its devices has been sold yet.</p>;
  const margin = cents(revenue - cost);
  return (
    <dl className="mt-2 grid gap-2 border-line border-t pt-3">
      <Line label="Sold for" detail={units === 1 ? '1 device' : `${formatCount(units)} devices`}>
        {formatMoney(revenue)}
      </Line>
      <Line label="Their cost">{formatMoney(cost)}</Line>
      {unknown > 0 ? (
        <Line label="Margin" detail={`the cost of ${formatCount(unknown)} is not known`} isSum>
          Unknown
        </Line>
      ) : (
        <Line label="Margin" detail={revenue > 0 ? `${Math.round((100 * margin) / revenue)}%` : ''} isSum>
          {formatMoney(margin)}
        </Line>
      )}
    </dl>
  );
}

type LineProps = { label: string; detail?: string; isSum?: boolean; children: React.ReactNode };

function Line({ label, detail, isSum = false, children }: LineProps) {
  return (
    <div
      className={
        isSum
          ? 'flex justify-between gap-4 border-line border-t pt-2 font-semibold'
          : 'flex justify-between gap-4'
      }
    >
      <dt className="wrap-anywhere min-w-0">
        {label} {detail && <span className="text-ink-muted">{detail}</span>}
      </dt>
      <dd className="tabular whitespace-nowrap">{children}</dd>
    </div>
  );
}

function CostDialog({ lot, onClose }: { lot: Lot; onClose: () => void }) {
  const form = useSavedForm({
    defaultValues: { kind: 'freight', amount: '', note: '' },
    schema: lotCostInput,
    bodyOf: ({ amount, ...values }) => ({ ...values, amount: readAmount(amount) }),
    save: (body, idempotencyKey) =>
      api.addLotCost({ params: { id: lot.id }, body }, { idempotencyKey: idempotencyKey() }),
    done: 'Cost added',
    invalidates: [['lots'], ['units']],
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title="Add cost" onClose={onClose} submitLabel="Add cost">
      <div className="grid gap-5">
        {lot.state === 'closed' && (
          <p className="rounded-control bg-sunken px-3 py-2 text-sm">
            The lot is closed: this is divided among its devices at once and cannot be changed.
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Select label="What for" options={lotCostLabels} {...form.field('kind')} />
          <MoneyInput label="Amount" required {...form.field('amount')} />
        </div>
        <TextInput label="Note" maxLength={500} {...form.field('note')} />
      </div>
    </FormDialog>
  );
}
