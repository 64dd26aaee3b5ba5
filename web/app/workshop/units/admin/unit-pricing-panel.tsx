import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { formatMoney } from '@reprise/contract/money';
import { salesDays, type UnitPricing } from '@reprise/contract/workshop/units/pricing';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { formatCount } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { TrendingDown, TrendingUp } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Price of the product that sells a device or would, with its sales and a suggestion. */
export function UnitPricingPanel({ unit }: { unit: Unit }) {
  const { data, error } = useQuery({
    queryKey: ['units', 'pricing', unit.id, unit.version],
    queryFn: ({ signal }) => api.getUnitPricing({ params: { id: unit.id } }, { signal }),
  });
  if (error)
    return <ProblemBox message={messageOf(error, 'The price could not be loaded. Reload the page.')} />;
  if (!data) return <Skeleton className="h-16" />;
  if (!data.pricing) {
    return (
      <p className="text-ink-muted text-sm">
        {unit.grade
          ? 'No product sells this model in the condition of its grade yet.'
          : 'It is not graded yet, and no product sells it.'}
      </p>
    );
  }
  const { product, left, oldestDays, soldLately, margin, suggestion } = data.pricing;
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-ink-muted">
        {product.name}, {conditionLabels[product.condition]}
      </p>
      <dl className="tabular grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Fact label="Price">{formatMoney(product.price)}</Fact>
        <Fact label="Margin">{margin === null ? 'No cost booked yet' : formatMoney(margin)}</Fact>
        <Fact label="On sale">
          {formatCount(left)}
          {oldestDays !== null && oldestDays > 0 && `, up to ${oldestDays} days`}
        </Fact>
        <Fact label={`Sold in ${salesDays} days`}>{formatCount(soldLately)}</Fact>
      </dl>
      {suggestion && <Suggestion product={product} suggestion={suggestion} />}
    </div>
  );
}

type SuggestionProps = {
  product: UnitPricing['product'];
  suggestion: NonNullable<UnitPricing['suggestion']>;
};

function Suggestion({ product, suggestion: { price, reason } }: SuggestionProps) {
  const can = usePermissions();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      api.bulkEditProducts({ body: { products: [product.id], change: { kind: 'price', price } } }),
    onSuccess: ({ rows }) => {
      const [row] = rows;
      if (row?.outcome === 'refused') notify('error', row.reason);
      else notify('success', `${product.name} now costs ${formatMoney(price)}`);
      return queries.invalidateQueries();
    },
    onError: (error) => notify('error', messageOf(error, noResponse('retry'))),
  });
  const Icon = price < product.price ? TrendingDown : TrendingUp;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-tile bg-sunken px-4 py-3">
      <Icon className="size-5 shrink-0 text-ink-muted" aria-hidden="true" />
      <p className="min-w-40 flex-1">
        <strong className="tabular block">Suggested: {formatMoney(price)}</strong>
        {reason}
      </p>
      {can('catalog.manage') && (
        <Button variant="outline" size="sm" loading={change.isPending} onClick={() => change.mutate()}>
          Set the price to {formatMoney(price)}
        </Button>
      )}
    </div>
  );
}
