import { unitCostLabels } from '@reprise/contract/lots/unit-costs';
import { cents, formatMoney } from '@reprise/contract/money';
import type { Unit } from '@reprise/contract/units/unit';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDate } from '../../../formats.ts';
import { Fact } from '../../../ui/fact.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Costs of a device and, once it is sold, its price beside them. */
export function UnitCostsPanel({ unit }: { unit: Unit }) {
  const costs = useQuery({
    queryKey: ['units', 'costs', unit.id],
    queryFn: ({ signal }) => api.getUnitCosts({ params: { id: unit.id } }, { signal }),
  });
  if (costs.isError)
    return <ProblemBox message={messageOf(costs.error, 'The costs could not be loaded. Reload the page.')} />;
  if (!costs.data) return <Skeleton className="h-16" />;
  const { total, revenue } = costs.data;
  if (costs.data.costs.length === 0 && revenue === null) {
    return (
      <p className="text-ink-muted text-sm">
        {unit.lot
          ? 'Its cost is booked when its lot is closed.'
          : 'Nothing is booked: it came without a lot.'}
      </p>
    );
  }
  return (
    <div className="grid gap-3 text-sm">
      <dl className="tabular grid grid-cols-3 gap-4">
        <Fact label="Cost">{formatMoney(total)}</Fact>
        {revenue !== null && <Fact label="Sold for">{formatMoney(revenue)}</Fact>}
        {revenue !== null && <Fact label="Difference">{formatMoney(cents(revenue - total))}</Fact>}
      </dl>
      <ul className="divide-y divide-line border-line border-t">
        {costs.data.costs.map(({ id, kind, amount, note, createdAt }) => (
          <li key={id} className="flex justify-between gap-4 py-1.5">
            <span>
              {unitCostLabels[kind]}{' '}
              <span className="text-ink-muted">
                {[note, formatDate(createdAt)].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="tabular">{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
