import { cents, formatMoney } from '@reprise/contract/money';
import { unitCostLabels } from '@reprise/contract/workshop/lots/unit-costs';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDate } from '../../../formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { UnitCostDialog, type UnitCosts } from './unit-cost-dialog.tsx';

/** Costs of a device and, once it is sold, its price beside them. */
export function UnitCostsPanel({ unit }: { unit: Unit }) {
  const costs = useQuery({
    queryKey: ['units', 'costs', unit.id],
    queryFn: ({ signal }) => api.getUnitCosts({ params: { id: unit.id } }, { signal }),
  });
  if (costs.isError)
    return <ProblemBox message={messageOf(costs.error, 'The costs could not be loaded. Reload the page.')} />;
  if (!costs.data) return <Skeleton className="h-16" />;
  return <Costs unit={unit} costs={costs.data} />;
}

function Costs({ unit, costs }: { unit: Unit; costs: UnitCosts }) {
  const [editing, setEditing] = useState(false);
  const { total, purchase, revenue } = costs;
  const isKnown = purchase !== null;
  return (
    <div className="grid gap-3 text-sm">
      <dl className="tabular grid grid-cols-3 gap-4">
        <Fact label="Cost">{isKnown ? formatMoney(total) : <Badge tone="warn">Cost unknown</Badge>}</Fact>
        {revenue !== null && <Fact label="Sold for">{formatMoney(revenue)}</Fact>}
        {revenue !== null && isKnown && <Fact label="Difference">{formatMoney(cents(revenue - total))}</Fact>}
      </dl>
      {!isKnown && (
        <p className="text-ink-muted">
          {costs.lotState === 'open'
            ? 'Its cost is booked when its lot is closed.'
            : 'What was paid for it is not recorded.'}
        </p>
      )}
      {costs.costs.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {costs.costs.map(({ id, kind, amount, note, createdAt }) => (
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
      )}
      <div>
        <Button size="sm" variant="outline" onClick={() => setEditing(true)}>
          {isKnown ? 'Correct cost or lot' : 'Set cost or lot'}
        </Button>
      </div>
      {editing && <UnitCostDialog unit={unit} costs={costs} onClose={() => setEditing(false)} />}
    </div>
  );
}
