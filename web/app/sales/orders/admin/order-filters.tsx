import { ownChannel, paymentFilters } from '@reprise/contract/sales/orders/order-filters';
import {
  orderStatuses,
  partlyShippedLabel,
  statusFilters,
} from '@reprise/contract/sales/orders/order-status';
import { storeStatusLabels } from '@reprise/contract/sales/orders/shipping/pickup';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  choicesOf,
  daysFilter,
  type ListFilter,
  moreFilters,
  searchFilter,
  selectFilter,
  valuesFilter,
} from '../../../admin-ui/list/list-filters.tsx';
import { api } from '../../../api/browser-api.ts';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { paymentLabels } from './order-tones.ts';

type OrderDetailQuery = Record<'product' | 'tag' | 'country' | 'channel' | 'carrier', string | undefined>;

/** Filters of the order list. */
export function useOrderFilters() {
  const labels = storeStatusLabels(useStoreSettings());
  const can = usePermissions();
  const [params] = useSearchParams();
  // The filter has the five statuses; the view "Partly shipped" adds its own while it is open.
  const statuses = params.get('status') === 'partly-shipped' ? statusFilters : orderStatuses;
  const choices = useQuery({
    queryKey: ['orders', 'filter-choices'],
    queryFn: ({ signal }) => api.listOrderFilterChoices({}, { signal }),
    staleTime: 60_000,
  }).data;
  const tags = useQuery({
    queryKey: ['customers', 'tags', 'of-orders'],
    queryFn: ({ signal }) => api.listCustomerTags({}, { signal }),
    staleTime: 60_000,
    enabled: can('customers.read'),
  }).data?.tags;
  const channels = choices?.channels ?? [];
  return [
    searchFilter('Search by order or customer'),
    selectFilter({
      name: 'status',
      label: 'Status',
      all: 'All statuses',
      choices: choicesOf(statuses, { ...labels, 'partly-shipped': partlyShippedLabel }),
    }),
    selectFilter({
      name: 'payment',
      label: 'Payment',
      all: 'Any payment',
      choices: choicesOf(paymentFilters, {
        ...paymentLabels,
        'paid-or-partly-refunded': 'Paid or partly refunded',
      }),
    }),
    daysFilter('Placed'),
    moreFilters<OrderDetailQuery>([
      productFilter,
      valuesFilter('tag', 'Customer tag', 'Any tag', tags?.map(({ tag }) => tag) ?? []),
      valuesFilter('country', 'Country', 'All countries', choices?.countries ?? []),
      valuesFilter(
        'channel',
        'Channel',
        'All channels',
        channels.length > 0 ? [ownChannel, ...channels] : [],
      ),
      valuesFilter('carrier', 'Carrier', 'Any carrier', choices?.carriers ?? []),
    ]),
  ];
}

const productFilter: ListFilter<{ product?: string | undefined }> = {
  params: ['product'],
  read: ({ text }) => ({ product: text('product') || undefined }),
  render: ({ text, change }) => (
    <ProductFilter
      key={text('product')}
      value={text('product')}
      onChange={(product) => change({ product: product || undefined })}
    />
  ),
};

type ProductFilterProps = { value: string; onChange: (sku: string) => void };

/** SKU of a product, with suggestions by name. */
function ProductFilter({ value, onChange }: ProductFilterProps) {
  const id = useId();
  const can = usePermissions();
  const [typed, setTyped] = useState(value);
  const search = useDebounced(typed.trim(), 250);
  const products = useQuery({
    queryKey: ['products', 'to-order', search],
    queryFn: ({ signal }) => api.findProductsToOrder({ query: { search } }, { signal }),
    enabled: can('orders.edit') && search.length > 1 && search !== value,
  }).data?.products;
  const change = (text: string) => {
    setTyped(text);
    if (text === '' || products?.some(({ sku }) => sku === text)) onChange(text);
  };
  return (
    <span className="min-w-0">
      <input
        aria-label="Product SKU"
        placeholder="Product SKU"
        list={id}
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        className={classNames(
          'control min-h-9 w-36 py-1 text-sm',
          value !== '' && 'border-primary-text bg-primary-tint font-medium',
        )}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && onChange(typed.trim())}
        onBlur={() => typed.trim() !== value && onChange(typed.trim())}
      />
      <datalist id={id}>
        {products?.map(({ id, sku, name }) => (
          <option key={id} value={sku}>
            {name}
          </option>
        ))}
      </datalist>
    </span>
  );
}
